import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { useTranslation } from 'react-i18next';
import { useCreateWalletMutation } from '@/api/wallets';
import { FormDialog } from '@/shared/form/form-dialog';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';

/** One input, saved as typed. */
export function NewWallet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [create] = useCreateWalletMutation();
  const form = useForm({
    initial: { wallet_to_withdraw: '' },
    save: ({ wallet_to_withdraw: number }) => create({ wallet_to_withdraw: number.trim() }),
    texts: { failure: t('errors.action') },
    onSaved: onClose,
  });
  return (
    <FormDialog title={t('wallets.add')} form={form} submitText={t('form.save')} onClose={onClose}>
      <TextField label={t('wallets.number')} maxLength={MAX_LENGTH.wallet} {...form.field('wallet_to_withdraw')} />
    </FormDialog>
  );
}

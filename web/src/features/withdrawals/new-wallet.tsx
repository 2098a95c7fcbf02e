import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/shared/form/form-dialog';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import type { Side } from './sides';
import classes from './wallets.module.css';

/** One input. The form judges nothing before it sends; the server refuses what is no address of TRON. */
export function newWallet({ useAddWallet }: Side): ComponentType<{ onClose: () => void }> {
  return function NewWallet({ onClose }) {
    const { t } = useTranslation();
    const [create] = useAddWallet();
    const form = useForm({
      initial: { wallet_to_withdraw: '' },
      save: ({ wallet_to_withdraw: number }) => create({ wallet_to_withdraw: number.trim() }),
      texts: { failure: t('errors.action') },
      onSaved: onClose,
    });
    return (
      <FormDialog title={t('wallets.add')} form={form} submitText={t('form.save')} onClose={onClose}>
        <TextField label={t('wallets.number')} maxLength={MAX_LENGTH.wallet} {...form.field('wallet_to_withdraw')} />
        <p className={classes.hint}>{t('wallets.hint')}</p>
      </FormDialog>
    );
  };
}

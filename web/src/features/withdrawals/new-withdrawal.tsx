import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useGetWalletsQuery } from '@/api/wallets';
import { useCreateWithdrawalMutation } from '@/api/withdrawals';
import { paths } from '@/shared/lib/paths';
import { useForm } from '@/shared/form/use-form';
import { FieldsCard } from '@/shared/form/fields-card';
import { FormScreen } from '@/shared/form/form-screen';
import { WholeNumberField } from '@/shared/form/whole-number-field';
import { WalletSelect } from './wallet-select';

const BLANK = { amount_in_usdt: null as number | null, wallet_id: '' };

export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const wallets = useGetWalletsQuery();
  const [create] = useCreateWithdrawalMutation();
  // A select knows texts only; the call takes the id as the server has sent it.
  const walletOf = ({ wallet_id: chosen }: typeof BLANK) => wallets.data?.find(({ id }) => String(id) === chosen);
  const form = useForm({
    initial: BLANK,
    save: (fields, key) =>
      create({
        key,
        body: { amount_in_usdt: fields.amount_in_usdt ?? 0, wallet_id: walletOf(fields)?.id ?? fields.wallet_id },
      }),
    texts: { failure: t('withdrawals.createFailed') },
    isComplete: (fields) => Boolean(fields.amount_in_usdt && walletOf(fields)),
    onSaved: () => navigate(paths.withdrawals, { replace: true }),
  });
  const missing = form.fields.amount_in_usdt ? 'wallet' : 'amount';

  return (
    <FormScreen
      title={t('withdrawals.newTitle')}
      back={{ to: paths.withdrawals, label: t('sections.withdrawals') }}
      form={form}
      submitText={t('form.save')}
      missing={form.isComplete ? undefined : t(`withdrawals.missing.${missing}`)}
    >
      <FieldsCard title={t('fields.info')}>
        <WholeNumberField label={t('fields.usdt')} unit={t('units.usdt')} {...form.field('amount_in_usdt')} />
        <WalletSelect query={wallets} {...form.field('wallet_id')} />
      </FieldsCard>
    </FormScreen>
  );
}

import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useGetWalletsQuery } from '@/api/wallets';
import { useCreateWithdrawalMutation } from '@/api/withdrawals';
import { paths } from '@/shared/lib/paths';
import { useForm } from '@/shared/form/use-form';
import { FieldsCard } from '@/shared/form/fields-card';
import { FormScreen } from '@/shared/form/form-screen';
import { MoneyField } from '@/shared/form/money-field';
import { isSum, wholeAmount } from '@/shared/form/money-input';
import { WalletSelect } from './wallet-select';

const BLANK = { amount_in_usdt: '', wallet_id: '' };

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
        body: {
          amount_in_usdt: wholeAmount(fields.amount_in_usdt, 'wholeUsdt'),
          wallet_id: walletOf(fields)?.id ?? fields.wallet_id,
        },
      }),
    texts: { failure: t('withdrawals.createFailed') },
    isComplete: (fields) => isSum(fields.amount_in_usdt, 'wholeUsdt') && walletOf(fields) !== undefined,
    onSaved: () => navigate(paths.withdrawals, { replace: true }),
  });
  const missing = isSum(form.fields.amount_in_usdt, 'wholeUsdt') ? 'wallet' : 'amount';

  return (
    <FormScreen
      title={t('withdrawals.newTitle')}
      back={{ to: paths.withdrawals, label: t('sections.withdrawals') }}
      form={form}
      submitText={t('form.save')}
      missing={form.isComplete ? undefined : t(`withdrawals.missing.${missing}`)}
    >
      <FieldsCard title={t('fields.info')}>
        <MoneyField
          label={t('fields.usdt')}
          kind="wholeUsdt"
          unit={t('units.usdt')}
          {...form.field('amount_in_usdt')}
        />
        <WalletSelect query={wallets} {...form.field('wallet_id')} />
      </FieldsCard>
    </FormScreen>
  );
}

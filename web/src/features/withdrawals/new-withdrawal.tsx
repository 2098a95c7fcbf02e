import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useGetWalletsQuery } from '@/api/wallets';
import { useCreateWithdrawalMutation } from '@/api/withdrawals';
import { paths } from '@/shared/lib/paths';
import { fieldErrors } from '@/shared/lib/problem';
import { useRequestKey } from '@/shared/form/use-request-key';
import { FieldsCard } from '@/shared/form/fields-card';
import { FormScreen } from '@/shared/form/form-screen';
import { WholeNumberField } from '@/shared/form/whole-number-field';
import { useAction } from '@/shared/action/use-action';
import { WalletSelect } from './wallet-select';

export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const wallets = useGetWalletsQuery();
  const [amount, setAmount] = useState<number | null>(null);
  const [walletId, setWalletId] = useState('');
  const [errors, setErrors] = useState<ReturnType<typeof fieldErrors>>({});
  const key = useRequestKey();
  const [create] = useCreateWithdrawalMutation();
  const run = useAction(create, {
    failure: t('withdrawals.createFailed'),
    onFailure: (error) => {
      key.onFailure(error);
      setErrors(fieldErrors(error));
    },
  });

  // A select knows texts only; the call takes the id as the server has sent it.
  const wallet = wallets.data?.find(({ id }) => String(id) === walletId);
  const needed = amount ? 'wallet' : 'amount';
  const missing = amount && wallet ? undefined : t(`withdrawals.missing.${needed}`);
  const submit = async () => {
    if (!amount || !wallet) return;
    const body = { amount_in_usdt: amount, wallet_id: wallet.id };
    if (await run({ key: key.read(), body })) await navigate(paths.withdrawals, { replace: true });
  };

  return (
    <FormScreen
      title={t('withdrawals.newTitle')}
      back={{ to: paths.withdrawals, label: t('sections.withdrawals') }}
      submitText={t('form.save')}
      onSubmit={submit}
      isDirty={amount !== null || walletId !== ''}
      canSubmit={missing === undefined}
      missing={missing}
    >
      <FieldsCard title={t('fields.info')}>
        <WholeNumberField
          label={t('fields.usdt')}
          unit={t('units.usdt')}
          value={amount}
          error={errors['amount_in_usdt']}
          onChange={(value) => {
            setAmount(value);
            setErrors((before) => ({ ...before, amount_in_usdt: undefined }));
          }}
        />
        <WalletSelect
          query={wallets}
          value={walletId}
          error={errors['wallet_id']}
          onChange={(value) => {
            setWalletId(value);
            setErrors((before) => ({ ...before, wallet_id: undefined }));
          }}
        />
      </FieldsCard>
    </FormScreen>
  );
}

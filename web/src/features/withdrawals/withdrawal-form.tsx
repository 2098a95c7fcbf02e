import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isDoubtful, isWaiting } from '@/api/wallets';
import { Agreed } from '@/shared/dialog/agreed';
import { ConfirmDialog } from '@/shared/dialog/confirm-dialog';
import { useQuestion } from '@/shared/dialog/use-question';
import { FieldsCard } from '@/shared/form/fields-card';
import { FormScreen } from '@/shared/form/form-screen';
import { isMoneyOrNone, isSum, parseMoneyInput } from '@/shared/form/money-input';
import { useForm } from '@/shared/form/use-form';
import { formatUsdt, inUsdt } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';
import { restOf } from './amount';
import { AmountField } from './amount-field';
import { GroupedAddress } from './grouped-address';
import type { Side } from './sides';
import { WalletSelect } from './wallet-select';
import classes from './withdrawals.module.css';

const BLANK = { amount_in_usdt: '', wallet_id: '' };

/** The form of a side's new withdrawal. It asks before it is sent: the sum, the whole address and what is left. */
export function withdrawalForm(side: Side): ComponentType {
  const { kind, useCreate, useBalance } = side;
  const { useQuery: useWallets } = side.wallets;
  const list = paths[side.name];

  return function NewWithdrawal() {
    const { t } = useTranslation();
    const navigate = useNavigate();
    const wallets = useWallets();
    const [create] = useCreate();
    const balance = useBalance().data?.balance;
    const question = useQuestion();
    // A select knows texts only; the call takes the id as the server has sent it.
    const walletOf = ({ wallet_id: chosen }: typeof BLANK) =>
      wallets.data?.find((wallet) => String(wallet.id) === chosen && !isDoubtful(wallet) && !isWaiting(wallet));
    const amountOf = ({ amount_in_usdt: typed }: typeof BLANK) =>
      isSum(typed, kind) ? parseMoneyInput(typed, kind).amount : undefined;
    const form = useForm({
      initial: BLANK,
      save: (fields, key) => {
        const amount = amountOf(fields) ?? '';
        const sum = kind === 'wholeUsdt' ? Number(amount) : amount;
        return create({ key, body: { amount_in_usdt: sum, wallet_id: walletOf(fields)?.id ?? fields.wallet_id } });
      },
      texts: { failure: t('withdrawals.createFailed') },
      isComplete: (fields) => amountOf(fields) !== undefined && walletOf(fields) !== undefined,
      ask: question.ask,
      onSaved: () => navigate(list, { replace: true }),
    });
    const amount = amountOf(form.fields);
    const missing = amount === undefined ? (kind === 'wholeUsdt' ? 'amount' : 'parts') : 'wallet';
    // Otherwise the field itself says what is wrong with it.
    const isReadable = isMoneyOrNone(form.fields.amount_in_usdt, kind);
    const rest = balance !== undefined && amount !== undefined ? restOf(balance, amount) : undefined;

    return (
      <div className={classes.column}>
        <FormScreen
          title={t('withdrawals.newTitle')}
          back={{ to: list, label: t(`sections.${side.name}`) }}
          form={form}
          submitText={t('form.save')}
          missing={form.isComplete || !isReadable ? undefined : t(`withdrawals.missing.${missing}`)}
        >
          <FieldsCard title={t('fields.info')}>
            <AmountField kind={kind} balance={balance} {...form.field('amount_in_usdt')} />
            <WalletSelect side={side} query={wallets} {...form.field('wallet_id')} />
            {amount !== undefined && (
              <p className={classes.arrives}>{t('withdrawals.arrivesLine', { amount: formatUsdt(amount) })}</p>
            )}
          </FieldsCard>
        </FormScreen>
        {question.isAsked && (
          <ConfirmDialog
            title={t('withdrawals.askTitle', { amount: formatUsdt(amount) })}
            text={t('withdrawals.askText')}
            confirmText={t('withdrawals.askConfirm')}
            onConfirm={() => {
              question.settle(true);
              // The form goes on: the focus comes back to it.
              return Promise.resolve(false);
            }}
            onClose={() => question.settle(false)}
          >
            <Agreed
              facts={[
                [
                  t('withdrawals.wallet'),
                  <GroupedAddress key="wallet" value={walletOf(form.fields)?.wallet_to_withdraw ?? ''} />,
                ],
                [t('withdrawals.arrives'), inUsdt(amount)],
                [t('withdrawals.held'), inUsdt(amount)],
                ...(rest === undefined ? [] : [[t('withdrawals.rest'), inUsdt(rest)] as const]),
              ]}
            />
          </ConfirmDialog>
        )}
      </div>
    );
  };
}

import { useTranslation } from 'react-i18next';
import { useGetMerchantDashboardQuery } from '@/api/balance';
import { useGetRateQuery } from '@/api/info';
import { Agreed } from '@/shared/dialog/agreed';
import { ConfirmDialog } from '@/shared/dialog/confirm-dialog';
import { formatAmount, formatUsdt, inUsdt } from '@/shared/lib/format-amount';
import { heldForPayout } from './held-for-payout';

interface PayoutQuestionProps {
  /** A plain decimal, in roubles. */
  amount: string;
  fio: string;
  /** A phone, a number of an account, and the like: all there are. */
  to: readonly string[];
  onAnswer: (isYes: boolean) => void;
}

/** Asks before a payout is made: the sum, who gets it, what is held for it at the rate of this minute, and what is left. */
export function PayoutQuestion({ amount, fio, to, onAnswer }: PayoutQuestionProps) {
  const { t } = useTranslation();
  const { data: dashboard } = useGetMerchantDashboardQuery();
  const { data: rate } = useGetRateQuery();
  const held = heldForPayout(amount, { rate: rate?.rate, feeBp: dashboard?.fee_bp, balance: dashboard?.balance });
  return (
    <ConfirmDialog
      title={t('payouts.askTitle', { amount: formatAmount(amount) })}
      text={t('payouts.askText')}
      confirmText={t('payouts.askConfirm')}
      onConfirm={() => {
        onAnswer(true);
        // The form goes on: the focus comes back to it.
        return Promise.resolve(false);
      }}
      onClose={() => onAnswer(false)}
    >
      <Agreed
        facts={[
          [t('payouts.whereTo'), [fio, ...to].filter((text) => text !== '').join(', ')],
          ...(held
            ? [
                [
                  t('payouts.held'),
                  t('payouts.heldWithFee', { sum: formatUsdt(held.held), fee: formatUsdt(held.fee) }),
                ] as const,
                [t('payouts.rest'), held.rest === undefined ? t('payouts.notEnough') : inUsdt(held.rest)] as const,
              ]
            : []),
        ]}
      />
    </ConfirmDialog>
  );
}

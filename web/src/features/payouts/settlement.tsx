import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PayoutDetail, PayoutRow } from '@/api/payouts';
import { useRole } from '@/session/use-user';
import type { Fact } from '@/shared/detail/facts';
import { formatDateTime } from '@/shared/lib/format-date';
import { StatusBadge, type Tone } from '@/shared/ui/status-badge';

const TONES: Record<NonNullable<PayoutRow['settlement']>, Tone> = {
  contestable: 'neutral',
  contested: 'warning',
  settled: 'success',
  returned: 'neutral',
};

/** Beside the status of a payout whose money is not settled, or went back. */
export function SettlementBadge({ of: { settlement } }: { of: Pick<PayoutRow, 'settlement'> }) {
  const { t } = useTranslation();
  if (!settlement || settlement === 'settled') return null;
  return (
    <>
      {' '}
      <StatusBadge tone={TONES[settlement]}>{t(`payouts.settlement.${settlement}`)}</StatusBadge>
    </>
  );
}

/** What becomes of the money, in the words of the person who looks. */
function SettlementText({ payout: { settlement, contest_until: until } }: { payout: PayoutDetail }) {
  const { t } = useTranslation();
  const isTrader = useRole() === 'trader';
  if (!settlement) return null;
  return t(`payouts.${isTrader ? 'forTrader' : 'forMerchant'}.${settlement}`, { until: formatDateTime(until) });
}

/** The facts of a payout's settlement; none before it was done. */
export const settlementFacts = (payout: PayoutDetail, t: TFunction): readonly Fact[] => [
  ...(payout.settlement
    ? [[t('payouts.settlementTitle'), <SettlementText key="settlement" payout={payout} />] as const]
    : []),
  ...(payout.contest_reason ? [[t('payouts.contestReason'), payout.contest_reason] as const] : []),
  ...(payout.decision_reason ? [[t('payouts.decisionReason'), payout.decision_reason] as const] : []),
];

import type { PlatformAccountFilter } from '@kantor/contract/plain/statuses.ts';
import { useGetPlatformAccountTotalsQuery } from '@/api/platform-accounts';
import { formatCount, inUsdt } from '@/shared/lib/format-amount';
import { usePolling } from '@/shared/lib/use-polling';
import { TotalsLine } from '@/shared/totals/totals-line';
import { useTexts } from './texts';

/** The line under the accounts: how many the filters leave, and what these have together. */
export function AccountTotals({ filters }: { filters: Record<string, string> }) {
  const t = useTexts();
  const { currentData: totals } = useGetPlatformAccountTotalsQuery(filters, usePolling());
  if (totals === undefined) return null;
  return (
    <TotalsLine
      figures={[
        [t('platform:accounts.totals.count'), formatCount(totals.count)],
        ...(['available', 'held', 'earned', 'debt'] as const).map(
          (part) => [t(`platform:accounts.totals.${part}`), inUsdt(totals[part])] as const,
        ),
      ]}
    />
  );
}

/** How many of the role and the name are in a state. */
export function StateCount({
  state,
  filters,
}: {
  state: 'ALL' | PlatformAccountFilter;
  filters: Record<string, string>;
}) {
  const { currentData: totals } = useGetPlatformAccountTotalsQuery(filters, usePolling());
  return totals && formatCount(totals.states[state]);
}

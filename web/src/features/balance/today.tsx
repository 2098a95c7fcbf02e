import { Suspense } from 'react';
import { useGetEarningsQuery } from '@/api/statement';
import { useOrderTotals } from '@/session/totals/use-order-totals';
import { useTraderTexts } from '@/shared/i18n/trader';
import { DASH, formatAmount, formatCount, inRub } from '@/shared/lib/format-amount';
import { moscowDay } from '@/shared/lib/format-date';
import { lazyLater } from '@/shared/lib/lazy-later';
import { serverNow } from '@/shared/lib/server-clock';
import { usePolling } from '@/shared/lib/use-polling';
import { BalanceCard } from './balance-card';
import classes from './balance.module.css';

const TodayMore = lazyLater(() => import('./today-more'));

const closedOf = (statuses: NonNullable<ReturnType<typeof useOrderTotals>>) =>
  statuses.find(({ status }) => status === 'CLOSED') ?? { count: 0, amount: '0.00' };

/** What has come of the orders of this day in Moscow. */
export function Today() {
  const t = useTraderTexts();
  const statuses = useOrderTotals({ since: moscowDay(new Date(serverNow()).toISOString()) });
  const { data: earned } = useGetEarningsQuery(undefined, usePolling());
  const closed = statuses && closedOf(statuses);
  const all = statuses?.reduce((sum, { count }) => sum + count, 0);
  return (
    <BalanceCard
      label={t('trader:today.closed')}
      value={closed ? formatCount(closed.count) : DASH}
      {...(all && { unit: t('trader:today.of', { n: formatCount(all) }) })}
    >
      <span className={classes.part}>
        {[
          closed && inRub(closed.amount),
          earned && t('trader:today.earned', { sum: `${formatAmount(earned.today)}\u00A0USDT` }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <Suspense fallback={<span className={classes.more} />}>
        {statuses && earned && <TodayMore statuses={statuses} earned={earned} />}
      </Suspense>
    </BalanceCard>
  );
}

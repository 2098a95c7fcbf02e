import { SCALE } from '@kantor/contract/plain/money.ts';
import type { Earnings } from '@/api/statement';
import type { OrderTotals } from '@/api/order-totals';
import { useOrderTotals } from '@/session/totals/use-order-totals';
import { useTraderTexts } from '@/shared/i18n/trader';
import { formatAmount, formatCount, formatDecimal } from '@/shared/lib/format-amount';
import { moscowDay } from '@/shared/lib/format-date';
import { serverNow } from '@/shared/lib/server-clock';
import { sumOf } from '@/shared/totals/sum-of';
import classes from './today-more.module.css';

type Statuses = OrderTotals['statuses'];

const DAY_MS = 86_400_000;

const countOf = (statuses: Statuses, ...of: readonly Statuses[number]['status'][]): number =>
  statuses.filter(({ status }) => of.includes(status)).reduce((sum, { count }) => sum + count, 0);
const all = (statuses: Statuses): number => statuses.reduce((sum, { count }) => sum + count, 0);

const inUsdt = (amount: string | number) => `${formatAmount(amount)}\u00A0USDT`;

/** Under what was closed today: which part of what has ended that is, the day before, and what each of 24 hours brought. */
export default function TodayMore({ statuses, earned }: { statuses: Statuses; earned: Earnings }) {
  const t = useTraderTexts();
  const since = useOrderTotals({ since: moscowDay(new Date(serverNow() - DAY_MS).toISOString()) });
  const closed = countOf(statuses, 'CLOSED');
  const ended = closed + countOf(statuses, 'EXPIRED', 'DECLINED');
  return (
    <span className={classes.more}>
      <span className={classes.words}>
        {ended > 0 && (
          <span>{t('trader:today.conversion', { n: formatDecimal(((closed / ended) * 100).toFixed(1), 0, 1) })}</span>
        )}
        {since && (
          <span>
            {t('trader:today.yesterday', {
              closed: formatCount(countOf(since, 'CLOSED') - closed),
              all: formatCount(all(since) - all(statuses)),
              sum: inUsdt(earned.yesterday),
            })}
          </span>
        )}
      </span>
      <Hours
        hours={earned.hours.map(Number)}
        label={t('trader:today.hours', { sum: inUsdt(sumOf(earned.hours, SCALE.usdt)) })}
      />
    </span>
  );
}

/** Bars of the last 24 hours, the newest last. */
function Hours({ hours, label }: { hours: readonly number[]; label: string }) {
  const most = Math.max(...hours, 0);
  if (most === 0) return null;
  return (
    <span className={classes.hours} role="img" aria-label={label} title={label}>
      {hours.map((hour, n) => (
        // A place is an hour.
        <i key={n} style={{ blockSize: `${(Math.max(0, hour) / most) * 100}%` }} />
      ))}
    </span>
  );
}

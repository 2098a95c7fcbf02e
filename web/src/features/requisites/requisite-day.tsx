import { type RequisiteDay, useGetRequisiteDaysQuery } from '@/api/requisite-days';
import { useUser } from '@/session/use-user';
import { useTraderTexts } from '@/shared/i18n/trader';
import { DASH, formatAmount, formatCount, formatDecimal } from '@/shared/lib/format-amount';
import { formatDateTime, formatTime, moscowDay } from '@/shared/lib/format-date';
import { serverNow } from '@/shared/lib/server-clock';
import { usePolling } from '@/shared/lib/use-polling';
import classes from './requisites.module.css';

const DAY_LENGTH = '24.11.2026'.length;

/** What a requisite has brought today: one call tells it of all. Undefined while it is not known, and where the server does not tell. */
function useRequisiteDay(id: string): RequisiteDay | undefined {
  const isTold = useUser()?.rights?.includes('requisites.read') ?? false;
  const { data } = useGetRequisiteDaysQuery(undefined, { ...usePolling(), skip: !isTold });
  return Array.isArray(data) ? data.find((day) => day.id === id) : undefined;
}

/** The sum of a day, and under it how much of what has ended was paid. */
export function TodayCell({ id }: { id: string }) {
  const t = useTraderTexts();
  const day = useRequisiteDay(id);
  if (!day || day.ended === 0) return DASH;
  const share = formatDecimal(((day.closed / day.ended) * 100).toFixed(0), 0, 0);
  return (
    <span title={t('trader:requisiteDay.hint')}>
      {formatAmount(day.amount)}
      <span className={classes.under}>
        {t('trader:requisiteDay.of', { closed: formatCount(day.closed), ended: formatCount(day.ended), share })}
      </span>
    </span>
  );
}

/** Under the sum of all deals: when the last order came, the time alone where it is of today. */
export function LastOrder({ id }: { id: string }) {
  const t = useTraderTexts();
  const at = useRequisiteDay(id)?.last_order_at ?? null;
  if (at === null) return null;
  const isToday = moscowDay(at) === moscowDay(new Date(serverNow()).toISOString());
  return (
    <span className={`${classes.under} ${classes.last}`} title={formatDateTime(at)}>
      {t('trader:requisiteDay.last', { at: isToday ? formatTime(at) : formatDateTime(at).slice(0, DAY_LENGTH) })}
    </span>
  );
}

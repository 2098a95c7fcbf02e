import { formatTimeLeft } from '@/shared/lib/format-date';
import { useServerNow } from '@/shared/lib/use-now';
import { StatusBadge } from '@/shared/ui/status-badge';
import classes from './balance.module.css';

const SOON_MS = 3 * 60_000;

/** The time an order has left, by the server's clock; a warning under three minutes. */
export function TimeLeft({ until }: { until: string }) {
  const left = Date.parse(until) - useServerNow();
  const text = formatTimeLeft(left);
  return left < SOON_MS ? (
    <StatusBadge tone="warning">{text}</StatusBadge>
  ) : (
    <span className={classes.timeLeft}>{text}</span>
  );
}

import { DASH } from '../lib/format-amount';
import { formatTimeLeft } from '../lib/format-date';
import { useServerNow } from '../lib/use-now';
import { StatusBadge } from './status-badge';
import classes from './status-badge.module.css';

const SOON_MS = 3 * 60_000;

/** The time an order has left, by the server's clock; a warning under three minutes, a dash when nothing is known. */
export function TimeLeft({ until }: { until: string | undefined }) {
  const left = Date.parse(until ?? '') - useServerNow();
  if (Number.isNaN(left)) return DASH;
  const text = formatTimeLeft(left);
  return left < SOON_MS ? (
    <StatusBadge tone="warning">{text}</StatusBadge>
  ) : (
    <span className={classes.timeLeft}>{text}</span>
  );
}

import { DASH } from '../lib/format-amount';
import { formatTimeLeft } from '../lib/format-date';
import { useServerNow } from '../lib/use-now';
import { StatusBadge } from './status-badge';
import classes from './status-badge.module.css';

const SOON_MS = 3 * 60_000;
const LAST_MS = 60_000;

const toneOf = (left: number) => {
  if (left >= SOON_MS) return undefined;
  return left < LAST_MS ? 'danger' : 'warning';
};

interface TimeLeftProps {
  until: string | undefined;
  /** When its time began: with it, a bar grows thinner under the figure. */
  since?: string;
}

/**
 * The time an order has left, by the server's clock: amber under three minutes, red under one; a dash when nothing is known.
 */
export function TimeLeft({ until, since }: TimeLeftProps) {
  const left = Date.parse(until ?? '') - useServerNow();
  if (Number.isNaN(left)) return DASH;
  const text = formatTimeLeft(left);
  const tone = toneOf(left);
  const figure = tone ? (
    <StatusBadge tone={tone}>{text}</StatusBadge>
  ) : (
    <span className={classes.timeLeft}>{text}</span>
  );
  const whole = Date.parse(until ?? '') - Date.parse(since ?? '');
  if (!(whole > 0)) return figure;
  const part = Math.min(1, Math.max(0, left / whole));
  return (
    <span className={classes.running}>
      {figure}
      <span className={classes.bar} data-tone={tone} style={{ inlineSize: `${part * 100}%` }} />
    </span>
  );
}

import type { Cabinet, CabinetHealth } from '@/api/cabinets';
import { type TraderTexts, useTraderTexts } from '@/shared/i18n/trader';
import { formatCount } from '@/shared/lib/format-amount';
import { formatDateTime, formatTime, moscowDay } from '@/shared/lib/format-date';
import { useServerNow } from '@/shared/lib/use-now';
import { Card, FactsList } from '@/shared/detail/facts';
import classes from './health.module.css';
import { useHealth } from './use-health';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `12 с назад`, `5 мин назад`, and from an hour up the time. */
function sinceText(t: TraderTexts, iso: string, now: number): string {
  const age = Math.max(0, now - Date.parse(iso));
  if (age < MINUTE_MS) return t('trader:health.seconds', { n: Math.floor(age / 1000) });
  if (age < HOUR_MS) return t('trader:health.minutes', { n: Math.floor(age / MINUTE_MS) });
  const isToday = moscowDay(iso) === moscowDay(new Date(now).toISOString());
  return t('trader:health.since', { at: isToday ? formatTime(iso) : formatDateTime(iso) });
}

/** The last call of the phone, told anew every second by this machine's clock. */
function LastPing({ at }: { at: string | null }) {
  const t = useTraderTexts();
  const now = useServerNow();
  return at === null ? t('trader:health.never') : sinceText(t, at, now);
}

/** The last 24 hours: where the phone was online, where it was silent, and where there was no cabinet yet. */
function Strip({ health }: { health: CabinetHealth }) {
  const t = useTraderTexts();
  const now = Math.floor(useServerNow() / MINUTE_MS) * MINUTE_MS;
  const begin = now - DAY_MS;
  const place = (from: number, until: number) => ({
    left: `${(Math.max(0, from - begin) / DAY_MS) * 100}%`,
    width: `${(Math.max(0, Math.min(until, now) - Math.max(from, begin)) / DAY_MS) * 100}%`,
  });
  const since = Math.max(begin, Date.parse(health.since));
  const silences = health.silences.map(
    ({ since: from, until }) => [Date.parse(from), until ? Date.parse(until) : now] as const,
  );
  const silent = silences.reduce(
    (sum, [from, until]) => sum + Math.max(0, Math.min(until, now) - Math.max(from, begin)),
    0,
  );
  const known = Math.max(0, now - since);
  const inMinutes = (ms: number) => formatCount(Math.round(ms / MINUTE_MS));
  const label = t('trader:health.strip', { online: inMinutes(Math.max(0, known - silent)), known: inMinutes(known) });
  return (
    <span className={classes.strip} role="img" aria-label={label} title={label}>
      <span className={classes.online} style={place(since, now)} />
      {silences.map(([from, until]) => (
        <span key={from} className={classes.silent} style={place(from, until)} />
      ))}
    </span>
  );
}

/** In the list: the last call, the charge and the strip. */
export function HealthCell({ id }: { id: string }) {
  const t = useTraderTexts();
  const health = useHealth(id);
  if (!health) return null;
  return (
    <span className={classes.cell}>
      <span className={classes.words}>
        <LastPing at={health.last_heard_at} />
        {health.battery !== null && ` · ${t('trader:health.battery', { n: health.battery })}`}
      </span>
      <Strip health={health} />
    </span>
  );
}

/** In the list: what came today. */
export function TodayCell({ id }: { id: string }) {
  const t = useTraderTexts();
  const health = useHealth(id);
  if (!health) return null;
  return (
    <span className={classes.today}>
      <span>{t('trader:health.messages', { n: formatCount(health.messages_today) })}</span>
      <span>{t('trader:health.orders', { n: formatCount(health.orders_today) })}</span>
    </span>
  );
}

/** On the cabinet's page. */
export function HealthCard({ cabinet }: { cabinet: Cabinet }) {
  const t = useTraderTexts();
  const health = useHealth(cabinet.id);
  if (!health) return null;
  return (
    <Card title={t('trader:health.title')}>
      <FactsList
        facts={[
          [t('trader:health.lastPing'), <LastPing key="last" at={health.last_heard_at} />],
          ...(health.battery === null ? [] : [[t('trader:health.charge'), `${health.battery}\u00a0%`] as const]),
          [t('trader:health.day'), <Strip key="strip" health={health} />],
          [t('trader:health.messagesToday'), formatCount(health.messages_today)],
          [t('trader:health.ordersToday'), formatCount(health.orders_today)],
        ]}
      />
    </Card>
  );
}

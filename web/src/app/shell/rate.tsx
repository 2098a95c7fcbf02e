import { useTranslation } from 'react-i18next';
import { usePolling } from '@/shared/lib/use-polling';
import { useGetRateQuery } from '@/api/info';
import { rateInRub } from '@/shared/lib/format-amount';
import { formatAge } from '@/shared/lib/format-age';
import { formatDateTime, formatTime } from '@/shared/lib/format-date';
import { useServerNow } from '@/shared/lib/use-now';
import classes from './header.module.css';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Older than this, the rate says from when it is… */
const FRESH_MS = HOUR;
/** …and after this long, from which day. */
const TODAY_MS = 12 * HOUR;

/** `1 USDT = 92,50 ₽`. One that nothing is issued at any more says so, and how old it is. */
export function Rate() {
  const { t } = useTranslation();
  const { data } = useGetRateQuery(undefined, usePolling());
  const age = useServerNow() - Date.parse(data?.updated_at ?? '');
  if (!data) return null;
  const isOld = age > FRESH_MS;
  const time = age > TODAY_MS ? formatDateTime(data.updated_at) : formatTime(data.updated_at);
  return (
    <p className={classes.rate} data-stale={data.is_stale || undefined} data-old={isOld || undefined}>
      <span className={classes.rateLabel}>{t('shell.rate')}</span> <strong>{rateInRub(data.rate)}</strong>
      {data.is_stale ? (
        <span className={classes.rateStale}>
          <span className={classes.rateWords}>{t('shell.rateStale')} </span>
          {formatAge(t, age)}
        </span>
      ) : (
        isOld && <span className={classes.rateAge}>{t('shell.rateOf', { time })}</span>
      )}
    </p>
  );
}

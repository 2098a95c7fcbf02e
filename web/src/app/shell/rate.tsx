import { useTranslation } from 'react-i18next';
import { POLL } from '@/api/api';
import { useGetRateQuery } from '@/api/info';
import { formatRate } from '@/shared/lib/format-amount';
import { formatDateTime, formatTime } from '@/shared/lib/format-date';
import { useServerNow } from '@/shared/lib/use-now';
import classes from './header.module.css';

/** Older than this, the rate says from when it is… */
const FRESH_MS = 60 * 60_000;
/** …and after this long, from which day. */
const TODAY_MS = 12 * 3_600_000;

/** `1 USDT = 92,50 ₽`. */
export function Rate() {
  const { t } = useTranslation();
  const { data } = useGetRateQuery(undefined, POLL);
  const age = useServerNow() - Date.parse(data?.updated_at ?? '');
  if (!data) return null;
  const isStale = age > FRESH_MS;
  const time = age > TODAY_MS ? formatDateTime(data.updated_at) : formatTime(data.updated_at);
  return (
    <p className={classes.rate} data-stale={isStale || undefined}>
      <span className={classes.rateLabel}>{t('shell.rate')}</span>{' '}
      <strong>{`${formatRate(data.rate)}\u00a0${t('shell.rateUnit')}`}</strong>
      {isStale && <span className={classes.rateAge}>{t('shell.rateStale', { time })}</span>}
    </p>
  );
}

import { useTranslation } from 'react-i18next';
import { POLL } from '@/api/api';
import { useGetRateQuery } from '@/api/info';
import { formatRate } from '@/shared/lib/format-amount';
import { formatTime } from '@/shared/lib/format-date';
import { useServerNow } from '@/shared/lib/use-now';
import classes from './header.module.css';

/** Older than this, the rate says from when it is. */
const FRESH_MS = 10 * 60_000;

/** `1 USDT = 92,50 ₽`. */
export function Rate() {
  const { t } = useTranslation();
  const { data } = useGetRateQuery(undefined, POLL);
  if (!data) return null;
  return (
    <p className={classes.rate}>
      <span className={classes.rateLabel}>{t('shell.rate')}</span>{' '}
      <strong>{`${formatRate(data.rate)}\u00a0${t('shell.rateUnit')}`}</strong>
      <RateAge updatedAt={data.updated_at} />
    </p>
  );
}

function RateAge({ updatedAt }: { updatedAt: string | undefined }) {
  const { t } = useTranslation();
  const age = useServerNow() - Date.parse(updatedAt ?? '');
  return age > FRESH_MS ? (
    <span className={classes.rateAge}>{t('shell.rateStale', { time: formatTime(updatedAt) })}</span>
  ) : null;
}

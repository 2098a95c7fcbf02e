import { type MerchantToday, useGetMerchantTodayQuery } from '@/api/merchant-day';
import { useMerchantTexts } from '@/shared/i18n/merchant';
import { DASH, formatAmount, formatCount, formatDecimal } from '@/shared/lib/format-amount';
import { formatDateTime, formatTime } from '@/shared/lib/format-date';
import { usePolling } from '@/shared/lib/use-polling';
import { Boundary } from '@/shared/ui/boundary';
import { ErrorState, LoadingNote, Skeleton, StaleNote } from '@/shared/ui/states';
import { Funnel } from './funnel';
import { Hours } from './hours';
import classes from './merchant-day.module.css';

type Day = MerchantToday['today'];

/** Paid of the finished ones. */
function conversionOf({ paid, expired, cancelled }: Day): string {
  const ended = paid + expired + cancelled;
  return ended === 0 ? DASH : `${formatDecimal(((paid / ended) * 100).toFixed(1), 0, 1)}\u00a0%`;
}

const METRICS = {
  conversion: conversionOf,
  turnover: ({ turnover }) => formatAmount(turnover),
  fee: ({ fee }) => formatAmount(fee),
  appeals: ({ appeals }) => formatCount(appeals),
} as const satisfies Record<string, (day: Day) => string>;

/** A merchant's day so far, beside yesterday until the same time. */
export default function MerchantDay() {
  const t = useMerchantTexts();
  const { data, isError, error, refetch } = useGetMerchantTodayQuery(undefined, usePolling());
  return (
    <section className={classes.day} aria-labelledby="merchant-day" aria-busy={!data && !isError}>
      <div className={classes.header}>
        <h2 id="merchant-day">
          {data ? t('merchant:day.title', { time: formatTime(data.compared_until) }) : t('merchant:day.today')}
        </h2>
        {data && isError && <StaleNote onRetry={refetch} />}
      </div>
      {data && <Figures of={data} />}
      {!data &&
        (isError ? (
          <ErrorState title={t('merchant:day.failed')} error={error} onRetry={refetch} />
        ) : (
          <>
            <LoadingNote />
            <Skeleton height={72} />
            <Skeleton height={180} />
          </>
        ))}
    </section>
  );
}

function Figures({ of }: { of: MerchantToday }) {
  const t = useMerchantTexts();
  const { today, yesterday, since, at } = of;
  /** Two days before it nothing is compared with. */
  const isPartial = Date.parse(at) - Date.parse(since) < 2 * 86_400_000;
  return (
    <>
      <dl className={classes.metrics}>
        {Object.entries(METRICS).map(([name, read]) => (
          <div key={name}>
            <dt>{t(`merchant:day.${name as keyof typeof METRICS}`)}</dt>
            <dd>
              <b>{read(today)}</b> <span>{t('merchant:day.yesterday', { value: read(yesterday) })}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.definition}>
        {t('merchant:day.definition')}
        {isPartial && ` ${t('merchant:day.since', { time: formatDateTime(since) })}`}
      </p>
      <div className={classes.charts}>
        <Boundary>
          <Hours hours={of.hours} />
        </Boundary>
        <Boundary>
          <Funnel day={today} />
        </Boundary>
      </div>
    </>
  );
}

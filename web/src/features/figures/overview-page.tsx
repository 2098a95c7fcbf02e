import { Link } from 'react-router';
import { getOverview, type Overview, useGetOverviewQuery } from '@/api/platform-figures';
import { formatAge } from '@/shared/lib/format-age';
import { inUsdt, rateInRub } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';
import { PRELOAD, type Preload } from '@/shared/lib/query-call';
import { useServerNow } from '@/shared/lib/use-now';
import { Boundary } from '@/shared/ui/boundary';
import screen from '@/shared/ui/screen.module.css';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { ErrorState, LoadingNote, Skeleton, StaleNote } from '@/shared/ui/states';
import { Days } from './days';
import classes from './figures.module.css';
import { useTexts } from './texts';
import { Waiting } from './waiting';

export const preload: Preload = () => getOverview.initiate(undefined, PRELOAD);

/** The platform's first page: what asks for a hand, then today beside yesterday. */
export function Component() {
  const t = useTexts();
  const { data, isError, error, refetch } = useGetOverviewQuery();
  return (
    <div className={screen.screen}>
      <ScreenTitle>{t('sections.overview')}</ScreenTitle>
      <div className={screen.header}>
        <h1>{t('sections.overview')}</h1>
        {isError && data && <StaleNote onRetry={refetch} />}
      </div>
      {data && <Figures overview={data} />}
      {!data &&
        (isError ? (
          <ErrorState title={t('figures:overview.loadError')} error={error} onRetry={refetch} />
        ) : (
          <div className={classes.section} aria-busy="true">
            <LoadingNote />
            <Skeleton width="30%" height={20} />
            <Skeleton height={120} />
            <Skeleton height={240} />
          </div>
        ))}
    </div>
  );
}

function Figures({ overview }: { overview: Overview }) {
  return (
    <>
      <Boundary>
        <Waiting items={overview.waiting} />
      </Boundary>
      <Boundary>
        <Now overview={overview} />
      </Boundary>
      <Boundary>
        <Days overview={overview} />
      </Boundary>
    </>
  );
}

/** What is there for the next orders. */
function Now({ overview: { free, rate } }: { overview: Overview }) {
  const t = useTexts();
  const now = useServerNow();
  return (
    <section className={classes.section} aria-labelledby="overview-now">
      <h2 id="overview-now">{t('figures:overview.now')}</h2>
      <dl className={classes.cards}>
        <div>
          <dt>{t('figures:overview.free')}</dt>
          <dd>
            <b>{inUsdt(free.usdt)}</b>{' '}
            <Link to={paths.platformList('accounts', 'TRAFFIC')}>
              {t('figures:overview.traders', { n: free.traders })}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{t('figures:overview.rate')}</dt>
          <dd>
            <b>
              <Link to={paths.platformList('rate')}>{rate ? rateInRub(rate.rate) : t('figures:overview.noRate')}</Link>
            </b>{' '}
            {rate && (
              <span>{t('figures:overview.rateAge', { age: formatAge(t, now - Date.parse(rate.confirmed_at)) })}</span>
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}

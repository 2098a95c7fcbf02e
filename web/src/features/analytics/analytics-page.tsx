import { BREAKDOWNS_OF } from '@kantor/contract/plain/analytics.ts';
import { Button } from '@mantine/core';
import { type Analytics, getAnalytics, useGetAnalyticsQuery } from '@/api/analytics';
import { May } from '@/session/may';
import { useUser } from '@/session/use-user';
import { useAnalyticsTexts } from '@/shared/i18n/analytics';
import { formatDateTime } from '@/shared/lib/format-date';
import { PRELOAD, type Preload } from '@/shared/lib/query-call';
import { Boundary } from '@/shared/ui/boundary';
import screen from '@/shared/ui/screen.module.css';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { EmptyState, ErrorState, LoadingNote, Skeleton, StaleNote } from '@/shared/ui/states';
import classes from './analytics.module.css';
import { BreakdownTable } from './breakdown';
import { Chart } from './chart';
import { dayText } from './format';
import { readPeriod, useChoices } from './period';
import { PeriodPicker } from './period-picker';
import { RefusalTable } from './refusals';
import { Tiles } from './tiles';

export const preload: Preload = ({ search }) => getAnalytics.initiate(readPeriod(search), PRELOAD);

/** What became of the orders of a period, beside the period before it. */
export function Component() {
  const t = useAnalyticsTexts();
  const choices = useChoices();
  const { asked } = choices;
  const { data, currentData, isError, error, refetch } = useGetAnalyticsQuery(asked);
  const shown = currentData ?? (isError ? undefined : data);
  return (
    <div className={screen.screen}>
      <ScreenTitle>{t('sections.analytics')}</ScreenTitle>
      <div className={screen.header}>
        <h1>{t('sections.analytics')}</h1>
        {shown && <span className={screen.count}>{t('analytics:days', daysOf(shown.period))}</span>}
        {isError && shown && <StaleNote onRetry={refetch} />}
      </div>
      <div className={classes.choices}>
        <PeriodPicker asked={asked} onPeriod={choices.choosePeriod} onDays={choices.chooseDays} />
        {asked.account !== undefined && (
          <Button variant="default" onClick={choices.showAll}>
            {`${t('analytics:oneAccountUnnamed')} × ${t('analytics:allAccounts')}`}
          </Button>
        )}
      </div>
      {shown && <Parts of={shown} isStale={currentData === undefined} choices={choices} />}
      {!shown &&
        (isError ? (
          <ErrorState title={t('analytics:loadError')} error={error} onRetry={refetch} />
        ) : (
          <div className={classes.section} aria-busy="true">
            <LoadingNote />
            <Skeleton height={160} />
            <Skeleton height={240} />
          </div>
        ))}
    </div>
  );
}

const daysOf = ({ from, to }: Analytics['period']) => ({ from: dayText(from), to: dayText(to) });

interface PartsProps {
  of: Analytics;
  isStale: boolean;
  choices: ReturnType<typeof useChoices>;
}

function Parts({ of, isStale, choices: { asked, by, chooseBreakdown } }: PartsProps) {
  const t = useAnalyticsTexts();
  const user = useUser();
  const breakdowns = user ? BREAKDOWNS_OF[user.role] : [];
  const isEmpty = of.figures.issued === 0 && (of.figures.asked ?? 0) === 0;
  return (
    <div className={classes.parts} data-stale={isStale || undefined}>
      {of.read_at !== null && (
        <p className={classes.definition} role="status">
          {t('analytics:readAt', { time: formatDateTime(of.read_at) })}
        </p>
      )}
      {of.since !== null && of.compared.from < of.since && (
        <p className={classes.definition} role="status">
          {t('analytics:since', { day: dayText(of.since) })}
        </p>
      )}
      <Boundary>
        <Tiles of={of} />
      </Boundary>
      {isEmpty ? (
        <EmptyState title={t('analytics:nothing')} />
      ) : (
        <>
          <Boundary>
            <Chart of={of} />
          </Boundary>
          <Boundary>
            <BreakdownTable
              asked={asked}
              by={breakdowns.includes(by) ? by : 'bank'}
              breakdowns={breakdowns}
              onBy={chooseBreakdown}
            />
          </Boundary>
        </>
      )}
      <May right="summary.read">
        <Boundary>
          <RefusalTable asked={asked} />
        </Boundary>
      </May>
    </div>
  );
}

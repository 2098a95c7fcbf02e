import { OWNED_PARTS, type OwnedPart, PARTS_OF } from '@kantor/contract/plain/money-trail.ts';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { fileOf } from '@/acts/exports/file-of';
import { PeriodTotals } from '@/acts/statement/period-totals';
import { getStatement, type StatementEntry, useGetEarningsQuery, useGetStatementTotalsQuery } from '@/api/statement';
import { useMay } from '@/session/may';
import { useRole } from '@/session/use-user';
import { DateRange } from '@/shared/dates/date-range';
import { entryColumns } from '@/acts/statement/entry-columns';
import { ObjectLink } from '@/shared/entries/object-link';
import { statementTexts, useStatementTexts } from '@/shared/i18n/statement';
import { inUsdt } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';
import { usePolling } from '@/shared/lib/use-polling';
import { listScreen } from '@/shared/list/list-screen';
import { type ListParams, useListParams } from '@/shared/list/use-list-params';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { PAGES_OF } from './object-pages';
import classes from './statement.module.css';

const filters: { part: OwnedPart; from: string; to: string } = { part: 'available', from: '', to: '' };
const LIST = { pageSize: 30, filters, allowed: { part: OWNED_PARTS } } as const;

function What({ entry: { reason, object_id: id } }: { entry: StatementEntry }) {
  const t = useStatementTexts();
  const role = useRole();
  return (
    <>
      {t(`statement:kinds.${reason}`)} {role && <ObjectLink reason={reason} id={id} pages={PAGES_OF[role]} />}
    </>
  );
}

/** What was earned so far in this day, week and month. */
function Earned() {
  const t = useStatementTexts();
  const { data } = useGetEarningsQuery(undefined, usePolling());
  if (!data) return null;
  return (
    <dl className={classes.earned} aria-label={t('statement:earned')}>
      {(['today', 'week', 'month'] as const).map((span) => (
        <div key={span}>
          <dt>{`${t('statement:earned')} ${t(`statement:${span}`)}`}</dt>
          <dd>{inUsdt(data[span])}</dd>
        </div>
      ))}
    </dl>
  );
}

function Period() {
  const list = useListParams(LIST);
  const { part, from, to } = list.filters;
  const query = useGetStatementTotalsQuery({ ...(from && { from }), ...(to && { to }) }, usePolling());
  return <PeriodTotals query={query} from={from} to={to} part={part} />;
}

/** A trader earns; a merchant's earnings are elsewhere. */
function Above() {
  const mayEarn = useMay('balance.read');
  return (
    <>
      {mayEarn && <Earned />}
      <Period />
    </>
  );
}

function Toolbar({ list }: { list: ListParams<typeof filters> }) {
  const t = useStatementTexts();
  const role = useRole();
  const parts = role === 'merchant' ? PARTS_OF.merchant : PARTS_OF.trader;
  return (
    <>
      <FilterButtons<OwnedPart>
        label={t('statement:part')}
        value={list.filters.part}
        options={parts.map((value) => ({ value, label: t(`statement:parts.${value}`) }))}
        onChange={(part) => list.setFilters({ part })}
      />
      <DateRange from={list.filters.from} to={list.filters.to} onChange={(days) => list.setFilters(days)} />
    </>
  );
}

function ToActs() {
  const t = useStatementTexts();
  return (
    <Button component={Link} to={paths.acts()} variant="default">
      {t('statement:acts.title')}
    </Button>
  );
}

export const { Component, preload } = listScreen({
  name: 'statement',
  call: getStatement,
  file: fileOf('statement'),
  ...LIST,
  columns: () => entryColumns(statementTexts, What),
  live: 'first page',
  action: ToActs,
  above: Above,
  toolbar: (list) => <Toolbar list={list} />,
});

import { fileOf } from '@/acts/exports/file-of';
import { ActsSection } from '@/acts/statement/acts-section';
import { PartyCard } from '@/acts/statement/party-card';
import { PeriodTotals } from '@/acts/statement/period-totals';
import { getRevenue, type StatementEntry, useGetRevenueTotalsQuery } from '@/api/statement';
import { DateRange } from '@/shared/dates/date-range';
import { entryColumns } from '@/acts/statement/entry-columns';
import { ObjectLink } from '@/shared/entries/object-link';
import { statementTexts, useStatementTexts } from '@/shared/i18n/statement';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { useListParams } from '@/shared/list/use-list-params';

const filters: { from: string; to: string } = { from: '', to: '' };
const LIST = { pageSize: 30, filters } as const;

/** The pages of what money moved for. */
const PAGES = { order: paths.platformOrder, payout: paths.platformPayout };

function What({ entry: { reason, object_id: id } }: { entry: StatementEntry }) {
  return (
    <>
      {useStatementTexts()(`statement:kinds.${reason}`)} <ObjectLink reason={reason} id={id} pages={PAGES} />
    </>
  );
}

function Period() {
  const { from, to } = useListParams(LIST).filters;
  const query = useGetRevenueTotalsQuery({ ...(from && { from }), ...(to && { to }) });
  return <PeriodTotals query={query} from={from} to={to} part="revenue" />;
}

/** The platform's revenue, entry by entry; its acts, and how the platform names itself in all of them. */
export const { Component, preload } = listScreen({
  name: 'revenue',
  call: getRevenue,
  ...LIST,
  file: fileOf('platform_revenue'),
  columns: () => entryColumns(statementTexts, What),
  above: Period,
  toolbar: (list) => (
    <DateRange from={list.filters.from} to={list.filters.to} onChange={(days) => list.setFilters(days)} />
  ),
  below: (_page, { filters: { from, to } }) => (
    <>
      <ActsSection of="revenue" right="platform.acts" from={from} to={to} />
      <PartyCard />
    </>
  ),
});

import { ActsSection } from '@/acts/statement/acts-section';
import { PartyCard } from '@/acts/statement/party-card';
import { PeriodTotals } from '@/acts/statement/period-totals';
import { getRevenue, type StatementEntry, useGetRevenueTotalsQuery } from '@/api/statement';
import { DateRange } from '@/shared/dates/date-range';
import { ObjectLink } from '@/shared/entries/object-link';
import { SignedSum } from '@/shared/entries/sum';
import { type StatementTexts, statementTexts } from '@/shared/i18n/statement';
import { usdtInColumn } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import type { Column } from '@/shared/list/data-table';
import { listScreen } from '@/shared/list/list-screen';
import { useListParams } from '@/shared/list/use-list-params';

const filters: { from: string; to: string } = { from: '', to: '' };
const LIST = { pageSize: 30, filters } as const;

/** The pages of what money moved for. */
const PAGES = { order: paths.platformOrder, payout: paths.platformPayout };

const columns = (t: StatementTexts): readonly Column<StatementEntry>[] => [
  { id: 'date', header: t('statement:date'), card: 'wide', cell: (entry) => formatDateTime(entry.created_at) },
  {
    id: 'what',
    interactive: true,
    header: t('statement:what'),
    fit: 'wrap',
    card: 'wide',
    cell: (entry) => (
      <>
        {t(`statement:kinds.${entry.reason}`)} <ObjectLink reason={entry.reason} id={entry.object_id} pages={PAGES} />
      </>
    ),
  },
  {
    id: 'amount',
    header: t('statement:amount'),
    align: 'right',
    card: 'head',
    cell: ({ amount }) => <SignedSum amount={amount} />,
  },
  {
    id: 'after',
    header: t('statement:after'),
    align: 'right',
    card: 'wide',
    labelled: true,
    cell: (entry) => usdtInColumn(entry.balance_after),
  },
];

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
  columns: () => columns(statementTexts),
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

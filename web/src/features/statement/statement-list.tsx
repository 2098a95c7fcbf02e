import { STATEMENT_PARTS, type StatementPart } from '@kantor/contract/plain/money-trail.ts';
import { fileOf } from '@/acts/exports/file-of';
import { getStatement, type StatementEntry, useGetEarningsQuery } from '@/api/statement';
import { ObjectLink } from '@/shared/entries/object-link';
import { SignedSum } from '@/shared/entries/sum';
import { type TraderTexts, traderTexts, useTraderTexts } from '@/shared/i18n/trader';
import { inUsdt, usdtInColumn } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { usePolling } from '@/shared/lib/use-polling';
import type { Column } from '@/shared/list/data-table';
import { listScreen } from '@/shared/list/list-screen';
import type { ListParams } from '@/shared/list/use-list-params';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import classes from './statement.module.css';

const filters: { part: StatementPart; from: string; to: string } = { part: 'available', from: '', to: '' };

/** The page of what money moved for, by the beginning of the reason. */
const PAGE_OF: Record<string, (id: string) => string> = {
  order: paths.order,
  appeal: paths.appeal,
  withdrawal: paths.usdtWithdrawal,
  payout: paths.payout,
};

/** A trader has no debt, which is a merchant's. */
function What({ reason }: { reason: StatementEntry['reason'] }) {
  const t = useTraderTexts();
  return reason === 'debt' || reason === 'debt_payment' ? null : t(`trader:statement.kinds.${reason}`);
}

const columns = (t: TraderTexts): readonly Column<StatementEntry>[] => [
  { id: 'date', header: t('trader:statement.date'), card: 'wide', cell: (entry) => formatDateTime(entry.created_at) },
  {
    id: 'what',
    interactive: true,
    header: t('trader:statement.what'),
    fit: 'wrap',
    card: 'wide',
    cell: (entry) => (
      <>
        <What reason={entry.reason} /> <ObjectLink reason={entry.reason} id={entry.object_id} pages={PAGE_OF} />
      </>
    ),
  },
  {
    id: 'amount',
    header: t('trader:statement.amount'),
    align: 'right',
    card: 'head',
    cell: ({ amount }) => <SignedSum amount={amount} />,
  },
  {
    id: 'after',
    header: t('trader:statement.after'),
    align: 'right',
    card: 'wide',
    labelled: true,
    cell: (entry) => usdtInColumn(entry.balance_after),
  },
];

/** What was earned so far in this day, week and month. */
function Earned() {
  const t = useTraderTexts();
  const { data } = useGetEarningsQuery(undefined, usePolling());
  if (!data) return null;
  return (
    <dl className={classes.earned} aria-label={t('trader:statement.earned')}>
      {(['today', 'week', 'month'] as const).map((span) => (
        <div key={span}>
          <dt>{`${t('trader:statement.earned')} ${t(`trader:statement.${span}`)}`}</dt>
          <dd>{inUsdt(data[span])}</dd>
        </div>
      ))}
    </dl>
  );
}

function Toolbar({ list }: { list: ListParams<typeof filters> }) {
  const t = useTraderTexts();
  const day = (name: 'from' | 'to') => (
    <label className={classes.day}>
      {t(`trader:statement.${name}`)}
      <input
        type="date"
        value={list.filters[name]}
        onChange={({ currentTarget: { value } }) => list.setFilters({ [name]: value })}
      />
    </label>
  );
  return (
    <>
      <FilterButtons<StatementPart>
        label={t('trader:statement.part')}
        value={list.filters.part}
        options={STATEMENT_PARTS.map((value) => ({ value, label: t(`trader:statement.parts.${value}`) }))}
        onChange={(part) => list.setFilters({ part })}
      />
      {day('from')}
      {day('to')}
    </>
  );
}

export const { Component, preload } = listScreen({
  name: 'statement',
  call: getStatement,
  file: fileOf('statement'),
  pageSize: 30,
  filters,
  allowed: { part: STATEMENT_PARTS },
  columns: () => columns(traderTexts),
  live: 'first page',
  above: Earned,
  toolbar: (list) => <Toolbar list={list} />,
});

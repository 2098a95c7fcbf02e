import { PARTS_OF } from '@kantor/contract/plain/money-trail.ts';
import { Suspense, useId, useMemo } from 'react';
import { Link } from 'react-router';
import { TakeFile } from '@/acts/exports/file-of';
import { type AccountEntry, type AccountPage, useGetAccountEntriesQuery } from '@/api/platform-accounts';
import { PeriodTotals } from '@/acts/statement/period-totals';
import { useGetAccountTotalsQuery } from '@/api/statement';
import { useMay } from '@/session/may';
import { DateRange } from '@/shared/dates/date-range';
import { usdtInColumn } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { titleId } from '@/shared/lib/format-id';
import { paths } from '@/shared/lib/paths';
import type { Column } from '@/shared/list/data-table';
import { PagedTable } from '@/shared/list/paged-table';
import { useListParams } from '@/shared/list/use-list-params';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { type Texts, useTexts } from './texts';
import classes from './account.module.css';

const PAGE = { pageSize: 10 as const, filters: { part: 'available', from: '', to: '' } };

/** The page of what money moved for, by the beginning of the reason. */
const PAGE_OF: Record<string, (id: string) => string> = {
  order: paths.platformOrder,
  appeal: paths.platformAppeal,
  withdrawal: paths.platformWithdrawal,
  payout: paths.platformPayout,
};

function What({ entry: { reason, object_id: id } }: { entry: AccountEntry }) {
  const path = PAGE_OF[reason.split('_')[0] ?? ''];
  return path === undefined ? titleId(id) : <Link to={path(id)}>{titleId(id)}</Link>;
}

const columns = (t: Texts): readonly Column<AccountEntry>[] => [
  { id: 'at', header: t('fields.created'), card: 'wide', cell: ({ created_at: at }) => formatDateTime(at) },
  {
    id: 'why',
    header: t('platform:accounts.entries.why'),
    fit: 'wrap',
    card: 'wide',
    cell: ({ reason }) =>
      reason === 'debt' || reason === 'debt_payment'
        ? t(`platform:accounts.entries.reasons.${reason}`)
        : t(`platform:trail.kinds.${reason}`),
  },
  {
    id: 'what',
    header: t('platform:accounts.entries.what'),
    interactive: true,
    cell: (entry) => <What entry={entry} />,
  },
  {
    id: 'amount',
    header: t('fields.amountUsdt'),
    align: 'right',
    card: 'head',
    unit: t('units.usdt'),
    cell: ({ amount }) => `${String(amount).startsWith('-') ? '' : '+'}${usdtInColumn(amount)}`,
  },
  {
    id: 'after',
    header: t('platform:accounts.entries.after'),
    align: 'right',
    labelled: true,
    cell: ({ balance_after: after }) => usdtInColumn(after),
  },
];

const numberOf = ({ id }: AccountEntry) => id;

function Totals({ id, part, from, to }: { id: string; part: string; from: string; to: string }) {
  const query = useGetAccountTotalsQuery({ id, ...(from && { from }), ...(to && { to }) });
  return <PeriodTotals query={query} from={from} to={to} part={part} />;
}

/** Every movement on a part of the account in a period, newest first. */
export function Entries({ account: { id, role } }: { account: AccountPage }) {
  const t = useTexts();
  const heading = useId();
  const list = useListParams({ ...PAGE, allowed: { part: PARTS_OF[role] } });
  const part = PARTS_OF[role].find((each) => each === list.filters.part) ?? 'available';
  const { from, to } = list.filters;
  const days = { ...(from && { from }), ...(to && { to }) };
  const query = useGetAccountEntriesQuery({ id, part, ...days, page: list.page, page_size: list.pageSize });
  const maySeeTotals = useMay('platform.statements.read');
  const title = t('platform:accounts.entries.title');
  const own = useMemo(() => columns(t), [t]);
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <div className={classes.bar}>
        <h2 id={heading}>{title}</h2>
        <FilterButtons
          label={t('platform:accounts.entries.part')}
          value={part}
          options={PARTS_OF[role].map((each) => ({ value: each, label: t(`platform:trail.parts.${each}`) }))}
          onChange={(value) => list.setFilters({ part: value })}
        />
        <DateRange from={from} to={to} onChange={(chosen) => list.setFilters(chosen)} />
        <Suspense>
          <TakeFile
            list="platform_entries"
            object={id}
            query={{ part, ...days }}
            columns={own.map((column) => column.id)}
          />
        </Suspense>
      </div>
      {maySeeTotals && <Totals id={id} part={part} from={from} to={to} />}
      <PagedTable
        // A part that has no entries is not filtered: there is nothing to reset.
        list={{ ...list, isFiltered: from !== '' || to !== '' }}
        query={query}
        columns={own}
        rowKey={numberOf}
        label={title}
        emptyText={t('platform:accounts.entries.none')}
        errorText={t('platform:accounts.entries.failed')}
      />
    </section>
  );
}

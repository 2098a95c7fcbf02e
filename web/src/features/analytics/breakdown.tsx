import type { Breakdown } from '@kantor/contract/plain/analytics.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { type BreakdownRow, type Figures, type PeriodArgs, useGetBreakdownQuery } from '@/api/analytics';
import { useRole } from '@/session/use-user';
import { FilterSelect } from '@/shared/filters/filter-select';
import { type AnalyticsTexts, useAnalyticsTexts } from '@/shared/i18n/analytics';
import { formatAmount, formatCount, usdtInColumn } from '@/shared/lib/format-amount';
import { type Column, DataTable } from '@/shared/list/data-table';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { ErrorState } from '@/shared/ui/states';
import classes from './analytics.module.css';
import { bandText } from './band';
import { percent, shareText } from './format';
import { ordersOf } from './links';

const NONE: ReadonlySet<string> = new Set();

/** What rows are sorted by, the greatest first. */
const SORTS = {
  sum: ({ sum }) => Number(sum),
  issued: ({ issued }) => issued,
  closed: ({ closed }) => closed,
  expired: ({ expired }) => expired,
  cancelled: ({ cancelled }) => cancelled,
  conversion: ({ conversion_bp: share }) => share ?? -1,
  earned: ({ earned }) => Number(earned),
  fee: ({ fee }) => Number(fee),
  revenue: ({ revenue }) => Number(revenue),
  appeals: ({ appeals }) => appeals,
} as const satisfies Record<string, (row: Figures) => number>;
type Sort = keyof typeof SORTS;

interface Order {
  by: Sort;
  isLeastFirst: boolean;
}

interface BreakdownProps {
  asked: PeriodArgs;
  by: Breakdown;
  breakdowns: readonly Breakdown[];
  onBy: (by: Breakdown) => void;
}

/** The period's figures by what the orders have in common; each number leads to the orders that it counts. */
export function BreakdownTable({ asked, by, breakdowns, onBy }: BreakdownProps) {
  const t = useAnalyticsTexts();
  const isDesk = useRole() === 'operator';
  const [order, setOrder] = useState<Order>({ by: 'sum', isLeastFirst: false });
  const { data, currentData, isError, error, refetch } = useGetBreakdownQuery({ ...asked, by });
  const shown = currentData ?? (isError ? undefined : data);
  const sign = order.isLeastFirst ? 1 : -1;
  const rows = shown?.rows.toSorted((one, other) => sign * (SORTS[order.by](one) - SORTS[order.by](other)));
  const sortBy = (sort: Sort) => setOrder({ by: sort, isLeastFirst: order.by === sort ? !order.isLeastFirst : false });
  const linkOf = (row: BreakdownRow, status?: string) =>
    shown && ordersOf(row, { by, days: shown.period, account: asked.account, isDesk }, status);
  const sums = shown?.total;
  return (
    <section className={classes.section} aria-labelledby="analytics-breakdown">
      <div className={classes.heading}>
        <h2 id="analytics-breakdown">{t('analytics:breakdown')}</h2>
        <FilterButtons
          label={t('analytics:by')}
          value={by}
          options={breakdowns.map((each) => ({ value: each, label: t(`analytics:bys.${each}`) }))}
          onChange={onBy}
        />
        <div className={classes.sort}>
          <FilterSelect
            label={t('analytics:sortBy')}
            any={sortName('sum', t)}
            value={order.by === 'sum' ? '' : order.by}
            options={sortsOf(sums)
              .filter((sort) => sort !== 'sum')
              .map((sort) => ({ value: sort, label: sortName(sort, t) }))}
            onChange={(sort) => setOrder({ by: (sort || 'sum') as Sort, isLeastFirst: false })}
          />
        </div>
      </div>
      {isError && !shown ? (
        <ErrorState title={t('analytics:loadError')} error={error} onRetry={refetch} />
      ) : (
        <DataTable
          label={t('analytics:breakdown')}
          columns={columnsOf({ by, total: sums, order, sortBy, linkOf, t })}
          rows={rows && withRest(rows, shown, t)}
          rowKey={({ key }) => key}
          skeletonRows={4}
          isStale={currentData === undefined}
          gone={NONE}
        />
      )}
    </section>
  );
}

const REST = 'rest';
const TOTAL = 'total';

/** What has no room, and all together, as rows at the end. */
function withRest(
  rows: readonly BreakdownRow[],
  shown: { rest: Figures | null; total: Figures } | undefined,
  t: AnalyticsTexts,
): readonly BreakdownRow[] {
  if (!shown) return rows;
  const named = (key: string, figures: Figures, name: string) => ({
    ...figures,
    key,
    name,
    note: null,
    min: null,
    below: null,
  });
  return [
    ...rows,
    ...(shown.rest ? [named(REST, shown.rest, t('analytics:rest'))] : []),
    named(TOTAL, shown.total, t('analytics:total')),
  ];
}

const isOne = ({ key }: BreakdownRow) => key !== REST && key !== TOTAL;

function nameOf(row: BreakdownRow, by: Breakdown, t: AnalyticsTexts): string {
  if (!isOne(row)) return row.name ?? '';
  if (by === 'band') return bandText(row, t);
  if (by === 'method' && (row.key === 'sbp' || row.key === 'c2c')) return t(`analytics:methods.${row.key}`);
  return row.name ?? row.key;
}

const sortName = (sort: Sort, t: AnalyticsTexts): string =>
  sort === 'expired' || sort === 'cancelled' ? t(`analytics:${sort}`) : t(`analytics:figures.${sort}`);

/** Whoever is not told of a kind of money does not sort by it. */
const sortsOf = (total: Figures | undefined): readonly Sort[] =>
  (Object.keys(SORTS) as Sort[]).filter(
    (sort) => (sort !== 'earned' && sort !== 'fee' && sort !== 'revenue') || (total && total[sort] !== null),
  );

/** The right one of two columns on a card. */
const RIGHT = { card: 'end' } as const;

interface ColumnsOf {
  by: Breakdown;
  total: Figures | undefined;
  order: Order;
  sortBy: (sort: Sort) => void;
  linkOf: (row: BreakdownRow, status?: string) => string | undefined;
  t: AnalyticsTexts;
}

function columnsOf({ by, total, order, sortBy, linkOf, t }: ColumnsOf): readonly Column<BreakdownRow>[] {
  const sorted = (sort: Sort): Pick<Column<BreakdownRow>, 'header' | 'head' | 'sorted' | 'align' | 'labelled'> => ({
    header: sortName(sort, t),
    head: (
      <button type="button" className={classes.head} onClick={() => sortBy(sort)}>
        {sortName(sort, t)}
      </button>
    ),
    sorted: order.by === sort ? (order.isLeastFirst ? 'ascending' : 'descending') : 'none',
    align: 'right',
    labelled: true,
  });
  const counted = (id: 'issued' | 'closed' | 'expired' | 'cancelled', status?: string): Column<BreakdownRow> => ({
    id,
    ...sorted(id),
    interactive: true,
    ...(id === 'closed' || id === 'cancelled' ? RIGHT : {}),
    cell: (row) => {
      const link = isOne(row) && row[id] > 0 ? linkOf(row, status) : undefined;
      return link === undefined ? formatCount(row[id]) : <Link to={link}>{formatCount(row[id])}</Link>;
    },
  });
  const money = (['earned', 'fee', 'revenue'] as const).filter((name) => total && total[name] !== null);
  return [
    {
      id: 'name',
      header: t(`analytics:bys.${by}`),
      card: 'head',
      fit: 'wrap',
      cell: (row) => (
        <>
          {isOne(row) ? nameOf(row, by, t) : <b>{row.name}</b>}{' '}
          {row.note !== null && <span className={classes.note}>{row.note}</span>}
        </>
      ),
    },
    counted('issued'),
    counted('closed', 'CLOSED'),
    counted('expired', 'EXPIRED'),
    counted('cancelled', 'DECLINED'),
    { id: 'conversion', ...sorted('conversion'), cell: ({ conversion_bp: share }) => percent(share) },
    { id: 'sum', ...sorted('sum'), unit: '₽', cell: ({ sum }) => formatAmount(sum) },
    {
      id: 'share',
      header: t('analytics:share'),
      align: 'right',
      labelled: true,
      ...RIGHT,
      cell: ({ sum }) => shareText(Number(sum), Number(total?.sum ?? 0)),
    },
    ...money.map((name): Column<BreakdownRow> => ({
      id: name,
      ...sorted(name),
      unit: 'USDT',
      cell: (row) => usdtInColumn(row[name]),
    })),
    { id: 'appeals', ...sorted('appeals'), cell: ({ appeals }) => formatCount(appeals) },
  ];
}

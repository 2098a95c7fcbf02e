import type { Breakdown } from '@kantor/contract/plain/analytics.ts';
import { Link } from 'react-router';
import type { BreakdownRow, Figures } from '@/api/analytics';
import type { AnalyticsTexts } from '@/shared/i18n/analytics';
import { formatAmount, formatCount, usdtInColumn } from '@/shared/lib/format-amount';
import type { Column } from '@/shared/list/data-table';
import classes from './analytics.module.css';
import { bandText } from './band';
import { percent, shareText } from './format';
import { isOne } from './with-rest';

/** What rows are sorted by, the greatest first. */
export const SORTS = {
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
export type Sort = keyof typeof SORTS;

export interface Order {
  by: Sort;
  isLeastFirst: boolean;
}

function nameOf(row: BreakdownRow, by: Breakdown, t: AnalyticsTexts): string {
  if (!isOne(row)) return row.name ?? '';
  if (by === 'band') return bandText(row, t);
  if (by === 'method' && (row.key === 'sbp' || row.key === 'c2c')) return t(`analytics:methods.${row.key}`);
  return row.name ?? row.key;
}

export const sortName = (sort: Sort, t: AnalyticsTexts): string =>
  sort === 'expired' || sort === 'cancelled' ? t(`analytics:${sort}`) : t(`analytics:figures.${sort}`);

/** Whoever is not told of a kind of money does not sort by it. */
export const sortsOf = (total: Figures | undefined): readonly Sort[] =>
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

export function columnsOf({ by, total, order, sortBy, linkOf, t }: ColumnsOf): readonly Column<BreakdownRow>[] {
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
    { id: 'sum', ...sorted('sum'), unit: '₽', card: 'wide', cell: ({ sum }) => formatAmount(sum) },
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
      card: 'wide',
      cell: (row) => usdtInColumn(row[name]),
    })),
    { id: 'appeals', ...sorted('appeals'), cell: ({ appeals }) => formatCount(appeals) },
  ];
}

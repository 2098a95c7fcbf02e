import type { OrderFilter } from '@kantor/contract/plain/statuses.ts';
import type { OrderRow } from '@/api/orders';
import { useTotalsAnswer } from '@/session/totals/use-order-totals';
import { sumOf } from '@/shared/totals/sum-of';
import { FilterTotals } from '@/shared/totals/filter-totals';
import { isNarrowed, totalsAsked } from './narrowed';
import type { Narrowing } from './order-narrowing';
import { totalOf } from '@/acts/order-filters/total-of';

interface OrdersTotalsProps {
  rows: readonly OrderRow[];
  filters: Narrowing & { status: OrderFilter; id: string; waiting: string };
}

/** The line under the orders: the sum of the page, and of all that the filter has. */
export default function OrdersTotals({ rows, filters }: OrdersTotalsProps) {
  const { status, id, waiting } = filters;
  const totals = useTotalsAnswer(totalsAsked(filters));
  const isAll = status === 'ALL' && id === '' && !isNarrowed(filters);
  return (
    <FilterTotals
      page={sumOf(rows.map(({ amount }) => amount))}
      isAll={isAll}
      // Of what waits, the page has all but seldom.
      {...(waiting === '' &&
        totals && {
          found: totalOf(totals.statuses, status),
          among: totals.is_whole ? undefined : LOOKED_AT[id === '' ? 'filter' : 'text'],
        })}
    />
  );
}

/** Of how many a total is that is not of all: the newest of the list, or of what a text finds. */
const LOOKED_AT = { filter: 10_000, text: 1000 };

import type { OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { totalOf } from '@/acts/order-filters/total-of';
import { type PlatformOrderRow, useGetPlatformOrderTotalsQuery } from '@/api/platform-lists';
import { formatCount } from '@/shared/lib/format-amount';
import { usePolling } from '@/shared/lib/use-polling';
import { FilterTotals } from '@/shared/totals/filter-totals';
import { sumOf } from '@/shared/totals/sum-of';

type Filters = Record<string, string>;

/** Where the list is and what it is of are no part of what is counted. */
const NOT_ASKED = new Set(['status', 'before']);

const asked = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name, value]) => value !== '' && !NOT_ASKED.has(name)));

const useTotals = (filters: Filters) => useGetPlatformOrderTotalsQuery(asked(filters), usePolling()).currentData;

/** How many orders a status has of those that the list is narrowed to; of a part of them it says nothing. */
export function OrderCount({ status, filters }: { status: OrderFilter; filters: Filters }) {
  const totals = useTotals(filters);
  return totals?.is_whole ? formatCount(totalOf(totals.statuses, status).count) : null;
}

const LOOKED_AT = 10_000;

interface OrdersTotalsProps {
  rows: readonly PlatformOrderRow[];
  filters: Filters & { status: string };
}

/** The line under everybody's orders: the sum of the page, and of all that the filters leave. */
export function OrdersTotals({ rows, filters }: OrdersTotalsProps) {
  const totals = useTotals(filters);
  const { status } = filters;
  const isAll = status === 'ALL' && Object.keys(asked(filters)).length === 0;
  return (
    <FilterTotals
      page={sumOf(rows.map(({ amount }) => amount))}
      isAll={isAll}
      // Phones that are silent are no status: nobody has counted their orders.
      {...(totals &&
        status !== 'SILENT' && {
          found: totalOf(totals.statuses, status as OrderFilter),
          among: totals.is_whole ? undefined : LOOKED_AT,
        })}
    />
  );
}

import type { OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { useOrderTotals } from '@/session/totals/use-order-totals';
import { formatCount } from '@/shared/lib/format-amount';
import { totalsAsked } from './narrowed';
import type { Narrowing } from './order-narrowing';
import { totalOf } from '@/acts/order-filters/total-of';

/** How many orders a status has of those that the list is narrowed to, beside its name. */
export default function OrderCount({ status, filters }: { status: OrderFilter; filters: Narrowing & { id: string } }) {
  const totals = useOrderTotals(totalsAsked(filters));
  return totals && formatCount(totalOf(totals, status).count);
}

import type { OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { useOrderTotals } from '@/session/totals/use-order-totals';
import { formatCount } from '@/shared/lib/format-amount';
import { totalOf } from './total-of';

/** How many orders a filter has, beside its name. */
export default function OrderCount({ status, id }: { status: OrderFilter; id: string }) {
  const totals = useOrderTotals(id === '' ? {} : { id });
  return totals && formatCount(totalOf(totals, status).count);
}

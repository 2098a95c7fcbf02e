import type { OrderFilter } from '@kantor/contract/plain/statuses.ts';
import type { OrderTotals } from '@/api/order-totals';
import { sumOf } from '@/shared/totals/sum-of';

/** What a filter of the list has: how many orders, and their roubles. */
export function totalOf(statuses: OrderTotals['statuses'], filter: OrderFilter): { count: number; amount: string } {
  const shown = statuses.filter(({ status }) => filter === 'ALL' || status === filter);
  return {
    count: shown.reduce((sum, { count }) => sum + count, 0),
    amount: sumOf(shown.map(({ amount }) => amount)),
  };
}

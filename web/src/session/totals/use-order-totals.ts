import { type OrderTotals, useGetOrderTotalsQuery } from '@/api/order-totals';
import { useUser } from '@/session/use-user';
import { usePolling } from '@/shared/lib/use-polling';

type Statuses = OrderTotals['statuses'];

/**
 * The orders by status, with their sums; undefined while they are not known, and where a text finds more than are added up. A server of
 * the specification alone does not tell them.
 */
export function useOrderTotals(asked: { id?: string; since?: string }): Statuses | undefined {
  const isTold = useUser()?.rights?.includes('orders.list') ?? false;
  const { currentData } = useGetOrderTotalsQuery(asked, { ...usePolling(), skip: !isTold });
  return currentData?.is_whole ? currentData.statuses : undefined;
}

import { type OrderTotals, type TotalsArgs, useGetOrderTotalsQuery } from '@/api/order-totals';
import { useUser } from '@/session/use-user';
import { usePolling } from '@/shared/lib/use-polling';

type Statuses = OrderTotals['statuses'];

/** The orders by status, with their sums, and whether these are all; undefined while they are not known. A server of the
 * specification alone does not tell them. */
export function useTotalsAnswer(asked: TotalsArgs): OrderTotals | undefined {
  const isTold = useUser()?.rights?.includes('orders.list') ?? false;
  return useGetOrderTotalsQuery(asked, { ...usePolling(), skip: !isTold }).currentData;
}

/** The same, where these are all: a part of them is no figure that may stand alone. */
export function useOrderTotals(asked: TotalsArgs): Statuses | undefined {
  const answer = useTotalsAnswer(asked);
  return answer?.is_whole ? answer.statuses : undefined;
}

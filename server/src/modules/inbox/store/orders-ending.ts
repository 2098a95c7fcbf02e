import { ENDING_MS } from '@kantor/contract/plain/inbox.ts';
import { sql } from 'kysely';
import { isRunning, isWaitingOrder } from '../../orders/index.ts';
import type { InboxKind } from './kind.ts';

/** Active orders with less than two minutes left. The next one joins them by time alone. */
export const ordersEnding: InboxKind = ({ accountId, at }) => {
  const ending = isWaitingOrder.orders_ending(at);
  return sql`
    select count(*) filter (where ${ending}) as count,
      (array_agg(id order by expires_at, id) filter (where ${ending}))[1] as id,
      null::timestamptz as since, min(expires_at) filter (where ${ending}) as until,
      (sum(amount) filter (where ${ending}))::bigint as sum,
      (min(expires_at) filter (where not ${ending})) - ${ENDING_MS} * interval '1 ms' as changes_at
    from orders o where trader_id = ${accountId} and ${isRunning(at)}`;
};

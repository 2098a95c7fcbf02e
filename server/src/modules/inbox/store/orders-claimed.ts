import { sql } from 'kysely';
import { isRunning, isWaitingOrder } from '../../orders/index.ts';
import type { InboxKind } from './kind.ts';

/** Active orders whose payers say that they have paid. */
export const ordersClaimed: InboxKind = ({ accountId, at }) => sql`
  select count(*) as count, (array_agg(o.id order by made_at, id))[1] as id, min(made_at) as since,
    null::timestamptz as until, sum(amount)::bigint as sum, null::timestamptz as changes_at
  from orders o join payer_claim on payer_claim.order_id = o.id
  where trader_id = ${accountId} and ${isRunning(at)} and ${isWaitingOrder.orders_claimed(at)}`;

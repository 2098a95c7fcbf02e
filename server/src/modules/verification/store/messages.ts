import { sql } from 'kysely';
import type { Check } from './check.ts';

/** Effects of banks' messages on orders. */
export const MESSAGE_CHECKS: readonly Check[] = [
  {
    invariant: 'A message that paid has a closed order of its sum, made before it',
    find: sql`
      select 'notification' as "table", message.id::text as row,
        format('says %s, heard at %s; its order is %s for %s, made at %s', message.amount, heard_at,
          coalesce(orders.status::text, 'absent'), orders.amount, orders.created_at) as problem
      from notification message left join orders on orders.id = message.order_id
      where outcome = 'paid' and (orders.status, orders.amount, orders.created_at < heard_at)
        is distinct from ('CLOSED'::order_status, message.amount, true)`,
  },
  {
    invariant: 'An order that a phone closed was paid by one message, any other by none',
    find: sql`
      select 'orders' as "table", coalesce(paid.order_id, closed.order_id)::text as row,
        format('a phone closed it %s times, and %s messages paid it', coalesce(closed.n, 0), coalesce(paid.n, 0)) as problem
      from (select order_id, count(*) as n from notification where outcome = 'paid' group by order_id) as paid
      full join (
        select order_id, count(*) as n from order_status_change
        where status = 'CLOSED' and actor = 'device' group by order_id
      ) as closed on closed.order_id = paid.order_id
      where (paid.n, closed.n) is distinct from (1::bigint, 1::bigint)`,
  },
  {
    invariant: 'The cabinet of a message, its order and those that it may be about are its trader’s',
    find: sql`
      select 'notification' as "table", message.id::text as row,
        format('is of trader %s, but the %s %s of %s', message.trader_id, other.what, other.id,
          coalesce(other.trader_id::text, 'nobody')) as problem
      from notification message
      cross join lateral (
        select 'cabinet' as what, cabinet_id as id, (select trader_id from cabinet where id = cabinet_id) as trader_id
        union all
        select 'order', order_id, (select trader_id from orders where id = order_id) where order_id is not null
        union all
        select 'order', candidate.order_id, (select trader_id from orders where id = candidate.order_id)
        from notification_candidate candidate where notification_id = message.id
      ) as other
      where other.trader_id is distinct from message.trader_id`,
  },
];

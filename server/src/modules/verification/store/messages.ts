import { sql } from 'kysely';
import type { Check } from './check.ts';

/** Effects of banks' messages on orders. */
export const MESSAGE_CHECKS: readonly Check[] = [
  {
    invariant: 'A message that paid has a closed order of its sum, made before it',
    ofRecent: 'narrowed',
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
    ofRecent: 'narrowed',
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
    invariant: 'A message that a trader chose has the closed order, made before it, that was confirmed by it',
    ofRecent: 'narrowed',
    find: sql`
      select 'notification' as "table", coalesce(message.id, confirmation.notification_id)::text as row,
        format('chosen for order %s, which is %s; confirmed by it is order %s', message.order_id,
          coalesce(orders.status::text, 'absent'), confirmation.order_id) as problem
      from (select * from notification where chosen_at is not null) as message
      full join (select * from order_confirmation where notification_id is not null) as confirmation
        on confirmation.notification_id = message.id
      left join orders on orders.id = message.order_id
      where (confirmation.order_id, orders.status, orders.created_at < message.heard_at, message.outcome <> 'paid')
        is distinct from (message.order_id, 'CLOSED'::order_status, true, true) or message.order_id is null`,
  },
  {
    invariant: 'A message is used once, and an order is paid by one message at most',
    ofRecent: 'narrowed',
    find: sql`
      select 'orders' as "table", order_id::text as row, format('%s messages paid it', count(*)) as problem
      from notification where outcome = 'paid' or chosen_at is not null group by order_id having count(*) > 1
      union all
      select 'notification', notification_id::text, format('%s orders were confirmed by it', count(*))
      from order_confirmation where notification_id is not null group by notification_id having count(*) > 1`,
  },
  {
    invariant: 'What a trader confirmed an order by is of an order of theirs that they closed, or an appeal of theirs',
    ofRecent: 'narrowed',
    find: sql`
      select 'order_confirmation' as "table", confirmation.order_id::text as row,
        format('by trader %s; its order is of trader %s and %s', confirmation.trader_id, orders.trader_id,
          coalesce(orders.status::text, 'absent')) as problem
      from order_confirmation confirmation left join orders on orders.id = confirmation.order_id
      where (orders.trader_id, orders.status) is distinct from (confirmation.trader_id, 'CLOSED'::order_status)
        or not exists (select from order_status_change step
          where step.order_id = confirmation.order_id and step.status = 'CLOSED' and (step.actor = 'trader' or exists (
            select from notification message join appeal on appeal.id = message.appeal_id
            where message.id = confirmation.notification_id and appeal.order_id = step.order_id
              and appeal.status = 'PROCESSED')))`,
  },
  {
    invariant: 'A message that an appeal was opened by is kept while that is open, and used once it is confirmed',
    ofRecent: 'narrowed',
    find: sql`
      select 'notification' as "table", message.id::text as row,
        format('is %s for appeal %s, which is %s and asks the %s', case when chosen_at is null then 'kept' else 'used' end,
          appeal.id, appeal.status, appeal.decided_by) as problem
      from (select * from notification where appeal_id is not null) as message
      left join appeal on appeal.id = message.appeal_id and appeal.trader_id = message.trader_id
      where (appeal.status, appeal.decided_by <> 'trader') is distinct from
          ((case when chosen_at is null then 'OPEN' else 'PROCESSED' end)::appeal_status, true)
        or (chosen_at is not null and message.order_id is distinct from appeal.order_id)
      union all
      select 'appeal', appeal.id::text, format('asks the %s, but no message is kept for it', decided_by)
      from appeal where status = 'OPEN' and decided_by <> 'trader'
        and not exists (select from notification where appeal_id = appeal.id)`,
  },
  {
    invariant: 'The cabinet of a message, its order and those that it may be about are its trader’s',
    ofRecent: 'left out',
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

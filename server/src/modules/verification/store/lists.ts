import { sql } from 'kysely';
import type { Check } from './check.ts';

/** The rows of every list that is numbered densely (migrations/003). */
const numberedRows = sql`
  select 'orders' as list, trader_id as owner_id, trader_seq as number from orders
  union all select 'orders', merchant_id, merchant_seq from orders
  union all select 'appeals', trader_id, trader_seq from appeal
  union all select 'appeals', merchant_id, merchant_seq from appeal
  union all select 'payouts', merchant_id, merchant_seq from payout
  union all select 'payouts', trader_id, trader_seq from payout where trader_seq is not null
  union all select 'withdrawals', owner_id, owner_seq from withdrawal
  union all select 'pings', trader_id, trader_seq from device_ping
  union all select 'notifications', trader_id, trader_seq from notification
  union all select 'deposits', trader_id, trader_seq from chain_deposit
  union all select 'acts', account_id, number from act
  union all select 'webhooks', merchant_id, merchant_seq from webhook`;

/** Everything that has a number in a list of the platform, with the status that its events tell. */
const platformRows = sql`
  select 'orders' as list, id, status::text from orders
  union all select 'appeals', id, status::text from appeal
  union all select 'payouts', id, status::text from payout
  union all select 'withdrawals', id, case outcome when 'SENT' then 'CLOSED' else coalesce(outcome, 'OPEN') end from withdrawal
  union all select 'deposits', id, 'CREDITED' from chain_deposit
  union all select 'notifications', id, 'KEPT' from notification
  union all select 'requisites', id, 'KEPT' from requisite
  union all select 'cabinets', id, 'KEPT' from cabinet
  union all select 'webhooks', id, 'KEPT' from webhook`;

/** The lists of the platform as a page shows them: what is folded, and the rest. */
const platformList = sql`
  select list, number, object_id, coalesce(touched.status, kept.status) as status
  from platform_list as kept
  full join (select * from platform_unfolded(null, lists_end_xid(), lists_end_id())) as touched using (list, number, object_id)`;

/** The rows of lists that are filtered by status, and so counted by it; the kopecks of owners' orders are added up, too. */
const countedRows = sql`
  select 'orders' as list, trader_id as owner_id, trader_seq as number, status::text, amount from orders
  union all select 'orders', merchant_id, merchant_seq, status::text, amount from orders
  union all select list, platform_owner(), number, status, 0 from (${platformList}) as of_platform`;

/** The counters as a page adds them up: what is folded, and the rest. */
const counters = sql`
  select owner_id, list, status, level, block, sum(n) as n, sum(amount) as amount
  from (
    select owner_id, list, status, level, block, n, amount from list_block
    union all
    select owner_id, list, status, level, number >> case level when 0 then 12 else 18 end, n, amount
    from (
      select * from list_unfolded(null, lists_end_xid(), lists_end_id())
      union all
      select platform_owner(), list, change.status, number, change.n, 0
      from platform_unfolded(null, lists_end_xid(), lists_end_id()) as object
      cross join lateral (values (object.status, 1), (object.was, -1)) as change (status, n)
      where change.status is not null
    ) as change, generate_series(0, 1) as level
  ) as part
  group by 1, 2, 3, 4, 5`;

/** Invariants of pages and counts. */
export const LIST_CHECKS: readonly Check[] = [
  {
    invariant: 'Every list is numbered densely',
    ofRecent: 'left out',
    find: sql`
      select 'list_sequence' as "table",
        concat_ws('/', coalesce(sequence.owner_id, counted.owner_id), coalesce(sequence.list, counted.list)) as row,
        format('goes from %s to %s, but has %s rows', coalesce(first, 1), coalesce(last, 0), coalesce(n, 0))
          || coalesce(' from ' || first_number || ' to ' || last_number, '') as problem
      from list_sequence as sequence
      full join (
        select list, owner_id, count(*) as n, min(number) as first_number, max(number) as last_number
        from (${numberedRows}) as row group by list, owner_id
      ) as counted on counted.owner_id = sequence.owner_id and counted.list = sequence.list
      where last - first + 1 is distinct from coalesce(n, 0) or first_number <> first or last_number <> last`,
  },
  {
    invariant: 'The counters of every list by status are what its rows say',
    ofRecent: 'left out',
    find: sql`
      select 'list_block' as "table",
        concat_ws('/', coalesce(kept.owner_id, counted.owner_id), coalesce(kept.list, counted.list),
          coalesce(kept.status, counted.status), coalesce(kept.level, counted.level), coalesce(kept.block, counted.block))
          as row,
        format('counts %s of %s kopecks, but there are %s of %s', coalesce(kept.n, 0), coalesce(kept.amount, 0),
          coalesce(counted.n, 0), coalesce(counted.amount, 0)) as problem
      from (${counters}) as kept
      full join (
        select list, owner_id, status, level, number >> case level when 0 then 12 else 18 end as block, count(*) as n,
          sum(amount) as amount
        from (${countedRows}) as row, generate_series(0, 1) as level group by 1, 2, 3, 4, 5
      ) as counted
        on counted.list = kept.list and counted.owner_id = kept.owner_id and counted.status = kept.status
          and counted.level = kept.level and counted.block = kept.block
      where coalesce(kept.n, 0) <> coalesce(counted.n, 0) or coalesce(kept.amount, 0) <> coalesce(counted.amount, 0)`,
  },
  {
    invariant: 'Every list of the platform is numbered densely, and has each object once, in its status',
    ofRecent: 'left out',
    find: sql`
      select 'platform_list' as "table", concat_ws('/', coalesce(kept.list, object.list), coalesce(kept.object_id, object.id)) as row,
        format('has number %s as %s, but is %s; %s numbers up to %s', coalesce(kept.number::text, 'none'),
          coalesce(kept.status, 'nothing'), coalesce(object.status, 'absent'), coalesce(size.n, 0), coalesce(size.last, 0)) as problem
      from (${platformList}) as kept
      full join (${platformRows}) as object on object.list = kept.list and object.id = kept.object_id
      left join (
        select list, count(*) as n, max(number) as last from (${platformList}) as numbered group by list
      ) as size on size.list = kept.list
      where kept.status is distinct from object.status
        or size.n <> size.last and kept.list <> 'webhooks' or size.n > size.last`,
  },
  {
    invariant: 'The list of all orders has their sums',
    ofRecent: 'left out',
    find: sql`
      select 'platform_list' as "table", 'orders/' || object_id as row,
        format('says %s kopecks, but it is of %s', platform_list.amount, orders.amount) as problem
      from platform_list join orders on orders.id = object_id
      where list = 'orders' and platform_list.amount is distinct from orders.amount`,
  },
];

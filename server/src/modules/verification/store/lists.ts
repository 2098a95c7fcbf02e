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
  union all select 'webhooks', merchant_id, merchant_seq from webhook`;

/** The rows of lists that are filtered by status, and so counted by it; the kopecks of active orders are added up, too. */
const countedRows = sql`
  select 'orders' as list, trader_id as owner_id, trader_seq as number, status::text,
    case status when 'ACTIVE' then amount else 0 end as amount from orders
  union all select 'orders', merchant_id, merchant_seq, status::text, case status when 'ACTIVE' then amount else 0 end
  from orders`;

/** Invariants of pages and counts. */
export const LIST_CHECKS: readonly Check[] = [
  {
    invariant: 'Every list is numbered densely',
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
    find: sql`
      select 'list_block' as "table",
        concat_ws('/', coalesce(kept.owner_id, counted.owner_id), coalesce(kept.list, counted.list),
          coalesce(kept.status, counted.status), coalesce(kept.level, counted.level), coalesce(kept.block, counted.block))
          as row,
        format('counts %s of %s kopecks, but there are %s of %s', coalesce(kept.n, 0), coalesce(kept.amount, 0),
          coalesce(counted.n, 0), coalesce(counted.amount, 0)) as problem
      from list_block as kept
      full join (
        select list, owner_id, status, level, number >> case level when 0 then 12 else 18 end as block, count(*) as n,
          sum(amount) as amount
        from (${countedRows}) as row, generate_series(0, 1) as level group by 1, 2, 3, 4, 5
      ) as counted
        on counted.list = kept.list and counted.owner_id = kept.owner_id and counted.status = kept.status
          and counted.level = kept.level and counted.block = kept.block
      where coalesce(kept.n, 0) <> coalesce(counted.n, 0) or coalesce(kept.amount, 0) <> coalesce(counted.amount, 0)`,
  },
];

import { type RawBuilder, sql } from 'kysely';
import type { Check } from './verify.ts';

/** The lists that are numbered densely (migrations/003) with their rows as (owner_id, number, status). */
const LISTS: Record<string, RawBuilder<unknown>> = {
  orders: sql`
    select trader_id as owner_id, trader_seq as number, status::text from orders
    union all
    select merchant_id, merchant_seq, status::text from orders`,
};

/** What pages and counts rely on. */
export const LIST_CHECKS: readonly Check[] = Object.entries(LISTS).flatMap(([list, rows]) => [
  {
    invariant: `The list of ${list} is numbered densely`,
    find: sql`
      select 'list_sequence' as "table", coalesce(sequence.owner_id, counted.owner_id) || ${`/${list}`} as row,
        format('ends with %s, but has %s rows', coalesce(last, 0), coalesce(n, 0))
          || coalesce(' from ' || first_number || ' to ' || last_number, '') as problem
      from (select owner_id, last from list_sequence where list = ${list}) as sequence
      full join (
        select owner_id, count(*) as n, min(number) as first_number, max(number) as last_number
        from (${rows}) as row group by owner_id
      ) as counted on counted.owner_id = sequence.owner_id
      where last is distinct from n or first_number <> 1 or last_number <> n`,
  },
  {
    invariant: `The counters of ${list} by status are what their rows say`,
    find: sql`
      select 'list_block' as "table",
        concat_ws('/', coalesce(kept.owner_id, counted.owner_id), ${list}::text, coalesce(kept.status, counted.status),
          coalesce(kept.block, counted.block)) as row,
        format('counts %s, but there are %s', coalesce(kept.n, 0), coalesce(counted.n, 0)) as problem
      from (select owner_id, status, block, n from list_block where list = ${list}) as kept
      full join (
        select owner_id, status, number >> 12 as block, count(*) as n from (${rows}) as row group by 1, 2, 3
      ) as counted
        on counted.owner_id = kept.owner_id and counted.status = kept.status and counted.block = kept.block
      where coalesce(kept.n, 0) <> coalesce(counted.n, 0)`,
  },
]);

import { sql } from 'kysely';
import { byPlace, idLists, type Placed } from '../../../db/by-place.ts';
import type { Reader } from '../../../db/tx.ts';
import { firstIdAt } from '../../../kernel/ids.ts';
import { type Order, orderColumns } from './order.ts';
import { overAt } from './slot.ts';

interface AmountQuery {
  requisiteIds: readonly string[];
  /** Kopecks. */
  amount: bigint;
  /** Kopecks by which an order's amount may differ. */
  within: bigint;
  /** When the orders were made. */
  since: Date;
  until: Date;
}

/** One amount is on one requisite a few times an hour at most (its amount slot): orders beyond this number are hours old. */
const MAX_ROWS = 100;

/**
 * For each query the orders at its requisites for its amount, in any status, and the active ones for nearly so much: those for
 * exactly this amount first, then the newest.
 */
export async function readOrdersByAmounts<Query extends AmountQuery>(
  db: Reader,
  queries: readonly Query[],
): Promise<Map<Query, Order[]>> {
  if (queries.length === 0) return new Map();
  const { rows } = await sql<Order & Placed>`
    select place, o.*
    -- As subqueries: PostgreSQL takes an array's length for what matters, and would plan all of it anew at every call.
    from unnest((select ${idLists(queries.map(({ requisiteIds }) => requisiteIds))}::text[]),
      (select ${queries.map(({ amount }) => amount)}::bigint[]), (select ${queries.map(({ within }) => within)}::bigint[]),
      (select ${queries.map(({ since }) => since)}::timestamptz[]),
      (select ${queries.map(({ since }) => firstIdAt(since))}::uuid[]),
      (select ${queries.map(({ until }) => firstIdAt(until))}::uuid[]))
      with ordinality as query (requisite_ids, amount, "within", since, first_id, end_id, place)
    cross join lateral (
      select ${orderColumns} from (
        -- No order is over before it is made: the index leads past the older ones.
        select * from orders o
        where o.requisite_id = any(requisite_ids::uuid[]) and o.amount = query.amount and ${overAt} > since
        union all
        -- Of sums nearby an index on requisites and sums would lead to all that ever were: the active ones are few.
        select * from (
          select * from orders where requisite_id = any(requisite_ids::uuid[]) and status = 'ACTIVE' offset 0
        ) as active
        where amount <> query.amount and amount between query.amount - "within" and query.amount + "within"
      ) o
      where o.id >= first_id and o.id < end_id
      order by o.amount = query.amount desc, o.id desc limit ${MAX_ROWS}
    ) o
    order by place, o.amount = query.amount desc, o.id desc`.execute(db);
  return byPlace(queries, rows);
}

import { sql } from 'kysely';
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

/** Orders at these requisites for this amount or nearly so, in any status: those for exactly this amount first, then the newest. */
export async function readOrdersByAmount(
  db: Reader,
  { requisiteIds, amount, within, since, until }: AmountQuery,
): Promise<Order[]> {
  const { rows } = await sql<Order>`
    select ${orderColumns} from orders o
    where o.requisite_id = any(${requisiteIds}::uuid[]) and o.amount between ${amount - within} and ${amount + within}
      -- No order is over before it is made: the index leads past the older ones.
      and ${overAt} > ${since} and o.id >= ${firstIdAt(since)} and o.id < ${firstIdAt(until)}
    order by o.amount = ${amount} desc, o.id desc limit ${MAX_ROWS}`.execute(db);
  return rows;
}

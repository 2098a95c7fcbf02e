import { sql } from 'kysely';
import type { Reader } from '../../db/tx.ts';
import { firstIdAt } from '../../kernel/ids.ts';
import { type Order, orderColumns } from './store.ts';

interface Wanted {
  requisiteIds: readonly string[];
  /** Kopecks. */
  amount: bigint;
  /** Kopecks that a sum may be away from it. */
  within: bigint;
  /** When the orders were made. */
  since: Date;
  until: Date;
}

/** One sum is on one requisite a few times an hour at most (its amount slot), so what is left out is hours old. */
const MOST = 100;

/** Orders of these requisites of this sum or nearly so, whatever their status; those of exactly this sum first, then newest. */
export async function readOrdersOfSum(
  db: Reader,
  { requisiteIds, amount, within, since, until }: Wanted,
): Promise<Order[]> {
  const { rows } = await sql<Order>`
    select ${orderColumns} from orders o
    where o.requisite_id = any(${requisiteIds}::uuid[]) and o.id >= ${firstIdAt(since)} and o.id < ${firstIdAt(until)}
      and o.amount between ${amount - within} and ${amount + within}
    order by o.amount = ${amount} desc, o.id desc limit ${MOST}`.execute(db);
  return rows;
}

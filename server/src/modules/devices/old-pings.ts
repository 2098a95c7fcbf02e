import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { type Reader, transaction, type Tx } from '../../db/tx.ts';
import { after, type Clock, MINUTE } from '../../kernel/clock.ts';

const KEPT = 30 * 24 * 60 * MINUTE;
/** Pings that one transaction forgets: meanwhile none of the trader's can be kept. */
const AT_ONCE = 1000;

/** Traders whose oldest ping is too old. */
async function readOwners(db: Reader, cutoff: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select owner_id as id from list_sequence
    join device_ping on trader_id = owner_id and trader_seq = first
    where list = 'pings' and created_at < ${cutoff}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Forgets a trader's oldest pings, up to the first that is young enough: only from the old end, so that the list stays dense
 * and its count is still the difference of two numbers.
 * @returns how many.
 */
async function forgetOldest(tx: Tx, ownerId: string, cutoff: Date): Promise<number> {
  const { rows } = await sql<{ first: bigint; last: bigint }>`
    select first, last from list_sequence where owner_id = ${ownerId} and list = 'pings' for no key update`.execute(tx);
  const [list] = rows;
  if (list === undefined) return 0;
  const end = list.first + BigInt(AT_ONCE);
  const { numAffectedRows } = await sql`
    with young as (
      select min(trader_seq) as number from device_ping
      where trader_id = ${ownerId} and trader_seq >= ${list.first} and trader_seq < ${end} and created_at >= ${cutoff}
    )
    delete from device_ping using young
    where trader_id = ${ownerId} and trader_seq >= ${list.first} and trader_seq < coalesce(number, ${end})`.execute(tx);
  const forgotten = numAffectedRows ?? 0n;
  await sql`
    update list_sequence set first = first + ${forgotten} where owner_id = ${ownerId} and list = 'pings'`.execute(tx);
  return Number(forgotten);
}

/** Forgets pings after thirty days. Safe to break off anywhere, and to run twice at once. */
export async function forgetOldPings({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const cutoff = after(clock(), -KEPT);
  for (const ownerId of await readOwners(db, cutoff)) {
    while ((await transaction(db, (tx) => forgetOldest(tx, ownerId, cutoff))) === AT_ONCE);
  }
}

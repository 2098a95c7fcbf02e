import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { type Reader, transaction, type Tx } from '../../db/tx.ts';
import { after, type Clock, DAY } from '../../kernel/clock.ts';

const KEPT = 90 * DAY;
/** Messages that one transaction forgets, with up to some thirty attempts each: meanwhile the merchant is sent no new ones. */
const AT_ONCE = 200;

/** Merchants whose oldest message is finished and too old. */
async function readOwners(db: Reader, cutoff: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select owner_id as id from list_sequence
    join webhook on merchant_id = owner_id and merchant_seq = first
    where list = 'webhooks' and created_at < ${cutoff} and status <> 'PENDING'`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Locks a merchant's oldest messages, up to the first that is young enough or still to be sent: only from the old end, so that
 * the list stays dense.
 * @returns their ids.
 */
async function lockOldest(tx: Tx, merchantId: string, cutoff: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string; place: bigint }>`
    select webhook.id, merchant_seq - first as place from list_sequence
    join webhook on merchant_id = owner_id and merchant_seq >= first and merchant_seq < first + ${AT_ONCE}::bigint
    where owner_id = ${merchantId} and list = 'webhooks' and created_at < ${cutoff} and status <> 'PENDING'
    order by merchant_seq for update of webhook`.execute(tx);
  // What is missing before a row is not to be forgotten, and so neither is the row.
  return rows.filter(({ place }, index) => place === BigInt(index)).map(({ id }) => id);
}

/** @returns how many it has forgotten. */
async function forgetOldest(tx: Tx, merchantId: string, cutoff: Date): Promise<number> {
  const ids = await lockOldest(tx, merchantId, cutoff);
  if (ids.length === 0) return 0;
  await sql`delete from webhook_attempt where webhook_id = any(${ids}::uuid[])`.execute(tx);
  await sql`delete from webhook where id = any(${ids}::uuid[])`.execute(tx);
  await sql`
    update list_sequence set first = first + ${ids.length}::bigint
    where owner_id = ${merchantId} and list = 'webhooks'`.execute(tx);
  return ids.length;
}

/**
 * Forgets delivered and dead messages after ninety days, with their attempts. Safe to break off anywhere, and to run twice at
 * once.
 */
export async function forgetOldMessages({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const cutoff = after(clock(), -KEPT);
  for (const merchantId of await readOwners(db, cutoff)) {
    while ((await transaction(db, (tx) => forgetOldest(tx, merchantId, cutoff))) === AT_ONCE);
  }
}

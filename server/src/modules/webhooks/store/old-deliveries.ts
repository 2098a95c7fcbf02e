import { sql } from 'kysely';
import { forgetOldest } from '../../../db/dense-list.ts';
import type { Database } from '../../../db/pool.ts';
import type { DoBatches } from '../../../db/retention.ts';
import type { Locked, Tx } from '../../../db/tx.ts';

/** Each delivery has up to some thirty attempts. */
const BATCH_SIZE = 200;

/** Deletes deliveries with their attempts. */
async function deleteDeliveries(tx: Tx, deliveries: readonly Locked<{ id: string }>[]): Promise<void> {
  const ids = deliveries.map(({ id }) => id);
  await sql`delete from webhook_attempt where webhook_id = any(${ids}::uuid[])`.execute(tx);
  await sql`delete from webhook where id = any(${ids}::uuid[])`.execute(tx);
  await sql`select platform_forget('webhooks', ${ids}::uuid[])`.execute(tx);
}

/** Forgets delivered and dead deliveries that were made before a moment, with their attempts. */
export const forgetDeliveriesBefore = (db: Database, moment: Date, doBatches: DoBatches): Promise<void> => {
  const history = {
    what: 'webhooks' as const,
    list: 'webhooks',
    table: 'webhook',
    owner: 'merchant_id',
    number: 'merchant_seq',
    isOld: sql<boolean>`created_at < ${moment} and status <> 'PENDING'`,
    batchSize: BATCH_SIZE,
    remove: deleteDeliveries,
  };
  return forgetOldest(db, history, doBatches);
};

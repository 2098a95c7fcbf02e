import { sql } from 'kysely';
import { forgetOldest } from '../../db/dense-list.ts';
import type { Database } from '../../db/pool.ts';
import type { Locked, Tx } from '../../db/tx.ts';
import { after, type Clock, DAY } from '../../kernel/clock.ts';

const RETENTION_MS = 90 * DAY;
/** Each message has up to some thirty attempts. */
const BATCH_SIZE = 200;

/** Deletes webhooks with their attempts. */
async function deleteWebhooks(tx: Tx, webhooks: readonly Locked<{ id: string }>[]): Promise<void> {
  const ids = webhooks.map(({ id }) => id);
  await sql`delete from webhook_attempt where webhook_id = any(${ids}::uuid[])`.execute(tx);
  await sql`delete from webhook where id = any(${ids}::uuid[])`.execute(tx);
}

/** Forgets delivered and dead messages after ninety days, with their attempts. */
export const forgetOldMessages = ({ db, clock }: { db: Database; clock: Clock }): Promise<void> =>
  forgetOldest(db, {
    list: 'webhooks',
    table: 'webhook',
    owner: 'merchant_id',
    number: 'merchant_seq',
    isOld: sql`created_at < ${after(clock(), -RETENTION_MS)} and status <> 'PENDING'`,
    batchSize: BATCH_SIZE,
    remove: deleteWebhooks,
  });

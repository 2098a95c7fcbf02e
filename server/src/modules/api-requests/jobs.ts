import type { Database } from '../../db/pool.ts';
import { singleStatement } from '../../db/tx.ts';
import { after, type Clock, DAY } from '../../kernel/clock.ts';
import { deleteOldest } from './store.ts';

const RETENTION_MS = 7 * DAY;
const BATCH_SIZE = 5000;

/** Forgets requests after seven days, a batch a statement. */
export async function forgetOldRequests({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const before = after(clock(), -RETENTION_MS);
  while ((await singleStatement(db, (tx) => deleteOldest(tx, { before, limit: BATCH_SIZE }))) === BATCH_SIZE);
}

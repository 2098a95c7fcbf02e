import type { Database } from '../../src/db/pool.ts';
import { transaction, type Tx } from '../../src/db/tx.ts';

/** Does the work in a transaction, which stays open with all its locks. @returns a function that commits it. */
export async function holdOpen(db: Database, work: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const held = transaction(db, async (tx) => {
    await work(tx);
    hold();
    await mayCommit;
  });
  await Promise.race([isHeld, held]);
  return () => {
    commit();
    return held;
  };
}

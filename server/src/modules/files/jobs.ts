import type { Database } from '../../db/pool.ts';
import { transaction } from '../../db/tx.ts';
import type { FileStore } from './store/disk.ts';
import { forgetDroppedFiles, lockDroppedFiles } from './store/rows.ts';

const BATCH_SIZE = 100;

/**
 * Deletes the bytes of files that nothing refers to any longer. A process that dies in the middle leaves the rest to the next turn:
 * a file is forgotten only after its bytes.
 * @returns how many it has deleted.
 */
export async function deleteDroppedFiles({ db, store }: { db: Database; store: FileStore }): Promise<number> {
  let deleted = 0;
  for (;;) {
    const batch = await transaction(db, async (tx) => {
      const ids = await lockDroppedFiles(tx, BATCH_SIZE);
      await Promise.all(ids.map((id) => store.delete(id)));
      await forgetDroppedFiles(tx, ids);
      return ids.length;
    });
    deleted += batch;
    if (batch < BATCH_SIZE) return deleted;
  }
}

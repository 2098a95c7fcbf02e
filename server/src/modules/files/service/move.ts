import { createHash } from 'node:crypto';
import type { Reader } from '../../../db/tx.ts';
import type { FileStore } from '../store/disk.ts';
import { readExpected } from '../store/rows.ts';

const BATCH_SIZE = 100;
const NO_ID = '00000000-0000-0000-0000-000000000000';

interface Moving {
  db: Reader;
  from: FileStore;
  to: FileStore;
  /** What is whole in the new home is deleted in the old one. */
  deletesOld: boolean;
  /** Ends it between two files. */
  signal: AbortSignal;
  /** Told of every batch: how many files were looked at. */
  progress: (looked: number) => void;
}

interface Moved {
  copied: number;
  /** Were there already. */
  had: number;
  deleted: number;
  /** Files that neither home has as they were stored. */
  lost: string[];
  isWhole: boolean;
}

/**
 * Brings every file that the database knows to another home; can be ended at any moment and begun anew. A file is deleted in the old
 * one after it was read back from the new one, and never otherwise.
 */
export async function moveFiles({ db, from, to, deletesOld, signal, progress }: Moving): Promise<Moved> {
  const moved: Moved = { copied: 0, had: 0, deleted: 0, lost: [], isWhole: false };
  let looked = 0;
  for (let last = NO_ID; ;) {
    const rows = await readExpected(db, last, BATCH_SIZE);
    for (const { id, size, sha256 } of rows) {
      if (signal.aborted) return moved;
      const isAsStored = (bytes: Buffer | undefined): bytes is Buffer =>
        bytes?.length === size && (!sha256 || createHash('sha256').update(bytes).digest().equals(sha256));
      looked += 1;
      if ((await to.sizeOf(id)) === size) moved.had += 1;
      else {
        const bytes = await from.get(id);
        if (isAsStored(bytes)) {
          await to.put(id, bytes);
          moved.copied += 1;
        } else {
          moved.lost.push(id);
          continue;
        }
      }
      if (deletesOld && (await from.sizeOf(id)) !== undefined && isAsStored(await to.get(id))) {
        await from.delete(id);
        moved.deleted += 1;
      }
    }
    progress(looked);
    if (rows.length < BATCH_SIZE) return { ...moved, isWhole: true };
    last = rows.at(-1)?.id ?? last;
  }
}

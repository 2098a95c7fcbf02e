import { createHash } from 'node:crypto';
import type { Reader } from '../../../db/tx.ts';
import type { FileStore } from '../store/disk.ts';
import { readExpected } from '../store/rows.ts';

const BATCH_SIZE = 500;
const NO_ID = '00000000-0000-0000-0000-000000000000';

interface FileFault {
  id: string;
  problem: string;
}

/**
 * Compares each row with its bytes: whether they are there, as many, and the same.
 * @returns how many were looked at, and what is wrong.
 */
export async function checkFiles({
  db,
  store,
}: {
  db: Reader;
  store: FileStore;
}): Promise<{ count: number; faults: FileFault[] }> {
  const faults: FileFault[] = [];
  let count = 0;
  for (let last = NO_ID; ;) {
    const rows = await readExpected(db, last, BATCH_SIZE);
    for (const { id, size, sha256 } of rows) {
      count += 1;
      const bytes = await store.get(id);
      if (bytes === undefined) faults.push({ id, problem: 'its bytes are not there' });
      else if (bytes.length !== size) faults.push({ id, problem: `it has ${bytes.length} bytes of ${size}` });
      else if (sha256 && !createHash('sha256').update(bytes).digest().equals(sha256))
        faults.push({ id, problem: 'its bytes are others' });
    }
    if (rows.length < BATCH_SIZE) return { count, faults };
    last = rows.at(-1)?.id ?? last;
  }
}

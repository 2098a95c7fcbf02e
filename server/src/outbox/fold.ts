import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { follow } from './follow.ts';
import { readEnd } from './read.ts';

const READER = 'lists';

/** Events of one transaction: one that ends before the job's limit, also on a slow machine. */
const BATCH_SIZE = 5000;

interface Folding {
  batchSize?: number;
  /** Told when the reader's place was of another cluster. */
  warn?: (sentence: string) => void;
}

/** As `foldLists`, one transaction. @returns whether there may be more, and how many events it has folded. */
export async function foldBatch(
  db: Database,
  { batchSize = BATCH_SIZE, warn }: Folding = {},
): Promise<{ isMore: boolean; count: number }> {
  let count = 0;
  const isMore = await follow(
    db,
    READER,
    async (tx, since) => {
      const end = await readEnd(tx, since, batchSize);
      if (end === undefined) return undefined;
      const [xid, id] = end.last.split('/');
      await sql`select lists_fold(${xid}::xid8, ${id}::bigint)`.execute(tx);
      count = end.count;
      return { ...end, isMore: end.count === batchSize };
    },
    warn,
  );
  return { isMore, count };
}

/**
 * Folds what has happened into the counters of lists by status, and numbers the lists of the platform (migrations/062). Lists are
 * exact without it; it keeps them quick. Any number of processes may; one at a time does.
 * @returns once nothing is left: how many events it has folded.
 */
export async function foldLists(db: Database, folding?: Folding): Promise<number> {
  for (let total = 0; ;) {
    const { isMore, count } = await foldBatch(db, folding);
    total += count;
    if (!isMore) return total;
  }
}

import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { follow } from './follow.ts';
import { readEnd } from './read.ts';

const READER = 'lists';

/** Events of one transaction: one that ends before the job's limit, also on a slow machine. */
const BATCH_SIZE = 5000;

/**
 * Folds what has happened into the counters of lists by status, and numbers the lists of the platform (migrations/062). Lists are
 * exact without it; it keeps them quick. Any number of processes may; one at a time does.
 * @returns once nothing is left: whether there was something.
 */
export async function foldLists(db: Database, warn?: (sentence: string) => void): Promise<boolean> {
  let found = false;
  for (let isMore = true; isMore;) {
    isMore = await follow(
      db,
      READER,
      async (tx, since) => {
        const end = await readEnd(tx, since, BATCH_SIZE);
        if (end === undefined) return undefined;
        const [xid, id] = end.last.split('/');
        await sql`select lists_fold(${xid}::xid8, ${id}::bigint)`.execute(tx);
        found = true;
        return { ...end, isMore: end.count === BATCH_SIZE };
      },
      warn,
    );
  }
  return found;
}

import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import type { Tx } from '../db/tx.ts';
import { follow } from './follow.ts';
import { type Position, readEnd } from './read.ts';

/** Events of one transaction: one that ends before the job's limit, also on a slow machine. */
const BATCH_SIZE = 5000;

/** A reader of the outbox that adds up, within the database, what many events at once have changed. */
export interface Folder {
  /** Its name in `outbox_reader`. */
  reader: string;
  /** Folds the events after the reader's place, up to one. */
  fold: (tx: Tx, last: Position) => Promise<void>;
}

export interface Folding {
  batchSize?: number;
  /** Told when the reader's place was of another cluster. */
  warn?: (sentence: string) => void;
}

const LISTS: Folder = {
  reader: 'lists',
  fold: async (tx, last) => {
    const [xid, id] = last.split('/');
    await sql`select lists_fold(${xid}::xid8, ${id}::bigint)`.execute(tx);
  },
};

/** The next batch, in one transaction. @returns whether there may be more, and how many events it has folded. */
async function foldNext(
  db: Database,
  { reader, fold }: Folder,
  { batchSize = BATCH_SIZE, warn }: Folding = {},
): Promise<{ isMore: boolean; count: number }> {
  let count = 0;
  const isMore = await follow(
    db,
    reader,
    async (tx, since) => {
      const end = await readEnd(tx, since, batchSize);
      if (end === undefined) return undefined;
      await fold(tx, end.last);
      count = end.count;
      return { ...end, isMore: end.count === batchSize };
    },
    warn,
  );
  return { isMore, count };
}

/** Folds until nothing is left. Any number of processes may; one at a time does. @returns how many events it has folded. */
export async function foldAll(db: Database, folder: Folder, folding?: Folding): Promise<number> {
  for (let total = 0; ;) {
    const { isMore, count } = await foldNext(db, folder, folding);
    total += count;
    if (!isMore) return total;
  }
}

/** As `foldLists`, one transaction. */
export const foldBatch = (db: Database, folding?: Folding) => foldNext(db, LISTS, folding);

/**
 * Folds what has happened into the counters of lists by status, and numbers the lists of the platform (migrations/062). Lists are
 * exact without it; it keeps them quick.
 */
export const foldLists = (db: Database, folding?: Folding): Promise<number> => foldAll(db, LISTS, folding);

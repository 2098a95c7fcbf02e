import { sql } from 'kysely';
import type { Database } from './pool.ts';
import { PLANNED_BY_KEYS, type Reader } from './tx.ts';

/** One moment of the database, for several reads: what others write meanwhile is not seen. It holds a connection until it ends. */
export interface Snapshot {
  reader: Reader;
  /** May be called again. */
  end: () => Promise<void>;
}

/** Opens a snapshot. The server ends one that is not read for long. */
export async function openSnapshot(db: Database): Promise<Snapshot> {
  const reader = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  let isOver = false;
  const end = async () => {
    if (isOver) return;
    isOver = true;
    await reader.rollback().execute();
  };
  try {
    await sql`select ${PLANNED_BY_KEYS}`.execute(reader);
  } catch (error) {
    await end().catch(() => undefined);
    throw error;
  }
  return { reader, end };
}

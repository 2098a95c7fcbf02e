import type { Database } from '../../db/pool.ts';
import { singleStatement } from '../../db/tx.ts';
import { after, DAY } from '../../kernel/clock.ts';
import { deleteAnswers } from './store.ts';

/** An answer is replayed so long. */
const RETENTION_MS = DAY;

/** Deletes answers that are no longer replayed. */
export const forgetOldAnswers = (db: Database, at: Date): Promise<void> =>
  singleStatement(db, (statement) => deleteAnswers(statement, after(at, -RETENTION_MS)));

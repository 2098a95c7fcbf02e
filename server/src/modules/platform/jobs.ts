import type { Database } from '../../db/pool.ts';
import { singleStatement } from '../../db/tx.ts';
import * as store from './store/days.ts';

/** Forgets the figures of long ago. */
export const forgetFigures = (db: Database, at: Date): Promise<void> =>
  singleStatement(db, (statement) => store.forgetFigures(statement, at));

import type { Database } from '../../db/pool.ts';
import { transaction } from '../../db/tx.ts';
import { deleteExpiredTokens } from './store.ts';

/** Forgets sessions that expired. @returns how many refresh tokens they had. */
export const forgetExpiredSessions = (db: Database, at: Date): Promise<number> =>
  transaction(db, (tx) => deleteExpiredTokens(tx, at));

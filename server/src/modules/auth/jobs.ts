import type { Database } from '../../db/pool.ts';
import { singleStatement, transaction } from '../../db/tx.ts';
import { after } from '../../kernel/clock.ts';
import { deleteOldChallenges } from '../second-factor/index.ts';
import { NETWORK_RETENTION_MS } from './rules.ts';
import { deleteOldNetworks } from './store/networks.ts';
import { deleteExpiredTokens } from './store/sessions.ts';

/** Forgets sessions that expired. @returns how many refresh tokens they had. */
export const forgetExpiredSessions = (db: Database, at: Date): Promise<number> =>
  transaction(db, (tx) => deleteExpiredTokens(tx, at));

/** Forgets what passkeys were asked to sign, and did not in time. */
export const forgetOldChallenges = (db: Database, at: Date): Promise<void> =>
  singleStatement(db, (tx) => deleteOldChallenges(tx, at));

/** Forgets networks from which nobody has signed in for long. */
export const forgetOldNetworks = (db: Database, at: Date): Promise<void> =>
  singleStatement(db, (tx) => deleteOldNetworks(tx, after(at, -NETWORK_RETENTION_MS)));

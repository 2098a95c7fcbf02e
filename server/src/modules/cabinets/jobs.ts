import type { Database } from '../../db/pool.ts';
import { singleStatement } from '../../db/tx.ts';
import { after, type Clock, DAY } from '../../kernel/clock.ts';
import * as store from './store.ts';

/**
 * Notifies the screens, once, of cabinets whose phones have gone offline. Issuing does not wait for it.
 * @returns how many.
 */
export const markOffline = ({ db, clock }: { db: Database; clock: Clock }): Promise<number> =>
  singleStatement(db, (tx) => store.markOffline(tx, clock()));

/** The strip of a cabinet shows a day. */
const SILENCE_RETENTION_MS = 2 * DAY;

/** Forgets the silences of phones after two days. */
export const forgetOldSilences = ({ db, clock }: { db: Database; clock: Clock }): Promise<void> =>
  singleStatement(db, (tx) => store.forgetSilences(tx, after(clock(), -SILENCE_RETENTION_MS)));

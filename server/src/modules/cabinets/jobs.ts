import type { Database } from '../../db/pool.ts';
import { singleStatement } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import * as store from './store.ts';

/**
 * Notifies the screens, once, of cabinets whose phones have gone offline. Issuing does not wait for it.
 * @returns how many.
 */
export const markOffline = ({ db, clock }: { db: Database; clock: Clock }): Promise<number> =>
  singleStatement(db, (tx) => store.markOffline(tx, clock()));

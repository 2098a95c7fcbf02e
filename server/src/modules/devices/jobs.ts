import { forgetOldest } from '../../db/dense-list.ts';
import type { Database } from '../../db/pool.ts';
import { after, type Clock, DAY } from '../../kernel/clock.ts';
import { oldPings } from './store.ts';

const PING_RETENTION_MS = 30 * DAY;

/** Forgets pings after thirty days. */
export const forgetOldPings = ({ db, clock }: { db: Database; clock: Clock }): Promise<void> =>
  forgetOldest(db, oldPings(after(clock(), -PING_RETENTION_MS)));

import { forgetOldest } from '../../db/dense-list.ts';
import type { Database } from '../../db/pool.ts';
import { singleStatement } from '../../db/tx.ts';
import { after, type Clock, DAY } from '../../kernel/clock.ts';
import { deletePairingTokens } from './store/pairing-tokens.ts';
import { oldPings } from './store/pings.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

const PING_RETENTION_MS = 30 * DAY;

/** Forgets pings after thirty days. */
export const forgetOldPings = ({ db, clock }: Deps): Promise<void> =>
  forgetOldest(db, oldPings(after(clock(), -PING_RETENTION_MS)));

/** Forgets tokens that pair no phone any more. */
export const forgetPairingTokens = ({ db, clock }: Deps): Promise<void> =>
  singleStatement(db, (tx) => deletePairingTokens(tx, clock()));

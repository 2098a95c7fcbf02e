import { forgetOldest } from '../../db/dense-list.ts';
import type { Database } from '../../db/pool.ts';
import { singleStatement, transaction } from '../../db/tx.ts';
import {
  countForgotten,
  type Forgetting,
  forgettingTurn,
  movePlace,
  takePlace,
  USUAL_TERMS,
} from '../../db/retention.ts';
import { after, type Clock } from '../../kernel/clock.ts';
import { firstIdAt } from '../../kernel/ids.ts';
import { forgetKeptTexts, forgetNextTexts } from './store/forgotten.ts';
import { deletePairingTokens } from './store/pairing-tokens.ts';
import { oldPings } from './store/pings.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

/** Forgets pings after their term. */
export async function forgetOldPings({ db, clock, keepMs = USUAL_TERMS.pings, turnMs }: Forgetting): Promise<void> {
  if (keepMs > 0) await forgetOldest(db, oldPings(after(clock(), -keepMs)), forgettingTurn(turnMs));
}

const TEXTS_AT_ONCE = 500;

/**
 * Forgets what banks wrote after its term: the sum, the outcome and the hash of the text stay. Two workers do it in turns; one that dies
 * leaves its batch to the next.
 */
export async function forgetTexts({ db, clock, keepMs = USUAL_TERMS.texts, turnMs }: Forgetting): Promise<void> {
  if (keepMs === 0) return;
  const doBatches = forgettingTurn(turnMs);
  const at = clock();
  const limit = TEXTS_AT_ONCE;
  const before = firstIdAt(after(at, -keepMs));
  await doBatches(() =>
    transaction(db, async (tx) => {
      const place = await takePlace(tx, 'texts');
      if (place === undefined) return false;
      const { looked, last, forgotten } = await forgetNextTexts(tx, { ...place, before, limit, at });
      if (last !== null) await movePlace(tx, 'texts', last);
      await countForgotten(tx, 'texts', forgotten);
      return looked === limit;
    }),
  );
  await doBatches(() =>
    transaction(db, async (tx) => {
      const forgotten = await forgetKeptTexts(tx, limit, at);
      await countForgotten(tx, 'texts', forgotten);
      return forgotten === limit;
    }),
  );
}

/** Forgets tokens that pair no phone any more. */
export const forgetPairingTokens = ({ db, clock }: Deps): Promise<void> =>
  singleStatement(db, (tx) => deletePairingTokens(tx, clock()));

import { countForgotten, type Forgetting, forgettingTurn, USUAL_TERMS } from '../../db/retention.ts';
import { transaction } from '../../db/tx.ts';
import { after } from '../../kernel/clock.ts';
import { deleteOldest } from './store.ts';

const BATCH_SIZE = 5000;

/** Forgets requests after their term. */
export async function forgetOldRequests({
  db,
  clock,
  keepMs = USUAL_TERMS.requests,
  turnMs,
}: Forgetting): Promise<void> {
  if (keepMs === 0) return;
  const before = after(clock(), -keepMs);
  await forgettingTurn(turnMs)(() =>
    transaction(db, async (tx) => {
      const forgotten = await deleteOldest(tx, { before, limit: BATCH_SIZE });
      await countForgotten(tx, 'requests', forgotten);
      return forgotten === BATCH_SIZE;
    }),
  );
}

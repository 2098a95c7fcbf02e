import { countForgotten, type Forgetting, forgettingTurn, USUAL_TERMS } from '../../db/retention.ts';
import { transaction } from '../../db/tx.ts';
import { after } from '../../kernel/clock.ts';
import { deleteProposals } from './store.ts';

const BATCH_SIZE = 1000;

/** Forgets proposals that were decided, or came to nothing, after their term. */
export async function forgetOldProposals({
  db,
  clock,
  keepMs = USUAL_TERMS.proposals,
  turnMs,
}: Forgetting): Promise<void> {
  if (keepMs === 0) return;
  const before = after(clock(), -keepMs);
  await forgettingTurn(turnMs)(() =>
    transaction(db, async (tx) => {
      const forgotten = await deleteProposals(tx, { before, limit: BATCH_SIZE });
      await countForgotten(tx, 'proposals', forgotten);
      return forgotten === BATCH_SIZE;
    }),
  );
}

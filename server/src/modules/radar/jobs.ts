import type { Database } from '../../db/pool.ts';
import { singleStatement, transaction } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { radarChanged } from './service.ts';
import { countFigures, readWatched } from './store/figures.ts';
import { endTurn, takeTurn } from './store/turn.ts';

const BATCH_SIZE = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Counts everybody's figures anew, where that is due; one worker at a time does. Each account is a statement of its own: a turn that
 * is broken off, or taken twice, leaves nothing wrong.
 * @returns whether this call did.
 */
export async function runRadar({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  if (!(await singleStatement(db, (statement) => takeTurn(statement, clock())))) return false;
  let last = BEFORE_ALL;
  for (;;) {
    const accounts = await readWatched(db, last, BATCH_SIZE);
    for (const account of accounts) {
      await singleStatement(db, (statement) => countFigures(statement, account, clock()));
      last = account.id;
    }
    if (accounts.length < BATCH_SIZE) break;
  }
  const at = clock();
  await transaction(db, async (tx) => {
    await endTurn(tx, at);
    await radarChanged(tx, at);
  });
  return true;
}

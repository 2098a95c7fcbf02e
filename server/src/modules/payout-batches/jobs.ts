import type { Database } from '../../db/pool.ts';
import { singleStatement } from '../../db/tx.ts';
import { after, type Clock, DAY } from '../../kernel/clock.ts';
import { deleteForgotten, pruneEnded } from './store/batch.ts';

/** A file that nobody has started is kept so long. */
const UNSTARTED_FOR_MS = 7 * DAY;
/** Of a file that has ended, rows that became no payouts keep whom they were for so long. */
const ENDED_FOR_MS = 30 * DAY;

/** Forgets whom files were for that nobody needs any more. A payout has its own. */
export async function forgetBatches({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const at = clock();
  await singleStatement(db, (statement) => deleteForgotten(statement, after(at, -UNSTARTED_FOR_MS)));
  await singleStatement(db, (statement) => pruneEnded(statement, after(at, -ENDED_FOR_MS)));
}

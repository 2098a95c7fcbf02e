import { RECONCILIATION_DAYS } from '@kantor/contract/plain/reconciliations.ts';
import type { Database } from '../../db/pool.ts';
import { singleStatement } from '../../db/tx.ts';
import { after, type Clock, DAY } from '../../kernel/clock.ts';
import { deleteGone } from './service/making.ts';
import { giveUpOld } from './store/reconciliation.ts';

/** Deletes reconciliations that were kept for long enough, and what is left of those that nobody finished. */
export async function forgetReconciliations({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const at = clock();
  const before = after(at, -RECONCILIATION_DAYS * DAY);
  const gone = await singleStatement(db, (statement) => giveUpOld(statement, { before, at }));
  for (const id of gone) await deleteGone(db, id);
}

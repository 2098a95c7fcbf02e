import type { Database } from '../../db/pool.ts';
import { singleStatement } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readDueRequisites, switchBySchedule } from './store/switching.ts';

const BATCH_SIZE = 200;

/** Switches the requisites whose time has come; each by itself. */
export async function switchDueRequisites({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const at = clock();
  for (let found = BATCH_SIZE; found === BATCH_SIZE;) {
    const due = await readDueRequisites(db, at, BATCH_SIZE);
    for (const requisite of due) await singleStatement(db, (tx) => switchBySchedule(tx, requisite, at));
    found = due.length;
  }
}

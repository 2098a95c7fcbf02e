import { transaction } from '../../db/tx.ts';
import type { Deps } from './service/payout.ts';
import { settleUncontested } from './service/settling.ts';
import { returnOverdue } from './service/work.ts';
import { readUncontested } from './store/settling.ts';
import { readOverdue } from './store/work.ts';

type JobDeps = Pick<Deps, 'db' | 'clock'>;

const BATCH_SIZE = 200;

// Each payout has a transaction of its own. Any number of workers may do it at once, and one that was down catches up.

/** Returns to the queue the payouts whose time in work has run out. @returns how many this call returned. */
export async function returnOverduePayouts({ db, clock }: JobDeps): Promise<number> {
  let returned = 0;
  for (;;) {
    const at = clock();
    const due = await readOverdue(db, at, BATCH_SIZE);
    for (const id of due) if (await transaction(db, (tx) => returnOverdue(tx, id, at))) returned += 1;
    if (due.length < BATCH_SIZE) return returned;
  }
}

/** Settles the payouts that nobody contested in time. @returns how many this call settled. */
export async function settleDuePayouts({ db, clock }: JobDeps): Promise<number> {
  let settled = 0;
  for (;;) {
    const at = clock();
    const due = await readUncontested(db, at, BATCH_SIZE);
    for (const id of due) if (await transaction(db, (tx) => settleUncontested(tx, id, at))) settled += 1;
    if (due.length < BATCH_SIZE) return settled;
  }
}

import { transaction } from '../../db/tx.ts';
import { type Deps, releaseOrder } from './service/closing.ts';
import { readDueOrders } from './store/order.ts';

const BATCH_SIZE = 200;

/**
 * Expires the active orders whose time has passed, each in a transaction of its own. Any number of workers may do it at once,
 * and one that was down catches up.
 * @returns how many orders this call expired.
 */
export async function expireDueOrders({ db, clock }: Deps): Promise<number> {
  let expired = 0;
  for (;;) {
    const at = clock();
    const due = await readDueOrders(db, at, BATCH_SIZE);
    for (const id of due) {
      if (await transaction(db, (tx) => releaseOrder(tx, id, 'expire', 'timer', at))) expired += 1;
    }
    if (due.length < BATCH_SIZE) return expired;
  }
}

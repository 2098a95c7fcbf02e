import { type Forgetting, forgetOldest } from '../../db/retention.ts';
import { type Deps, expireOrder } from './service/closing.ts';
import { deleteRefusals } from './store/issuing.ts';
import { readDueOrders } from './store/order.ts';

const BATCH_SIZE = 200;
const REFUSALS_AT_ONCE = 5000;

/**
 * Expires the active orders whose time has passed, gathered in turns. Any number of workers may do it at once,
 * and one that was down catches up.
 * @returns how many orders this call expired.
 */
export async function expireDueOrders(deps: Deps): Promise<number> {
  const { db, clock } = deps;
  let expired = 0;
  for (;;) {
    const at = clock();
    const due = await readDueOrders(db, at, BATCH_SIZE);
    const outcomes = await Promise.all(due.map((id) => expireOrder(deps, id, at)));
    expired += outcomes.filter((isExpired) => isExpired).length;
    if (due.length < BATCH_SIZE) return expired;
  }
}

/** Forgets the counts of refused orders after their term. */
export const forgetOldRefusals = (forgetting: Forgetting): Promise<void> =>
  forgetOldest({ what: 'refusals', batchSize: REFUSALS_AT_ONCE, deleteBefore: deleteRefusals }, forgetting);

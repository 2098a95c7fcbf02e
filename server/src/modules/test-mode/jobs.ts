import { singleStatement, transaction } from '../../db/tx.ts';
import { after, DAY } from '../../kernel/clock.ts';
import { KEPT_DAYS } from './rules.ts';
import type { Deps } from './service/orders.ts';
import { forgetTestObjects } from './store/old.ts';
import { expireTestOrders } from './store/orders.ts';
import { settleDueTestPayouts } from './store/payouts.ts';
import { tellOfOrder, tellOfPayout } from './tell.ts';

const BATCH = 100;

/** Does what time alone does in the test world: orders expire, payouts settle. */
export async function passTestTime({ db, clock }: Deps): Promise<void> {
  const at = clock();
  for (;;) {
    const moved = await transaction(db, async (tx) => {
      const [orders, payouts] = [await expireTestOrders(tx, at, BATCH), await settleDueTestPayouts(tx, at, BATCH)];
      for (const order of orders) await tellOfOrder(tx, order, at);
      for (const payout of payouts) await tellOfPayout(tx, payout, 'settled', at);
      return Math.max(orders.length, payouts.length);
    });
    if (moved < BATCH) return;
  }
}

/** Forgets what is older than thirty days. */
export const forgetTestWorld = ({ db, clock }: Deps): Promise<void> =>
  singleStatement(db, (statement) => forgetTestObjects(statement, after(clock(), -KEPT_DAYS * DAY)));

import { transaction } from '../../src/db/tx.ts';
import type { Database } from '../../src/db/pool.ts';
import { after, MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { USUAL_APPEALS } from '../../src/modules/appeals/index.ts';
import { openTestAppeal } from '../../src/modules/test-mode/service/appeals.ts';
import { insertTestOrder } from '../../src/modules/test-mode/store/orders.ts';
import { insertTestPayout } from '../../src/modules/test-mode/store/payouts.ts';

/** An object of each kind in a merchant's test world. */
export function createTestObjects(db: Database, merchantId: string, now: Date) {
  return transaction(db, async (tx) => {
    const terms = {
      merchantId,
      isSbp: true,
      amount: 10_000n,
      rate: 900_000n,
      amountUsdt: 1n,
      feeBp: 0,
      createdAt: now,
    };
    const expiresAt = after(now, 15 * MINUTE);
    const order = (id: string) => ({
      ...terms,
      id,
      externalId: id,
      bankName: '',
      status: 'ACTIVE' as const,
      callbackUrl: null,
      returnUrl: null,
      expiresAt,
      paidAt: null,
      payerId: null,
      metadata: null,
    });
    const [active, contested, payout] = [newId(now), newId(now), newId(now)];
    for (const id of [active, contested]) await insertTestOrder(tx, order(id));
    const recipient = { fio: 'Имя', phone: '', bankAccount: '', recipientBank: null };
    await insertTestPayout(tx, { ...terms, ...recipient, id: payout, externalId: payout });
    const of = { merchantId, id: contested };
    const appeal = await openTestAppeal(tx, of, { by: 'merchant', amount: 1n }, USUAL_APPEALS, now);
    return { order: active, payout, appeal: appeal.id };
  });
}

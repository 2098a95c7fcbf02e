import { TEST_API_KEY } from '@kantor/demo/accounts.ts';
import type { Tx } from '../../db/tx.ts';
import { after, MINUTE } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { toMicroUsdt } from '../../kernel/money.ts';
import { createApiKey } from '../../modules/merchant-api/index.ts';
import { ORDER_LIFETIME_MS } from '../../modules/orders/index.ts';
import { readRate } from '../../modules/rates/index.ts';
import { insertTestOrder, moveByEvent, TEST_PAYEE } from '../../modules/test-mode/index.ts';

/** Minutes before the end, roubles, and what happened then. */
const ORDERS = [
  [90, 1500, 'pay'],
  [60, 2490, 'late'],
  [40, 990, 'cancel'],
  [0, 3200, undefined],
] as const;

/** The shop's test key, and what its server has tried with it. */
export async function openTestWorld(tx: Tx, merchantId: string, end: Date): Promise<void> {
  const { value: rate } = await readRate(tx);
  await createApiKey(tx, { merchantId, name: 'Тестовый ключ', key: TEST_API_KEY, isTest: true, at: end });
  for (const [minutes, roubles, event] of ORDERS) {
    const at = after(end, -minutes * MINUTE);
    const [id, amount] = [newId(at), BigInt(roubles * 100)];
    await insertTestOrder(tx, {
      id,
      merchantId,
      externalId: `test-${roubles}`,
      isSbp: true,
      bankName: TEST_PAYEE.bankName,
      amount,
      rate,
      amountUsdt: toMicroUsdt(amount, rate),
      feeBp: 0,
      status: 'ACTIVE',
      callbackUrl: null,
      returnUrl: null,
      createdAt: at,
      expiresAt: after(at, ORDER_LIFETIME_MS),
      paidAt: null,
      payerId: null,
      metadata: null,
    });
    if (event !== undefined) await moveByEvent(tx, { merchantId, id }, event, after(at, 2 * MINUTE));
  }
}

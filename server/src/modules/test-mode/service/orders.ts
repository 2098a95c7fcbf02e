import { ORDER_STATUS_TEXT, type OrderMethod } from '@kantor/contract/plain/statuses.ts';
import type { Database } from '../../../db/pool.ts';
import { type Reader, transaction, type Tx } from '../../../db/tx.ts';
import { after, type Clock } from '../../../kernel/clock.ts';
import { type ApiError, conflict, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { toMicroUsdt } from '../../../kernel/money.ts';
import { readAccount } from '../../accounts/index.ts';
import type { Once } from '../../idempotency/index.ts';
import { ORDER_LIFETIME_MS } from '../../orders/index.ts';
import { readFreshRate } from '../../rates/index.ts';
import { MOVES, TEST_PAYEE } from '../rules.ts';
import { insertTestOrder, moveTestOrder, readTestOrder, type TestOrder } from '../store/orders.ts';
import { tellOfOrder } from '../tell.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

/** Whose an object is, and which. */
export interface Of {
  merchantId: string;
  id: string;
}

interface TestOrderRequest {
  merchantId: string;
  externalId: string;
  amount: bigint;
  method: OrderMethod;
  callbackUrl: string | undefined;
  returnUrl: string | undefined;
  payerId: string | undefined;
  metadata: Record<string, string> | undefined;
}

/** @throws ApiError 404. */
export async function getTestOrder(db: Reader, { merchantId, id }: Of): Promise<TestOrder> {
  const order = await readTestOrder(db, merchantId, id);
  if (order === undefined) throw notFound();
  return order;
}

/** Issues an order at the simulated requisite, once. @throws ApiError 409 `external_id_taken`, `no_rate`, `rate_stale`, and what `once` throws. */
export function issueTestOrder<Answer>(
  { db, clock }: Deps,
  { merchantId, externalId, amount, method, callbackUrl, returnUrl, payerId, metadata }: TestOrderRequest,
  once: Once<TestOrder, Answer>,
): Promise<Answer> {
  const at = clock();
  return transaction(db, (tx) =>
    once.run(tx, async () => {
      const [{ value: rate }, account] = [await readFreshRate(tx, at), await readAccount(tx, merchantId)];
      const order: TestOrder = {
        id: newId(at),
        merchantId,
        externalId,
        isSbp: method === 'sbp',
        bankName: TEST_PAYEE.bankName,
        amount,
        rate,
        amountUsdt: toMicroUsdt(amount, rate),
        feeBp: account?.feeBp ?? 0,
        status: 'ACTIVE',
        callbackUrl: callbackUrl ?? null,
        returnUrl: returnUrl ?? null,
        createdAt: at,
        expiresAt: after(at, ORDER_LIFETIME_MS),
        paidAt: null,
        payerId: payerId ?? null,
        metadata: metadata ?? null,
      };
      if (!(await insertTestOrder(tx, order)))
        throw conflict('external_id_taken', 'Заказ с таким external_id уже есть');
      await tellOfOrder(tx, order, at);
      return order;
    }),
  );
}

/** Why an order was not moved: it is not there, or is in another status. */
async function refusalOf(tx: Tx, of: Of): Promise<ApiError> {
  const { status } = await getTestOrder(tx, of);
  return conflict('order_status', `Сейчас заказ в статусе «${ORDER_STATUS_TEXT[status]}»`);
}

async function step(
  tx: Tx,
  of: Of,
  move: Pick<Parameters<typeof moveTestOrder>[2], 'from' | 'to'>,
  at: Date,
): Promise<TestOrder | undefined> {
  const order = await moveTestOrder(tx, of, { ...move, at });
  if (order !== undefined) await tellOfOrder(tx, order, at);
  return order;
}

/**
 * Something happens to an order: it is paid, paid late (it expires first, if it has not), or cancelled.
 * @throws ApiError 404, 409 `order_status`.
 */
export async function moveByEvent(tx: Tx, of: Of, event: keyof typeof MOVES, at: Date): Promise<TestOrder> {
  if (event === 'late') await step(tx, of, { from: ['ACTIVE'], to: 'EXPIRED' }, at);
  const { from, to } = MOVES[event];
  const order = await step(tx, of, { from, to }, at);
  if (order === undefined) throw await refusalOf(tx, of);
  return order;
}

/** Brings an order under an appeal. @throws ApiError 404, 409 `order_status`. */
export async function contestTestOrder(tx: Tx, of: Of, at: Date): Promise<TestOrder> {
  const order = await step(tx, of, { from: ['ACTIVE', 'EXPIRED', 'DECLINED'], to: 'APPEAL' }, at);
  if (order === undefined) throw await refusalOf(tx, of);
  return order;
}

/** Ends the appeal's hold on an order: it is closed, or as it was. */
export async function releaseTestOrder(tx: Tx, of: Of, to: TestOrder['status'], at: Date): Promise<TestOrder> {
  const order = await step(tx, of, { from: ['APPEAL'], to }, at);
  if (order === undefined) throw await refusalOf(tx, of);
  return order;
}

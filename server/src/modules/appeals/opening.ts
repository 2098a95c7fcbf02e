import { ORDER_STATUS_TEXT, type OrderStatus } from '@kantor/contract/plain/statuses.ts';
import type { Database } from '../../db/pool.ts';
import { type Locked, transaction, type Tx } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { appendEvent } from '../../outbox/append.ts';
import { lockBalance, post, postings } from '../ledger/index.ts';
import { APPEALABLE, lockOrder, moveOrder, type Order, setHeld } from '../orders/index.ts';
import { insertAppeal } from './store.ts';

export interface AppealRequest {
  merchantId: string;
  orderId: string;
  /** Kopecks that the payer says were paid. */
  amount: bigint;
  /** The receipt, already stored. */
  fileId?: string;
}

/** @throws ApiError 409 `order_status` for an order that is closed or has an open appeal. */
export function assertAppealable(status: OrderStatus): void {
  if (APPEALABLE.includes(status)) return;
  throw conflict('order_status', `Сейчас заказ в статусе «${ORDER_STATUS_TEXT[status]}», апелляция невозможна`);
}

/**
 * A merchant contests an order that is not closed. The order's amount is held again when the trader still has it.
 * @returns the appeal's id.
 * @throws ApiError 404, 409 `order_status`.
 */
export async function contestOrder(tx: Tx, request: AppealRequest, at: Date): Promise<string> {
  const { merchantId, orderId, amount, fileId } = request;
  const id = newId(at);
  const order = await lockOrder(tx, orderId);
  if (order?.merchantId !== merchantId) throw notFound();
  assertAppealable(order.status);
  await moveOrder(tx, { id: orderId, from: order.status, to: 'APPEAL', actor: 'merchant', at, held: order.held });
  const { traderId, status: orderStatus } = order;
  await insertAppeal(tx, { id, orderId, traderId, merchantId, amount, orderStatus, fileId }, at);
  await appendEvent(tx, { kind: 'appeal.open', objectId: id, owners: [traderId, merchantId], at });
  if (order.held === 0n) await holdAgain(tx, id, order, at);
  return id;
}

/** Takes a released hold again, if the money is there; if not, the confirmation will ask for it. */
async function holdAgain(tx: Tx, appealId: string, order: Locked<Order>, at: Date): Promise<void> {
  const { traderId, amountUsdt } = order;
  if ((await lockBalance(tx, traderId, 'available')) < amountUsdt) return;
  await post(tx, postings.appealHeld(appealId, traderId, amountUsdt), at);
  await setHeld(tx, order, amountUsdt);
}

/** As `contestOrder`, in a transaction of its own. */
export const openAppeal = ({ db, clock }: { db: Database; clock: Clock }, request: AppealRequest): Promise<string> =>
  transaction(db, (tx) => contestOrder(tx, request, clock()));

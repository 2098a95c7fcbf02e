import { ORDER_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { Tx } from '../../../db/tx.ts';
import { after, DAY } from '../../../kernel/clock.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { toMicroUsdt } from '../../../kernel/money.ts';
import { appendEvent } from '../../../outbox/append.ts';
import { lockBalances, openAccounts, post, postings } from '../../ledger/index.ts';
import { lockOrder } from '../store/order.ts';
import { markReversed, readPaid } from '../store/reversal.ts';

interface ReversalRequest {
  orderId: string;
  /** Kopecks, at most what was paid. */
  amount: bigint;
  /** The merchant and the trader read it. */
  reason: string;
}

/**
 * Takes back a part of what a closed order paid, or all of it, at the order's rate and terms. The order stays closed.
 * @param days an order can be reversed so long after it was closed.
 * @throws ApiError 404, 409 `order_status`, `reversed`, `reversal_late`, `reversal_too_much`.
 */
export async function reverseOrder(tx: Tx, request: ReversalRequest, days: number, at: Date): Promise<void> {
  const { orderId, amount } = request;
  const order = await lockOrder(tx, orderId);
  if (order === undefined) throw notFound();
  if (order.paidAt === null)
    throw conflict('order_status', `Сейчас заказ в статусе «${ORDER_STATUS_TEXT[order.status]}», возвращать нечего`);
  if (after(order.paidAt, days * DAY) <= at) throw conflict('reversal_late', 'Срок возврата по этому заказу прошёл');
  const paid = await readPaid(tx, order);
  if (amount > paid) throw conflict('reversal_too_much', 'Вернуть можно не больше, чем было оплачено');
  if (!(await markReversed(tx, order, request, at))) throw conflict('reversed', 'По этому заказу возврат уже сделан');

  const { traderId, merchantId, rate } = order;
  await openAccounts(tx, merchantId, ['owed']);
  const balance = await lockBalances(tx, [traderId, merchantId]);
  const sums = {
    paid: toMicroUsdt(paid, rate),
    rest: toMicroUsdt(paid - amount, rate),
    earned: balance(traderId, 'earned'),
    available: balance(merchantId, 'available'),
  };
  await appendEvent(tx, { kind: 'order.reversed', objectId: orderId, owners: [traderId, merchantId], at });
  await post(tx, postings.orderReversed(orderId, order, sums), at);
}

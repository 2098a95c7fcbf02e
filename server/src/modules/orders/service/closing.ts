import { type Actor, ORDER_STATUS_TEXT, type OrderStatus } from '@kantor/contract/plain/statuses.ts';
import type { Database } from '../../../db/pool.ts';
import { type Reader, singleStatement, type Statement, transaction, type Tx } from '../../../db/tx.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { InsufficientFunds, post, postings } from '../../ledger/index.ts';
import { TRANSITIONS } from '../rules.ts';
import { moveOrder, type Order, readOwnOrder } from '../store/order.ts';
import { type Ground, keepGround } from './grounds.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

/** The owner's order, if the event may find it as it is. @throws ApiError 404, 409 `order_status`. */
async function readFor(db: Reader, owner: Owner, id: string, from: OrderStatus): Promise<Order> {
  const order = await readOwnOrder(db, owner, id);
  if (order === undefined) throw notFound();
  if (order.status === from) return order;
  throw conflict('order_status', `Сейчас заказ в статусе «${ORDER_STATUS_TEXT[order.status]}», действие недоступно`);
}

/** The reason why a compare-and-set found nothing. */
async function refuseEvent(db: Reader, owner: Owner, id: string, from: OrderStatus): Promise<never> {
  await readFor(db, owner, id, from);
  throw conflict('order_status', 'Заказ только что изменился. Обновите страницу');
}

/** The two ways in which an order closes for its own sum. */
type Closing = 'confirm' | 'confirm-expired';

/**
 * Closes an order and pays everyone, in one statement. `confirm` takes an active order, `confirm-expired` an expired one,
 * whose amount comes from the trader's available account.
 * @param order its amounts are paid; its status may be old, and the compare-and-set checks it.
 * @returns whether the order was in the status that the event asks for; if not, nothing is changed.
 * @throws InsufficientFunds
 */
export async function closeOrder(
  statement: Statement,
  order: Order,
  { event, actor, at }: { event: Closing; actor: Actor; at: Date },
): Promise<boolean> {
  const { id, traderId, amountUsdt } = order;
  const { from, to } = TRANSITIONS[event];
  const held = event === 'confirm' ? amountUsdt : 0n;
  const posting = postings.orderClosed(id, order, { held, amount: amountUsdt });
  const owner: Owner = { role: 'trader', id: traderId };
  return (await moveOrder(statement, { id, owner, from, to, actor, at, held: 0n, posting })) !== undefined;
}

/**
 * A trader closes their order, by a message of the bank, by something else, or without a ground. A second confirmation changes
 * nothing.
 * @throws ApiError 404, 409 `order_status`, 409 `insufficient_funds`, 409 `message_used`, 409 `message_unfit`.
 */
export async function confirmOrder(
  { db, clock }: Deps,
  traderId: string,
  { id, event, ground }: { id: string; event: Closing; ground?: Ground | undefined },
): Promise<void> {
  const at = clock();
  const owner: Owner = { role: 'trader', id: traderId };
  const { from } = TRANSITIONS[event];
  // The compare-and-set below decides; this read gives the amounts to pay, and spares repeated clicks a lock.
  const order = await readFor(db, owner, id, from);
  const close = (statement: Statement) => closeOrder(statement, order, { event, actor: 'trader', at });
  // Without a ground there is nothing to be kept beside it: one statement, one round trip.
  const closeBy = (kept: Ground) =>
    transaction(db, async (tx) => {
      if (!(await close(tx))) return false;
      await keepGround(tx, order, kept, at);
      return true;
    });
  try {
    if (await (ground === undefined ? singleStatement(db, close) : closeBy(ground))) return;
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error;
    throw conflict('insufficient_funds', 'На балансе не хватает USDT, чтобы подтвердить истёкший заказ');
  }
  await refuseEvent(db, owner, id, from);
}

/**
 * Gives up an active order: the trader's hold returns. It keeps its amount for its time and the grace: it may yet be paid.
 * @returns whether the order was active.
 */
export async function releaseOrder(
  tx: Tx,
  id: string,
  event: 'cancel' | 'expire',
  actor: Actor,
  at: Date,
  owner?: Owner,
) {
  const { from, to } = TRANSITIONS[event];
  const order = await moveOrder(tx, { id, owner, from, to, actor, at, held: 0n });
  if (order !== undefined) await post(tx, postings.orderReleased(id, order.traderId, order.amountUsdt), at);
  return order !== undefined;
}

/**
 * Cancels a merchant's active order, in the caller's transaction.
 * @throws ApiError 404, 409 `order_status`.
 */
export async function cancelOrder(tx: Tx, merchantId: string, id: string, at: Date): Promise<void> {
  const owner: Owner = { role: 'merchant', id: merchantId };
  if (!(await releaseOrder(tx, id, 'cancel', 'merchant', at, owner)))
    await refuseEvent(tx, owner, id, TRANSITIONS.cancel.from);
}

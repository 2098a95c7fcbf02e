import type { OrderMethod } from '@kantor/contract/plain/statuses.ts';
import { type Actor, ORDER_STATUS_TEXT, type OrderStatus } from '@kantor/contract/plain/statuses.ts';
import type { Page } from '../../db/dense-list.ts';
import type { Database } from '../../db/pool.ts';
import { breaks, type Reader, singleStatement, type Statement, transaction, type Tx } from '../../db/tx.ts';
import { after, type Clock } from '../../kernel/clock.ts';
import { conflict, notFound, ApiError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { toMicroUsdt } from '../../kernel/money.ts';
import { type OrderMessage, readMessagesOf } from '../devices/index.ts';
import { InsufficientFunds, post, postings } from '../ledger/index.ts';
import { countRefusal, type Gate, lockPlace, nearestGate, readTerms, type Wanted } from './issuing.ts';
import type { PayableOrder } from './payable.ts';
import { ORDER_LIFETIME, searchTerms, SLOT_GRACE, TRANSITIONS } from './rules.ts';
import {
  insertOrder,
  moveOrder,
  type Order,
  type OrderRow,
  type OrderWithHistory,
  type Owner,
  type OrdersPage,
  readDueOrders,
  readOrder,
  readOrders,
  readOwnOrder,
  searchOrders,
} from './store.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

export interface OrderRequest {
  merchantId: string;
  externalId: string;
  /** Kopecks. */
  amount: bigint;
  method: OrderMethod;
  bankId: number | undefined;
  callbackUrl: string | undefined;
}

/** The place was lost between choosing it and taking it; the order may be issued at another. */
class PlaceLost extends Error {
  readonly requisiteId: string;
  constructor(requisiteId: string) {
    super('The place was lost to another order');
    this.requisiteId = requisiteId;
  }
}

class NoPlace extends Error {
  readonly gate: Gate | 'no_requisites';
  constructor(gate: Gate | undefined) {
    super('No requisite passes every gate');
    this.gate = gate ?? 'no_requisites';
  }
}

/** After this many lost places the shop is asked to try again. */
const ATTEMPTS = 20;

/**
 * Issues an order: picks a requisite, takes its amount slot and the trader's hold.
 * @param transact runs each attempt in a transaction of its own (a merchant's call adds its idempotency to it).
 * @throws ApiError 409 `no_requisite`, `no_rate`, `rate_stale`, `external_id_taken`.
 */
export async function issueOrder<Answer>(
  { db, clock }: Deps,
  request: OrderRequest,
  transact: (work: (tx: Tx) => Promise<PayableOrder>) => Promise<Answer>,
): Promise<Answer> {
  const lost: string[] = [];
  for (;;) {
    try {
      return await transact((tx) => attempt(tx, request, clock(), lost));
    } catch (error) {
      if (error instanceof PlaceLost && lost.length < ATTEMPTS) {
        lost.push(error.requisiteId);
      } else if (error instanceof NoPlace || error instanceof PlaceLost) {
        const gate = error instanceof NoPlace ? error.gate : 'amount_slot';
        await transaction(db, (tx) => countRefusal(tx, request.merchantId, gate, clock()));
        throw conflict('no_requisite', 'Сейчас нет реквизита для этой суммы. Повторите попытку позже');
      } else if (error instanceof ApiError && error.code === 'rate_stale') {
        await transaction(db, (tx) => countRefusal(tx, request.merchantId, 'rate_stale', clock()));
        throw error;
      } else if (breaks(error, 'orders_merchant_id_external_id_key')) {
        throw conflict('external_id_taken', 'Заказ с таким external_id уже есть');
      } else throw error;
    }
  }
}

async function attempt(tx: Tx, request: OrderRequest, at: Date, lost: readonly string[]): Promise<PayableOrder> {
  const { rate, feeBp } = await readTerms(tx, request.merchantId, at);
  const amountUsdt = toMicroUsdt(request.amount, rate);
  const wanted: Wanted = { amount: request.amount, amountUsdt, method: request.method, bankId: request.bankId, at };

  const place = await lockPlace(tx, wanted, lost);
  if (place === undefined) throw new NoPlace(await nearestGate(tx, wanted));

  const expiresAt = after(at, ORDER_LIFETIME);
  const order = {
    ...place,
    id: newId(at),
    merchantId: request.merchantId,
    externalId: request.externalId,
    isSbp: request.method === 'sbp',
    amount: request.amount,
    rate,
    amountUsdt,
    feeBp,
    // A trader cannot earn more than the merchant pays.
    rewardBp: Math.min(place.rewardBp, feeBp),
    status: 'ACTIVE' as const,
    held: amountUsdt,
    createdAt: at,
    expiresAt,
    paidAt: null,
    callbackUrl: request.callbackUrl,
  };
  const hold = postings.orderIssued(order.id, place.traderId, amountUsdt);
  const hasSlot = await insertOrder(tx, order, after(expiresAt, SLOT_GRACE), hold).catch((error: unknown) => {
    // Another order took the trader's last USDT after the balance gate had let this one through.
    if (error instanceof InsufficientFunds) return false;
    throw error;
  });
  if (!hasSlot) throw new PlaceLost(place.requisiteId);
  return order;
}

/** The owner's order, if the event may find it as it is. @throws ApiError 404, 409 `order_status`. */
async function readFor(db: Reader, owner: Owner, id: string, from: OrderStatus): Promise<Order> {
  const order = await readOwnOrder(db, owner, id);
  if (order === undefined) throw notFound();
  if (order.status === from) return order;
  throw conflict('order_status', `Сейчас заказ в статусе «${ORDER_STATUS_TEXT[order.status]}», действие недоступно`);
}

/** After a compare-and-set that found nothing: says why. */
async function refuseEvent(db: Reader, owner: Owner, id: string, from: OrderStatus): Promise<never> {
  await readFor(db, owner, id, from);
  throw conflict('order_status', 'Заказ только что изменился. Обновите страницу');
}

/** The two ways in which an order closes for its own sum. */
type Closing = 'confirm' | 'confirm-expired';

/**
 * Closes an order and pays everyone, in one statement. `confirm` takes an active order, `confirm-expired` an expired one,
 * whose amount comes from what the trader has available.
 * @param order what there is to pay: of its status only the compare-and-set knows the truth.
 * @returns whether the order was in the status that the event asks for; if not, nothing is changed.
 * @throws InsufficientFunds
 */
export async function closeOrder(
  tx: Statement,
  order: Order,
  { event, actor, at }: { event: Closing; actor: Actor; at: Date },
): Promise<boolean> {
  const { id, traderId, amountUsdt } = order;
  const { from, to } = TRANSITIONS[event];
  const held = event === 'confirm' ? amountUsdt : 0n;
  const posting = postings.orderClosed(id, order, { held, amount: amountUsdt });
  const owner: Owner = { role: 'trader', id: traderId };
  return (await moveOrder(tx, { id, owner, from, to, actor, at, held: 0n, posting })) !== undefined;
}

/**
 * A trader closes his order. A second confirmation changes nothing.
 * @throws ApiError 404, 409 `order_status`, 409 `insufficient_funds`.
 */
export async function confirmOrder({ db, clock }: Deps, traderId: string, id: string, event: Closing): Promise<void> {
  const at = clock();
  const owner: Owner = { role: 'trader', id: traderId };
  const { from } = TRANSITIONS[event];
  // What decides is the compare-and-set below; this look tells what there is to pay, and spares a lock to repeated clicks.
  const order = await readFor(db, owner, id, from);
  try {
    if (await singleStatement(db, (tx) => closeOrder(tx, order, { event, actor: 'trader', at }))) return;
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error;
    throw conflict('insufficient_funds', 'На балансе не хватает USDT, чтобы подтвердить истёкший заказ');
  }
  await refuseEvent(db, owner, id, from);
}

/**
 * Gives up an active order: the trader's hold returns. Its amount stays taken until the slot's own time: it may yet be paid.
 * @returns whether the order was active.
 */
async function release(tx: Tx, id: string, event: 'cancel' | 'expire', actor: Actor, at: Date, owner?: Owner) {
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
  if (!(await release(tx, id, 'cancel', 'merchant', at, owner)))
    await refuseEvent(tx, owner, id, TRANSITIONS.cancel.from);
}

const EXPIRY_BATCH = 200;

/**
 * Expires the active orders whose time has passed, each in a transaction of its own. Any number of workers may do it at once,
 * and one that was down catches up.
 * @returns how many orders this call expired.
 */
export async function expireDueOrders({ db, clock }: Deps): Promise<number> {
  let expired = 0;
  for (;;) {
    const at = clock();
    const due = await readDueOrders(db, at, EXPIRY_BATCH);
    for (const id of due) {
      if (await transaction(db, (tx) => release(tx, id, 'expire', 'timer', at))) expired += 1;
    }
    if (due.length < EXPIRY_BATCH) return expired;
  }
}

/** One page of the owner's orders; with a search text, of those that it may mean. */
export function listOrders(
  db: Database,
  owner: Owner,
  request: OrdersPage & { search: string },
): Promise<Page<OrderRow>> {
  return request.search === ''
    ? readOrders(db, owner, request)
    : searchOrders(db, owner, request, searchTerms(request.search));
}

export type OrderDetail = OrderWithHistory & {
  /** What banks said of it: its trader's alone. */
  messages: OrderMessage[];
};

/** @throws ApiError 404 also when the order is someone else's. */
export async function getOrder(db: Database, owner: Owner, id: string): Promise<OrderDetail> {
  const order = await readOrder(db, owner, id);
  if (order === undefined) throw notFound();
  return { ...order, messages: owner.role === 'trader' ? await readMessagesOf(db, owner.id, id) : [] };
}

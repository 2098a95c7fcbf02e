import type { PersonActor } from '../../kernel/actor.ts';
import { appendDeed, type Facts } from '../audit/index.ts';
import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { APPEAL_STATUS_TEXT, ORDER_STATUS_TEXT, type OrderStatus } from '@kantor/contract/plain/statuses.ts';
import type { Page } from '../../db/dense-list.ts';
import type { Database } from '../../db/pool.ts';
import { type Locked, type Reader, transaction, type Tx } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { toMicroUsdt } from '../../kernel/money.ts';
import type { Owner } from '../../kernel/owner.ts';
import { appendEvent } from '../../outbox/append.ts';
import type { Kind } from '../../outbox/kinds.ts';
import { InsufficientFunds, lockBalance, post, postings } from '../ledger/index.ts';
import {
  factsOfGround,
  APPEALABLE,
  type Ground,
  keepGround,
  lockOrder,
  moveOrder,
  type Order,
  setHeld,
} from '../orders/index.ts';
import { type AppealTerms, assertClaim, assertInTime } from './rules.ts';
import {
  type Appeal,
  type AppealDetail,
  type AppealRow,
  endAppeal,
  insertAppeal,
  type Outcome,
  readAppeal,
  readAppealDetail,
  readAppeals,
  searchAppeals,
} from './store.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

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
 * @param terms bounds of the merchant's claim; without them any is taken.
 * @returns the appeal's id.
 * @throws ApiError 404, 409 `order_status`, 409 `appeal_late`, 400 (the claim).
 */
export async function contestOrder(tx: Tx, request: AppealRequest, at: Date, terms?: AppealTerms): Promise<string> {
  const { merchantId, orderId, amount, fileId } = request;
  const id = newId(at);
  const order = await lockOrder(tx, orderId);
  if (order?.merchantId !== merchantId) throw notFound();
  assertAppealable(order.status);
  if (terms !== undefined) {
    assertInTime(order, terms, at);
    assertClaim(order, { amount, hasReceipt: fileId !== undefined }, terms);
  }
  await moveOrder(tx, { order, to: 'APPEAL', actor: 'merchant', at, held: order.held });
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
export const openAppeal = ({ db, clock }: Deps, request: AppealRequest, terms?: AppealTerms): Promise<string> =>
  transaction(db, (tx) => contestOrder(tx, request, clock(), terms));

/** The decider: a trader on their own orders, an operator on any. */
type Decider = { role: 'trader'; id: string; actor?: PersonActor } | { role: 'operator' };

/** Keeps what a trader's person decided; an operator's deed is kept by the one who calls. */
async function keepDecision(
  tx: Tx,
  decider: Decider,
  { action, id, after }: { action: string; id: string; after: Facts },
  at: Date,
): Promise<void> {
  if (decider.role !== 'trader') return;
  await appendDeed(tx, decider, { action, object: { kind: 'appeal', id }, before: { status: 'OPEN' }, after }, at);
}

/** Ends the appeal and locks its order first, as everywhere. */
async function settle(tx: Tx, id: string, decider: Decider, outcomeOf: (appeal: Appeal) => Outcome, at: Date) {
  const appeal = await readAppeal(tx, id);
  const order = appeal && (await lockOrder(tx, appeal.orderId));
  if (!order || (decider.role === 'trader' && order.traderId !== decider.id)) throw notFound();
  if (!(await endAppeal(tx, id, outcomeOf(appeal), at))) {
    const status = (await readAppeal(tx, id))?.status ?? 'CLOSED';
    throw conflict('appeal_status', `Сейчас апелляция в статусе «${APPEAL_STATUS_TEXT[status]}», действие недоступно`);
  }
  return { appeal, order };
}

const announce = (tx: Tx, { id }: Appeal, order: Order, kind: Kind, at: Date) =>
  appendEvent(tx, { kind, objectId: id, owners: [order.traderId, order.merchantId], at });

/**
 * Confirms an appeal: the order closes for the amount at the order's rate.
 * @param found kopecks that the operator found paid; without them, the merchant's claim.
 * @param ground what the trader confirms it by.
 * @throws ApiError 404, 409 `appeal_status`, 409 `insufficient_funds`, 409 `message_used`, 409 `message_unfit`.
 */
export async function confirmAppeal(
  { db, clock }: Deps,
  decider: Decider,
  id: string,
  found?: bigint,
  ground?: Ground,
): Promise<void> {
  const at = clock();
  await transaction(db, async (tx) => {
    const paidOf = ({ amount }: Appeal) => found ?? amount;
    const { appeal, order } = await settle(
      tx,
      id,
      decider,
      (appeal) => ({ status: 'PROCESSED', paid: paidOf(appeal) }),
      at,
    );
    const paid = paidOf(appeal);
    await moveOrder(tx, {
      order,
      to: 'CLOSED',
      actor: decider.role,
      at,
      paid,
      held: 0n,
    });
    await announce(tx, appeal, order, 'appeal.processed', at);
    const amount = toMicroUsdt(paid, order.rate);
    try {
      await post(tx, postings.orderClosed(order.id, order, { held: order.held, amount }), at);
    } catch (error) {
      if (!(error instanceof InsufficientFunds)) throw error;
      throw conflict('insufficient_funds', 'На балансе не хватает USDT, чтобы подтвердить апелляцию');
    }
    if (ground !== undefined) await keepGround(tx, order, ground, at);
    const after = { status: 'PROCESSED', paid_rub: formatMinorUnits(paid, SCALE.rub), ...factsOfGround(ground) };
    await keepDecision(tx, decider, { action: 'confirm-appeal', id, after }, at);
  });
}

/**
 * Declines an appeal: the order returns to the status before it, and the appeal's hold to the trader.
 * @throws ApiError 404, 409 `appeal_status`.
 */
export async function declineAppeal({ db, clock }: Deps, decider: Decider, id: string): Promise<void> {
  const at = clock();
  await transaction(db, async (tx) => {
    const { appeal, order } = await settle(tx, id, decider, () => ({ status: 'CLOSED' }), at);
    const stillHolds = appeal.orderStatus === 'ACTIVE';
    await moveOrder(tx, {
      order,
      to: appeal.orderStatus,
      actor: decider.role,
      at,
      held: stillHolds ? order.held : 0n,
    });
    await announce(tx, appeal, order, 'appeal.closed', at);
    if (order.held > 0n && !stillHolds) await post(tx, postings.appealReleased(id, order.traderId, order.held), at);
    await keepDecision(tx, decider, { action: 'decline-appeal', id, after: { status: 'CLOSED' } }, at);
  });
}

interface ListRequest extends PageRequest {
  /** A part of the order's id; nothing for all. */
  orderId: string;
}

/** One page of the owner's appeals, of those against orders with this part of an id when one is given. */
export async function listAppeals(
  db: Reader,
  owner: Owner,
  { orderId, ...page }: ListRequest,
): Promise<Page<AppealRow>> {
  // As a person copies it from a screen: in capitals as a short name, or with its end left out.
  const part = orderId.toLowerCase().replace(/(?:…|\.\.\.)$/, '');
  return part === '' ? readAppeals(db, owner, page) : searchAppeals(db, owner, page, part);
}

/** @throws ApiError 404 also when the appeal is someone else's. */
export async function getAppeal(db: Reader, owner: Owner, id: string): Promise<AppealDetail> {
  const appeal = await readAppealDetail(db, owner, id);
  if (appeal === undefined) throw notFound();
  return appeal;
}

import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { AppealDecider } from '@kantor/contract/plain/match.ts';
import type { WaitingIn } from '@kantor/contract/plain/inbox.ts';
import { ORDER_STATUS_TEXT, type OrderStatus } from '@kantor/contract/plain/statuses.ts';
import type { Page } from '../../db/dense-list.ts';
import { type OwnNarrowing, type OwnRequest, type OwnTotals, readNarrowed, sumNarrowed } from '../../db/own-list.ts';
import type { FoundPage } from '../../db/platform-search.ts';
import type { Database } from '../../db/pool.ts';
import { type Locked, type Reader, transaction, type Tx } from '../../db/tx.ts';
import type { PersonActor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { appendDeed } from '../audit/index.ts';
import { lockAvailable, post, postings } from '../ledger/index.ts';
import { APPEALABLE, lockOrder, moveOrder, type Order, setHeld } from '../orders/index.ts';
import { answerUntil, type AppealTerms, assertClaim, assertInTime, USUAL_ANSWERS } from './rules.ts';
import { insertStep } from './store/steps.ts';
import {
  type AppealDetail,
  type AppealRow,
  appealsOf,
  insertAppeal,
  readAppealDetail,
  readAppeals,
  readWaitingAppeals,
  searchAppeals,
} from './store/appeal.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

export interface AppealRequest {
  merchantId: string;
  orderId: string;
  /** Kopecks that the payer says were paid. */
  amount: bigint;
  /** The receipts, already stored. */
  fileIds?: readonly string[];
  comment?: string | undefined;
  /** The merchant's person; nobody for their server. */
  actor?: PersonActor | undefined;
  /** A trader opens it by a bank's message: who is asked. Absent: the merchant opens it, and the trader is asked. */
  byTrader?: { asks: AppealDecider };
}

/** @throws ApiError 409 `order_status` for an order that is closed or has an open appeal. */
export function assertAppealable(status: OrderStatus): void {
  if (APPEALABLE.includes(status)) return;
  throw conflict('order_status', `Сейчас заказ в статусе «${ORDER_STATUS_TEXT[status]}», апелляция невозможна`);
}

/**
 * A merchant contests an order that is not closed, or its trader says that another sum came: the first round begins. The order's amount is held again when the trader still
 * has it.
 * @param terms bounds of the merchant's claim and of the answers; without them any claim is taken.
 * @returns the appeal's id.
 * @throws ApiError 404, 409 `order_status`, 409 `appeal_late`, 400 (the claim).
 */
export async function contestOrder(tx: Tx, request: AppealRequest, at: Date, terms?: AppealTerms): Promise<string> {
  const { merchantId, orderId, amount, fileIds = [], actor, comment, byTrader } = request;
  const id = newId(at);
  const order = await lockOrder(tx, orderId);
  if (order?.merchantId !== merchantId) throw notFound();
  assertAppealable(order.status);
  if (terms !== undefined) {
    assertInTime(order, terms, at);
    assertClaim(order, { amount, hasReceipt: fileIds.length > 0 || byTrader !== undefined }, terms);
  }
  const side = byTrader === undefined ? 'merchant' : 'trader';
  await moveOrder(tx, { order, to: 'APPEAL', actor: side, at, held: order.held });
  const { traderId, status: orderStatus } = order;
  const decidedBy = byTrader?.asks ?? 'trader';
  const first = { stage: decidedBy, round: 1 } as const;
  const turn = { ...first, answerUntil: answerUntil(first, terms?.answers ?? USUAL_ANSWERS, at) };
  const appeal = { id, orderId, traderId, merchantId, amount, orderStatus, fileId: fileIds[0], decidedBy, ...turn };
  await insertAppeal(tx, appeal, at);
  const step = { appealId: id, step: 'open', side, person: actor, comment, amount, fileIds, ...turn } as const;
  await insertStep(tx, step, { kind: 'appeal.open', owners: [traderId, merchantId], at });
  if (order.held === 0n) await holdAgain(tx, id, order, at);
  // A trader's own deed is the order's other sum.
  if (byTrader === undefined) {
    const after = { status: 'OPEN', order_id: orderId, claimed_rub: formatMinorUnits(amount, SCALE.rub) };
    await appendDeed(tx, { actor }, { action: 'open-appeal', object: { kind: 'appeal', id }, before: null, after }, at);
  }
  return id;
}

/** Takes a released hold again, if the money is there; if not, the confirmation will ask for it. */
async function holdAgain(tx: Tx, appealId: string, order: Locked<Order>, at: Date): Promise<void> {
  const { traderId, amountUsdt } = order;
  if ((await lockAvailable(tx, traderId)) < amountUsdt) return;
  await post(tx, postings.appealHeld(appealId, traderId, amountUsdt), at);
  await setHeld(tx, order, amountUsdt);
}

/** As `contestOrder`, in a transaction of its own. */
export const openAppeal = ({ db, clock }: Deps, request: AppealRequest, terms?: AppealTerms): Promise<string> =>
  transaction(db, (tx) => contestOrder(tx, request, clock(), terms));

interface ListRequest extends OwnRequest {
  /** A part of the order's id; nothing for all. */
  orderId: string;
  waiting?: WaitingIn<'appeals'> | undefined;
}

/** One page of the owner's appeals, of those against orders with this part of an id when one is given. */
export async function listAppeals(
  db: Reader,
  owner: Owner,
  { orderId, waiting, ...page }: ListRequest,
): Promise<Page<AppealRow> | FoundPage<AppealRow>> {
  if (waiting !== undefined) return readWaitingAppeals(db, owner, page, waiting);
  // As a person copies it from a screen: in capitals as a short name, or with its end left out.
  const part = orderId.toLowerCase().replace(/(?:…|\.\.\.)$/, '');
  if (part !== '') return searchAppeals(db, owner, page, part);
  return readNarrowed(db, appealsOf(owner), page, () => readAppeals(db, owner, page));
}

/** What the owner's appeals come to. */
export const sumAppeals = (db: Reader, owner: Owner, narrowing: OwnNarrowing): Promise<OwnTotals> =>
  sumNarrowed(db, appealsOf(owner), narrowing);

/** @throws ApiError 404 also when the appeal is someone else's. */
export async function getAppeal(db: Reader, owner: Owner, id: string): Promise<AppealDetail> {
  const appeal = await readAppealDetail(db, owner, id);
  if (appeal === undefined) throw notFound();
  return appeal;
}

import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { toMicroUsdt } from '../../kernel/money.ts';
import type { PersonActor } from '../../kernel/actor.ts';
import { appendEvent } from '../../outbox/append.ts';
import { releaseFromAppeal, useForAppeal } from '../devices/index.ts';
import { InsufficientFunds, post, postings } from '../ledger/index.ts';
import { factsOfGround, type Ground, keepConfirmation, keepGround, moveOrder, type Order } from '../orders/index.ts';
import type { AppealTerms } from './rules.ts';
import { type AppealRequest, contestOrder, type Deps } from './service.ts';
import type { Words } from './store/steps.ts';
import { endAppeal, type Outcome } from './store/appeal.ts';
import { type Begun, beginStep, keepStep, type Party, type Taken } from './taking.ts';

// The ends of appeals, and the money that moves with them.

async function end(tx: Tx, { appeal }: Begun, outcome: Outcome, at: Date): Promise<void> {
  if (!(await endAppeal(tx, appeal.id, outcome, at))) throw conflict('appeal_status', 'Апелляция уже завершена');
}

/** Closes the order for what was paid, at its rate. */
async function payOut(tx: Tx, begun: Begun, taken: Taken & { amount: bigint }, ground: Ground | undefined, at: Date) {
  const { appeal, order } = begun;
  const { amount: paid, party } = taken;
  const actor = party.role;
  await end(tx, begun, { status: 'PROCESSED', paid }, at);
  await moveOrder(tx, { order, to: 'CLOSED', actor, at, paid, held: 0n });
  const facts = { status: 'PROCESSED', paid_rub: formatMinorUnits(paid, SCALE.rub), ...factsOfGround(ground) };
  await keepStep(tx, begun, taken, { until: null, facts, at });
  const amount = toMicroUsdt(paid, order.rate);
  try {
    await post(tx, postings.orderClosed(order.id, order, { held: order.held, amount }), at);
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error;
    throw conflict('insufficient_funds', 'На балансе не хватает USDT, чтобы подтвердить апелляцию');
  }
  if (ground !== undefined) await keepGround(tx, order, ground, at);
  else await useMessage(tx, order, appeal.id, at);
  return appeal;
}

/**
 * Confirms an appeal: the order closes for the amount at the order's rate.
 * @param found kopecks that the operator found paid; without them, the merchant's claim.
 * @param ground what the trader confirms it by.
 * @throws ApiError 404, 409 `appeal_status`, 409 `insufficient_funds`, 409 `message_used`, 409 `message_unfit`.
 */
export async function confirmAppeal(
  { db, clock }: Deps,
  party: Party,
  id: string,
  found?: bigint,
  ground?: Ground,
  comment?: string,
): Promise<void> {
  await transaction(db, (tx) => confirmIn(tx, party, { id, found, ground, comment }, clock()));
}

interface Confirmation {
  id: string;
  found?: bigint | undefined;
  ground?: Ground | undefined;
  comment?: string | undefined;
}

/** As `confirmAppeal`, in the caller's transaction. */
async function confirmIn(tx: Tx, party: Party, { id, found, ground, comment }: Confirmation, at: Date): Promise<void> {
  const begun = await beginStep(tx, id, 'confirm', party, at);
  const amount = found ?? begun.appeal.amount;
  await payOut(tx, begun, { step: 'confirm', party, amount, comment }, ground, at);
}

/** The message by which the trader opened the appeal has paid its order. */
async function useMessage(tx: Tx, order: Order, appealId: string, at: Date): Promise<void> {
  const notificationId = await useForAppeal(tx, { appealId, orderId: order.id }, at);
  if (notificationId !== undefined) await keepConfirmation(tx, order, notificationId, at);
}

/**
 * An order closes for another sum than its own, by its trader's word that the bank's message says so, since its merchant lets them: an
 * appeal that is open for no moment.
 * @returns the appeal's id.
 * @throws ApiError 404, 409 `order_status`, `appeal_late`, `insufficient_funds`, `message_used`, `message_unfit`, `message_dismissed`; 400.
 */
export async function closeForSum(
  tx: Tx,
  trader: { id: string; actor: PersonActor },
  request: Omit<AppealRequest, 'byTrader'> & { notificationId: string },
  terms: AppealTerms,
  at: Date,
): Promise<string> {
  const { actor } = trader;
  const id = await contestOrder(tx, { ...request, actor, byTrader: { asks: 'trader' } }, at, terms);
  const ground = { notificationId: request.notificationId };
  await confirmIn(tx, { role: 'trader', ...trader }, { id, ground }, at);
  return id;
}

/**
 * The operator sets the merchant's part: the order closes for it, and for the rest the appeal is declined.
 * @param amount kopecks, fewer than what is claimed.
 * @throws ApiError 400, 404, 409 `appeal_status`, 409 `insufficient_funds`.
 */
export async function splitAppeal(
  { db, clock }: Deps,
  party: Party,
  { id, amount, comment }: { id: string; amount: bigint; comment: string },
): Promise<void> {
  const at = clock();
  await transaction(db, async (tx) => {
    const begun = await beginStep(tx, id, 'split', party, at);
    if (amount >= begun.appeal.amount) throw badRequest({ amount: ['Часть меньше заявленной суммы'] });
    await payOut(tx, begun, { step: 'split', party, amount, comment }, undefined, at);
  });
}

/** Ends an appeal for nothing: the order returns to the status before it, and the appeal's hold to the trader. */
export async function closeAppeal(tx: Tx, begun: Begun, taken: Taken, at: Date): Promise<void> {
  const { appeal, order } = begun;
  const stillHolds = appeal.orderStatus === 'ACTIVE';
  await end(tx, begun, { status: 'CLOSED' }, at);
  const actor = taken.party.role;
  await moveOrder(tx, { order, to: appeal.orderStatus, actor, at, held: stillHolds ? order.held : 0n });
  await keepStep(tx, begun, taken, { until: null, facts: { status: 'CLOSED' }, at });
  if (order.held > 0n && !stillHolds)
    await post(tx, postings.appealReleased(appeal.id, order.traderId, order.held), at);
  const messageId = await releaseFromAppeal(tx, appeal.id);
  if (messageId === undefined) return;
  await appendEvent(tx, { kind: 'notification.changed', objectId: messageId, owners: [order.traderId], at });
}

/**
 * The operator declines an appeal, for good.
 * @throws ApiError 404, 409 `appeal_status`.
 */
export async function declineAppeal(
  { db, clock }: Deps,
  party: Party & { role: 'operator' },
  id: string,
  words: Words = {},
): Promise<void> {
  const at = clock();
  await transaction(db, async (tx) => {
    const begun = await beginStep(tx, id, 'decline', party, at);
    await closeAppeal(tx, begun, { step: 'decline', party, ...words }, at);
  });
}

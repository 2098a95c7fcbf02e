import type { AppealSide, AppealStep, DeclineReason } from '@kantor/contract/plain/appeals.ts';
import type { Reader, Tx } from '../../../db/tx.ts';
import { badRequest, conflict, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { inRoubles } from '../../../kernel/money.ts';
import { type AppealTerms, answerUntil, assertClaim, assertInTime, turnAfter } from '../../appeals/index.ts';
import { keepTestAppeal, lockTestAppeal, readTestAppeal, type TestAppeal } from '../store/appeals.ts';
import { tellOfAppeal } from '../tell.ts';
import { contestTestOrder, getTestOrder, type Of, releaseTestOrder } from './orders.ts';

/** @throws ApiError 404. */
export async function getTestAppeal(db: Reader, { merchantId, id }: Of): Promise<TestAppeal> {
  const appeal = await readTestAppeal(db, merchantId, id);
  if (appeal === undefined) throw notFound();
  return appeal;
}

interface Said {
  reason?: DeclineReason | undefined;
  comment?: string | undefined;
  /** Kopecks. */
  amount?: bigint | undefined;
  /** The name of a file that came with it: the file itself is not kept. */
  fileName?: string | undefined;
}

const NO_FILE = '00000000-0000-0000-0000-000000000000';

function withStep(appeal: TestAppeal, step: AppealStep, side: AppealSide, said: Said, at: Date): TestAppeal {
  const { stage, round, answerUntil: until } = appeal;
  const files = said.fileName === undefined ? [] : [{ id: NO_FILE, name: said.fileName, mediaType: '' }];
  const taken = {
    number: appeal.steps.length + 1,
    at,
    step,
    side,
    person: null,
    reason: said.reason ?? null,
    comment: said.comment ?? null,
    amount: said.amount ?? null,
    round,
    stage,
    answerUntil: until,
    eventId: null,
    files,
  };
  return { ...appeal, steps: [...appeal.steps, taken] };
}

interface Opening extends Said {
  amount: bigint;
  /** The merchant says that it was paid, or the trader that another sum came. */
  by: 'merchant' | 'trader';
}

/** Opens an appeal of an order. @throws ApiError 404, 409 `order_status`, `appeal_late`, 400 (the claim). */
export async function openTestAppeal(
  tx: Tx,
  of: Of,
  opening: Opening,
  terms: AppealTerms,
  at: Date,
): Promise<TestAppeal> {
  const before = await getTestOrder(tx, of);
  assertInTime(before, terms, at);
  assertClaim(before, { amount: opening.amount, hasReceipt: true }, terms);
  const order = await contestTestOrder(tx, of, at);
  const decidedBy = opening.by === 'merchant' ? 'trader' : 'merchant';
  const appeal: TestAppeal = {
    id: newId(at),
    orderId: of.id,
    merchantId: of.merchantId,
    externalId: order.externalId,
    amount: opening.amount,
    orderAmount: order.amount,
    paid: null,
    status: 'OPEN',
    orderStatus: before.status,
    decidedBy,
    stage: decidedBy,
    round: 1,
    answerUntil: answerUntil({ stage: decidedBy }, terms.answers, at),
    fileName: opening.fileName ?? null,
    createdAt: at,
    processedAt: null,
    steps: [],
  };
  const opened = withStep(appeal, 'open', opening.by, opening, at);
  await keepTestAppeal(tx, opened);
  await tellOfAppeal(tx, opened, 'open', order, at);
  return opened;
}

/** After `appeal.`, as the live ones are told. */
const WHAT: Readonly<Record<Exclude<AppealStep, 'open'>, string>> = {
  evidence: 'evidence',
  decline: 'declined',
  contest: 'contested',
  escalate: 'escalated',
  accept: 'closed',
  confirm: 'processed',
  split: 'processed',
};

/** Who decides it now: the side whose turn it is, in a trader's stead the test world. */
const deciderOf = ({ stage }: TestAppeal): AppealSide => stage ?? 'operator';

/**
 * A side takes a step by the live appeals' rules; `decider`: whoever's turn it is.
 * @throws ApiError 404, 409 `appeal_status`, `appeal_turn`, 400 for more than is claimed.
 */
export async function stepTestAppeal(
  tx: Tx,
  of: Of,
  { step, side, ...said }: Said & { step: Exclude<AppealStep, 'open'>; side: AppealSide | 'decider' },
  terms: AppealTerms,
  at: Date,
): Promise<TestAppeal> {
  const appeal = await lockTestAppeal(tx, of.merchantId, of.id);
  if (appeal === undefined) throw notFound();
  if (appeal.stage === null) throw conflict('appeal_status', 'Апелляция уже завершена');
  const by = side === 'decider' ? deciderOf(appeal) : side;
  const turn = turnAfter(step, by, appeal);
  const isLate =
    side === 'merchant' && appeal.answerUntil !== null && appeal.answerUntil <= at && appeal.stage === 'merchant';
  if (turn === undefined || isLate) throw conflict('appeal_turn', 'Сейчас не ваша очередь отвечать, или время вышло');
  if (said.amount !== undefined && said.amount > appeal.amount)
    throw badRequest({ amount: [`Не больше заявленного: ${inRoubles(appeal.amount)}`] });
  const isPaid = step === 'confirm' || step === 'split';
  const paid = isPaid ? (said.amount ?? appeal.amount) : null;
  const next: TestAppeal = {
    ...appeal,
    ...turn,
    answerUntil: step === 'evidence' ? appeal.answerUntil : answerUntil(turn, terms.answers, at),
    paid,
    status: turn.stage !== null ? 'OPEN' : isPaid ? 'PROCESSED' : 'CLOSED',
    processedAt: turn.stage === null ? at : null,
  };
  const taken = withStep(next, step, by, { ...said, amount: paid ?? undefined }, at);
  await keepTestAppeal(tx, taken);
  const ofOrder = { merchantId: of.merchantId, id: appeal.orderId };
  const order =
    turn.stage === null
      ? await releaseTestOrder(tx, ofOrder, isPaid ? 'CLOSED' : appeal.orderStatus, at)
      : await getTestOrder(tx, ofOrder);
  await tellOfAppeal(tx, taken, turn.stage === null && !isPaid ? 'closed' : WHAT[step], order, at);
  return taken;
}

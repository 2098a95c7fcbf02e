import type { AppealStep } from '@kantor/contract/plain/appeals.ts';
import type { AppealDecider } from '@kantor/contract/plain/match.ts';
import { APPEAL_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { Locked, Tx } from '../../db/tx.ts';
import type { PersonActor } from '../../kernel/actor.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import type { Kind } from '../../outbox/kinds.ts';
import { appendDeed, type Facts } from '../audit/index.ts';
import { lockOrder, type Order } from '../orders/index.ts';
import { answerUntil, type AnswerTerms, reasonText, type Turn, turnAfter } from './rules.ts';
import { insertStep, type Words } from './store/steps.ts';
import { type Appeal, readAppeal, setTurn } from './store/appeal.ts';

// A step of an appeal: what is locked and asked before it, and what is kept after it.

/** Who takes a step: an owner on their own appeals, an operator on any, nobody when the time is over. */
export type Party =
  | { role: 'trader' | 'merchant'; id: string; actor?: PersonActor | undefined }
  | { role: 'operator'; name?: string }
  | { role: 'timer' };

type Step = Exclude<AppealStep, 'open'>;

/** An appeal whose order is locked, and whose turn it is after the step that is being taken. */
export interface Begun {
  appeal: Appeal;
  order: Locked<Order>;
  next: Turn;
}

/** Steps that are good also when the time for an answer is over: nothing is gained by waiting. */
const ALWAYS: ReadonlySet<Step> = new Set<Step>(['confirm', 'split']);

const isTheirs = (party: Party, { traderId, merchantId }: Order): boolean =>
  party.role === 'operator' ||
  party.role === 'timer' ||
  party.id === { trader: traderId, merchant: merchantId }[party.role];

const DECISIONS: ReadonlySet<Step> = new Set<Step>(['confirm', 'decline']);
const DECIDERS: Readonly<Record<AppealDecider, string>> = {
  trader: 'Эту апелляцию решает трейдер',
  merchant: 'Эту апелляцию решает магазин',
  operator: 'Эту апелляцию решает площадка',
};
const WAITS_FOR = { trader: 'трейдера', merchant: 'мерчанта', operator: 'оператора' } as const;

/**
 * Locks the order of an appeal, as everywhere before the appeal itself, and looks whether the step can be taken.
 * @throws ApiError 404, 409 `appeal_status` when it has ended, 409 `appeal_turn` when it is another's turn or the time is over.
 */
export async function beginStep(tx: Tx, id: string, step: Step, party: Party, at: Date): Promise<Begun> {
  const seen = await readAppeal(tx, id);
  const order = seen && (await lockOrder(tx, seen.orderId));
  if (!order || !isTheirs(party, order)) throw notFound();
  const appeal = (await readAppeal(tx, id)) ?? seen;
  const { status, stage, answerUntil: until } = appeal;
  if (stage === null) {
    throw conflict('appeal_status', `Сейчас апелляция в статусе «${APPEAL_STATUS_TEXT[status]}», действие недоступно`);
  }
  const next = turnAfter(step, party.role, appeal);
  if (next === undefined) {
    if (DECISIONS.has(step) && party.role !== appeal.decidedBy)
      throw conflict('appeal_of_others', DECIDERS[appeal.decidedBy]);
    throw conflict('appeal_turn', `Апелляция ждёт ${WAITS_FOR[stage]}, действие недоступно`);
  }
  const isLate = party.role === stage && until !== null && at >= until;
  if (isLate && !ALWAYS.has(step)) throw conflict('appeal_turn', 'Время для ответа вышло, действие недоступно');
  return { appeal, order, next };
}

/** What a side is told of a step. */
const KIND_OF: Readonly<Record<Step, Kind>> = {
  evidence: 'appeal.evidence',
  decline: 'appeal.declined',
  contest: 'appeal.contested',
  accept: 'appeal.closed',
  escalate: 'appeal.escalated',
  confirm: 'appeal.processed',
  split: 'appeal.processed',
};

const nameOf = (party: Party) => {
  if (party.role === 'timer') return undefined;
  if (party.role === 'operator') return party.name === undefined ? undefined : { name: party.name };
  return party.actor;
};

export interface Taken extends Words {
  step: Step;
  party: Party;
  fileIds?: readonly string[];
}

/** Keeps what was done, after the appeal has it: the step, the event, and the person's deed. An operator's is kept by the one who calls. */
export async function keepStep(
  tx: Tx,
  { appeal, order, next }: Begun,
  { step, party, ...words }: Taken,
  { until, facts, at }: { until: Date | null; facts: Facts; at: Date },
): Promise<void> {
  const { traderId, merchantId } = order;
  const kind = next.stage === null && step === 'decline' ? 'appeal.closed' : KIND_OF[step];
  const kept = {
    appealId: appeal.id,
    step,
    side: party.role,
    person: nameOf(party),
    ...words,
    ...next,
    answerUntil: until,
  };
  await insertStep(tx, kept, { kind, owners: [traderId, merchantId], at });
  if (party.role !== 'trader' && party.role !== 'merchant') return;
  const entry = { action: `${step}-appeal`, object: { kind: 'appeal', id: appeal.id } };
  const said = {
    ...(words.reason !== undefined && { reason: reasonText(words.reason) }),
    ...(words.comment !== undefined && { comment: words.comment }),
  };
  await appendDeed(tx, party, { ...entry, before: { status: 'OPEN' }, after: { ...facts, ...said } }, at);
}

/** Gives the turn to whom a step gives it, with a deadline of its own. */
export async function passTurn(tx: Tx, begun: Begun, taken: Taken, terms: AnswerTerms, at: Date): Promise<void> {
  const { appeal, next } = begun;
  const isSame = next.stage === appeal.stage && next.round === appeal.round;
  const until = isSame ? appeal.answerUntil : answerUntil(next, terms, at);
  if (!(await setTurn(tx, appeal, { ...next, answerUntil: until })))
    throw conflict('appeal_turn', 'Апелляция изменилась');
  await keepStep(tx, begun, taken, { until, facts: { status: 'OPEN' }, at });
}

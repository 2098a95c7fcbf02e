import { type AppealOutcome, type AppealSide, MAX_APPEAL_FILES } from '@kantor/contract/plain/appeals.ts';
import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { mayDo, type Right } from '@kantor/contract/plain/rights.ts';
import type { Actor, OrderStatus } from '@kantor/contract/plain/statuses.ts';
import type { Caller } from '../../http/endpoint.ts';
import { REVEALED, type Sight } from '../../kernel/mask.ts';
import type { MessageAround } from '../devices/index.ts';
import type { LinkFile } from '../files/index.ts';
import { type AnswerTerms, reasonText, stepsOf } from './rules.ts';
import { filesOf, hasNewEvidence, hasProof, type StepFile, type TakenStep } from './store/steps.ts';
import type { AppealDetail } from './store/appeal.ts';

/** Who reads the desk. */
export interface Reading {
  side: 'trader' | 'merchant' | 'operator';
  caller: Caller;
  linkFile: LinkFile;
  /** How numbers of payers are written for the platform. */
  sight?: Sight;
}

/** All that is said of an appeal. */
export interface Said {
  appeal: AppealDetail;
  steps: readonly TakenStep[];
  order: { status: OrderStatus; changes: readonly { at: Date; status: OrderStatus; actor: Actor }[] };
  /** Absent for a merchant. */
  bank?: { messages: readonly MessageAround[]; hasMore: boolean };
}

const RIGHT_OF: Readonly<Record<string, Right>> = {
  escalate: 'appeals.answer',
  evidence: 'appeals.answer',
  contest: 'appeals.open',
  accept: 'appeals.open',
};

function canTake({ side, caller: { role, memberRole } }: Reading, step: string): boolean {
  if (memberRole === undefined) return false;
  const decides = ({ trader: 'appeals.decide', merchant: 'appeals.agree', operator: 'platform.decide' } as const)[side];
  return mayDo({ role, memberRole }, side === 'operator' ? decides : (RIGHT_OF[step] ?? decides));
}

/** How it ended; null: it has not. */
export function outcomeOf(steps: readonly TakenStep[], isOpen: boolean): AppealOutcome | null {
  if (isOpen) return null;
  const last = steps.at(-1)?.step;
  if (last === 'split') return 'split';
  return last === 'confirm' ? 'confirmed' : 'declined';
}

/**
 * Whether each balance follows from the one before it on the same account, to the kopeck; null where it says nothing: it is the
 * first, or something between them was not heard. Only an income and an outgoing payment can tell.
 */
export function withChain(messages: readonly MessageAround[]): [MessageAround, boolean | null][] {
  const last = new Map<string, bigint>();
  const follows = ({ bank, tail, amount, balance, outcome }: MessageAround) => {
    if (balance === null) return null;
    const account = `${bank ?? ''}/${tail ?? ''}`;
    const before = last.get(account);
    last.set(account, balance);
    if (before === undefined || amount === null) return null;
    return before + (outcome === 'outgoing' ? -amount : amount) === balance;
  };
  return messages.map((message) => [message, follows(message)]);
}

function toBank({ messages, hasMore }: NonNullable<Said['bank']>, { caller, side, sight = REVEALED }: Reading) {
  const { role, memberRole } = caller;
  const seesBalances = side === 'operator' || (memberRole !== undefined && mayDo({ role, memberRole }, 'balance.read'));
  return {
    messages: withChain(messages).map(([message, isInChain]) => ({
      id: message.id,
      heard_at: message.heardAt,
      bank: message.bank,
      amount: message.amount,
      balance: seesBalances ? message.balance : null,
      is_in_chain: seesBalances ? isInChain : null,
      sender: sight.typed(message.sender),
      tail: message.tail,
      text: sight.text(message.text),
      outcome: message.outcome,
      reason: message.reason,
      order_id: message.orderId,
    })),
    has_more: hasMore,
  };
}

/** A merchant does not see the bank's statements of a trader, only that there are some. */
function toFile(side: AppealSide, file: StepFile, { side: reader, linkFile }: Reading) {
  const isPicture = file.mediaType !== 'application/pdf';
  if (reader === 'merchant' && side === 'trader') return { name: 'Подтверждение трейдера', is_picture: isPicture };
  return { ...linkFile(file.id, file.name), is_picture: isPicture };
}

/** Everything on either side of an appeal, as one side, or the platform, reads it. */
export function toDesk({ appeal, steps, order, bank }: Said, reading: Reading, terms: AnswerTerms) {
  const { side, sight = REVEALED } = reading;
  const { amount, orderAmount, stage, round } = appeal;
  return {
    can: stepsOf(side, appeal).filter((step) => canTake(reading, step)),
    needs_proof: side === 'trader' && stage === 'trader' && amount > terms.proofAbove && !hasProof(steps, round),
    needs_evidence: side === 'merchant' && stage === 'merchant' && !hasNewEvidence(steps),
    files_left: side === 'operator' ? 0 : Math.max(0, MAX_APPEAL_FILES - filesOf(steps, side).length),
    outcome: outcomeOf(steps, stage !== null),
    paid: appeal.paid,
    order_amount: orderAmount,
    difference: formatMinorUnits(amount - orderAmount, SCALE.rub),
    external_id: appeal.externalId,
    order_status: order.status,
    order_steps: order.changes.map(({ at, status, actor }) => ({ created_at: at, status, actor })),
    steps: steps.map((step) => ({
      ...toStep(step),
      comment: sight.typed(step.comment),
      person: side === 'operator' || side === step.side ? step.person : null,
      files: step.files.map((file) => toFile(step.side, file, reading)),
    })),
    bank: bank === undefined ? null : toBank(bank, reading),
  };
}

/** A step, whoever reads it. */
export const toStep = (step: TakenStep) => ({
  number: step.number,
  created_at: step.at,
  round: step.round,
  step: step.step,
  by: step.side,
  reason: step.reason,
  human_reason: reasonText(step.reason),
  comment: step.comment,
  amount: step.amount,
  stage: step.stage,
  answer_until: step.answerUntil,
});

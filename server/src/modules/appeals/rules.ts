import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import {
  type AppealSide,
  type AppealStage,
  type AppealStep,
  DECLINE_REASON_TEXT,
  type DeclineReason,
  MAX_ROUNDS,
} from '@kantor/contract/plain/appeals.ts';
import type { AppealDecider } from '@kantor/contract/plain/match.ts';
import { after, DAY, HOUR, MOSCOW_OFFSET_MS } from '../../kernel/clock.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { inRoubles } from '../../kernel/money.ts';

/** The bounds that the operator sets to appeals. */
export interface AppealTerms {
  /** Days after the time that the order waited until. */
  days: number;
  /** A claim is at most so many times the order's sum. */
  multiple: number;
  answers: AnswerTerms;
}

/** How long either side has for an answer, and what a trader has to show. */
export interface AnswerTerms {
  /** Milliseconds that a trader has, by day and by night. */
  dayMs: number;
  nightMs: number;
  /** Hours of Moscow's clock: the night is from the first to the second; equal ones: there is none. */
  night: { from: number; to: number };
  /** Milliseconds that a merchant has to contest a decline. */
  contestMs: number;
  /** Kopecks: a trader who declines a claim above this adds a file of theirs. */
  proofAbove: bigint;
}

export const USUAL_ANSWERS: AnswerTerms = {
  dayMs: HOUR,
  nightMs: 3 * HOUR,
  night: { from: 22, to: 8 },
  contestMs: DAY,
  proofAbove: 5_000_00n,
};

export const USUAL_APPEALS: AppealTerms = { days: 14, multiple: 3, answers: USUAL_ANSWERS };

/** Whose turn it is, in which round; stage null: the appeal has ended. */
export interface Turn {
  stage: AppealStage | null;
  round: number;
}

/** A turn of an appeal that asks somebody: a merchant's asks the trader; a trader's, of another sum, the merchant or the operator. */
export type AskedTurn = Turn & { decidedBy: AppealDecider };

/** When a turn that begins at a moment ends; null: the operator has no deadline. */
export function answerUntil({ stage }: Pick<Turn, 'stage'>, terms: AnswerTerms, at: Date): Date | null {
  if (stage === 'merchant') return after(at, terms.contestMs);
  if (stage === 'trader') return after(at, isNight(at, terms) ? terms.nightMs : terms.dayMs);
  return null;
}

function isNight(at: Date, { night: { from, to } }: AnswerTerms): boolean {
  const hour = after(at, MOSCOW_OFFSET_MS).getUTCHours();
  return from <= to ? from <= hour && hour < to : from <= hour || hour < to;
}

/** A rule of a step: who takes it at which stages, and whose turn is next; `same`: as before. */
interface StepRule {
  at: Partial<Record<AppealSide, readonly AppealStage[]>>;
  next: AppealStage | 'same' | 'end';
}

const ANY: readonly AppealStage[] = ['trader', 'merchant', 'operator'];

/** The steps of an open appeal. The trader may always give in, the operator always decide. */
const RULES: Readonly<Record<Exclude<AppealStep, 'open'>, StepRule>> = {
  evidence: { at: { merchant: ANY, trader: ['trader', 'operator'] }, next: 'same' },
  decline: { at: { trader: ['trader'], operator: ANY }, next: 'merchant' },
  contest: { at: { merchant: ['merchant'] }, next: 'trader' },
  accept: { at: { merchant: ['merchant'], timer: ['merchant'] }, next: 'end' },
  escalate: { at: { merchant: ['merchant'], trader: ['trader'], timer: ['trader'] }, next: 'operator' },
  confirm: { at: { trader: ANY, operator: ANY }, next: 'end' },
  split: { at: { operator: ANY }, next: 'end' },
};

/** The same of an appeal that a trader has opened, since another sum came: they may take it back, and the other side agrees or not. */
const RULES_OF_SUM: typeof RULES = {
  evidence: { at: { merchant: ANY, trader: ANY }, next: 'same' },
  decline: { at: { trader: ANY, merchant: ['merchant'], operator: ANY }, next: 'end' },
  contest: { at: {}, next: 'same' },
  accept: { at: {}, next: 'end' },
  escalate: { at: { merchant: ['merchant'], timer: ['merchant'] }, next: 'operator' },
  confirm: { at: { merchant: ['merchant'], operator: ANY }, next: 'end' },
  split: { at: { operator: ANY }, next: 'end' },
};

/** The turn after a step; undefined when this side cannot take it now. */
export function turnAfter(
  step: Exclude<AppealStep, 'open'>,
  side: AppealSide,
  { stage, round, decidedBy }: AskedTurn,
): Turn | undefined {
  const { at, next } = (decidedBy === 'trader' ? RULES : RULES_OF_SUM)[step];
  if (stage === null || at[side]?.includes(stage) !== true) return undefined;
  if (next === 'same') return { stage, round };
  if (next === 'end' || side === 'operator') return { stage: null, round };
  if (step !== 'contest') return { stage: next, round };
  return round < MAX_ROUNDS ? { stage: next, round: round + 1 } : { stage: 'operator', round };
}

/** Steps that a side may take now. */
export const stepsOf = (side: AppealSide, turn: AskedTurn): Exclude<AppealStep, 'open'>[] =>
  (Object.keys(RULES) as (keyof typeof RULES)[]).filter((step) => turnAfter(step, side, turn) !== undefined);

export const reasonText = (reason: DeclineReason | null): string | null => reason && DECLINE_REASON_TEXT[reason];

/** The facts of an order that decide on an appeal. */
interface Contested {
  status: OrderStatus;
  /** Kopecks. */
  amount: bigint;
  expiresAt: Date;
}

/** An order ends by this time at the latest, cancelled or expired. @throws ApiError 409 `appeal_late`. */
export function assertInTime({ expiresAt }: Contested, { days }: AppealTerms, at: Date): void {
  if (at <= after(expiresAt, days * DAY)) return;
  throw conflict('appeal_late', `Апелляцию можно открыть не позже чем через ${inDays(days)} после окончания заказа`);
}

const DAYS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'день', few: 'дня' };
const inDays = (days: number): string => `${days} ${DAYS[new Intl.PluralRules('ru').select(days)] ?? 'дней'}`;

/**
 * A claim beyond the order's multiple is a slip or worse, and holds the trader's money; so does an order that the merchant
 * has cancelled and that nobody proves to have paid.
 * @throws ApiError 400 with the fault of each field.
 */
export function assertClaim(
  order: Contested,
  claim: { amount: bigint; hasReceipt: boolean },
  terms: AppealTerms,
): void {
  const most = order.amount * BigInt(terms.multiple);
  const errors = {
    ...(claim.amount > most && {
      amount: [`Не больше ${inRoubles(most)}: суммы заказа, умноженной на ${terms.multiple}`],
    }),
    ...(order.status === 'DECLINED' && !claim.hasReceipt && { file: ['Заказ отменён: приложите квитанцию об оплате'] }),
  };
  if (Object.keys(errors).length > 0) throw badRequest(errors);
}

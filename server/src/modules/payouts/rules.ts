import type { PayoutSettlement, PayoutStatus } from '@kantor/contract/plain/statuses.ts';
import { after, DAY, HOUR, MINUTE, moscowMidnight, moscowTime } from '../../kernel/clock.ts';

/** A trader may have this many payouts in work; the database has as many places. */
export const MAX_IN_WORK = 3;

/** So many payouts whose time ran out in one day of Moscow's calendar end a trader's taking for that day. */
const MAX_EXPIRED_A_DAY = 3;

/** The marketplace's terms of payouts. */
export interface PayoutTerms {
  /** Milliseconds in which a taken payout is to be done. */
  workMs: number;
  /** Milliseconds in which the merchant may contest a payout that was done. */
  contestMs: number;
  /** Takings an hour that a trader need not have finished. */
  takesPerHour: number;
  /** Kopecks of the smallest payout. */
  minAmount: bigint;
}

/** The terms of a marketplace that sets none. */
export const USUAL_TERMS: PayoutTerms = {
  workMs: 30 * MINUTE,
  contestMs: 30 * MINUTE,
  takesPerHour: 10,
  minAmount: 100_00n,
};

/** A payout that nobody has done by then is late. */
export const LATE_AFTER_MS = 30 * MINUTE;

/** The facts that decide whether a trader may take one more payout. */
export interface TakingState {
  inWork: number;
  /** Of the takings that stand in the way of another this hour, the one that will first be an hour old; null when there is room. */
  fullSince: Date | null;
  /** Payouts whose time ran out since midnight in Moscow. */
  expiredToday: number;
}

/** The refusal of a taking: a code, and a sentence for the trader. */
export interface TakeRefusal {
  code: 'too_many_in_work' | 'too_many_takes' | 'taking_paused';
  detail: string;
}

/** Why a trader may take no payout at this moment; undefined when they may. */
export function takeRefusal(state: TakingState, { takesPerHour }: PayoutTerms, at: Date): TakeRefusal | undefined {
  if (state.expiredToday >= MAX_EXPIRED_A_DAY) {
    const tomorrow = moscowTime(after(moscowMidnight(at), DAY), at);
    return {
      code: 'taking_paused',
      detail: `Сегодня у ${state.expiredToday} взятых вами выплат вышло время, и они вернулись в очередь. Снова брать выплаты можно с ${tomorrow} по Москве`,
    };
  }
  if (state.inWork >= MAX_IN_WORK)
    return { code: 'too_many_in_work', detail: 'У вас уже три выплаты в работе. Завершите одну из них' };
  if (state.fullSince === null) return undefined;
  return {
    code: 'too_many_takes',
    detail: `За час можно взять и не выполнить не больше ${takesPerHour} выплат. Следующую можно взять с ${moscowTime(after(state.fullSince, HOUR), at)} по Москве`,
  };
}

/** The facts that decide what a person may do with a payout. */
interface PayoutState {
  status: PayoutStatus;
  /** The person has it in work, or did it. */
  isMine: boolean;
  hasPhoto: boolean;
}

/** The actions that a person may take on a payout now. */
export interface PayoutActions {
  canTake: boolean;
  canFree: boolean;
  canFinish: boolean;
  canContest: boolean;
}

/** A trader's actions; `mayTake` says whether their limits let them take one more. */
export function traderActions({ status, isMine, hasPhoto }: PayoutState, mayTake: boolean): PayoutActions {
  const canFree = status === 'IN_WORK' && isMine;
  return { canTake: status === 'OPEN' && mayTake, canFree, canFinish: canFree && hasPhoto, canContest: false };
}

/** The state of a payout that was done. */
interface SettlementState {
  settlement: PayoutSettlement | null;
  contestUntil: Date | null;
}

/** A merchant's actions, beside cancelling, which the status alone allows. */
export const merchantActions = ({ settlement, contestUntil }: SettlementState, at: Date): PayoutActions => ({
  canTake: false,
  canFree: false,
  canFinish: false,
  canContest: settlement === 'contestable' && contestUntil !== null && contestUntil > at,
});

/** Whether what the trader gets for a payout is still held. */
export const isHeld = (settlement: PayoutSettlement | null) =>
  settlement === 'contestable' || settlement === 'contested';

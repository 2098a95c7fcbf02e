import type { PayoutStatus } from '@kantor/contract/plain/statuses.ts';

/** A trader may have this many payouts in work; the database has as many places. */
export const MAX_IN_WORK = 3;

/** The facts that decide what a person may do with a payout. */
export interface PayoutState {
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
}

/** Whether a trader who has so many payouts in work may take one more. */
export const hasFreePlace = (inWork: number): boolean => inWork < MAX_IN_WORK;

/** A trader's actions; `inWork` is the number of their payouts in work. */
export function traderActions({ status, isMine, hasPhoto }: PayoutState, inWork: number): PayoutActions {
  const canFree = status === 'IN_WORK' && isMine;
  return { canTake: status === 'OPEN' && hasFreePlace(inWork), canFree, canFinish: canFree && hasPhoto };
}

/** A merchant acts by cancelling only, which the status alone allows. */
export const NO_ACTIONS: PayoutActions = { canTake: false, canFree: false, canFinish: false };

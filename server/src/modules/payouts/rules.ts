import type { PayoutStatus } from '@kantor/contract/plain/statuses.ts';

/** A trader may have this many payouts in work; the database has as many places. */
export const PLACES = 3;

/** What decides what a person may do with a payout. */
export interface PayoutState {
  status: PayoutStatus;
  /** The person has it in work, or did it. */
  isMine: boolean;
  hasPhoto: boolean;
}

/** What a trader may do; `inWork` is how many payouts he has in work. */
export function traderFlags({ status, isMine, hasPhoto }: PayoutState, inWork: number) {
  const canFree = status === 'IN_WORK' && isMine;
  const canTake = status === 'OPEN' && inWork < PLACES;
  const canBeDone = canFree && hasPhoto;
  return {
    can_take_on_work: canTake,
    can_free: canFree,
    can_be_done: canBeDone,
    can_interact: canTake || canFree || canBeDone,
  };
}

/** A merchant acts by cancelling only, which the status alone allows. */
export const NO_FLAGS = { can_take_on_work: false, can_free: false, can_be_done: false, can_interact: false };

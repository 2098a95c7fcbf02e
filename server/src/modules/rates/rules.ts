import { after } from '../../kernel/clock.ts';

/** How rates are kept. */
export interface RateRules {
  /** How far the source may go from the rate in force by itself, in basis points of that. */
  jumpBp: bigint;
  /** How long a rate is good for after its source has said it. Milliseconds. */
  sourceAge: number;
  /** How long one that the operator set is. */
  manualAge: number;
}

/** A rate that the operator set; any other is of a source. */
export const MANUAL = 'operator';

/** Whether `to` is too far from `from` to be taken without a person. Exactly the limit is not too far. */
export function isJump(from: bigint, to: bigint, jumpBp: bigint): boolean {
  const distance = to > from ? to - from : from - to;
  return distance * 10_000n > from * jumpBp;
}

/** From when on a rate that was confirmed at a moment is stale. */
export const staleAt = ({ sourceAge, manualAge }: RateRules, source: string, confirmedAt: Date): Date =>
  after(confirmedAt, source === MANUAL ? manualAge : sourceAge);

export const isStale = (rate: { staleAt: Date }, at: Date): boolean => at >= rate.staleAt;

/** What a source said before. */
export interface Known {
  /** The rate in force; undefined while there is none. */
  rate: { value: bigint; confirmedAt: Date } | undefined;
  /** The newest proposal. */
  proposal: { value: bigint; status: string; decidedAt: Date | null } | undefined;
}

/**
 * What becomes of a value that the source said when it was asked at a moment:
 * `late`: others have heard something newer; `confirm`: it is the rate in force; `change`: it becomes the rate;
 * `propose`: it waits for the operator; `repeat`: it is near what already waits; `declined`: near what the operator declined.
 */
export type Verdict = 'late' | 'confirm' | 'change' | 'propose' | 'repeat' | 'declined';

export function judge({ rate, proposal }: Known, value: bigint, askedAt: Date, jumpBp: bigint): Verdict {
  if (rate === undefined) return 'change';
  if (rate.confirmedAt > askedAt) return 'late';
  if (value === rate.value) return 'confirm';
  if (!isJump(rate.value, value, jumpBp)) return 'change';
  if (proposal === undefined || isJump(proposal.value, value, jumpBp)) return 'propose';
  if (proposal.status === 'WAITING') return 'repeat';
  // A refusal stands until the source has come back to its senses once.
  const stands =
    proposal.status === 'DECLINED' && proposal.decidedAt !== null && proposal.decidedAt >= rate.confirmedAt;
  return stands ? 'declined' : 'propose';
}

import { after } from '../../kernel/clock.ts';

/** The rules of confirming rates. */
export interface RateRules {
  /** The largest jump of the source that needs no operator, in basis points of the rate in force. */
  jumpBp: bigint;
  /** A rate is stale so long after its source has confirmed it. */
  sourceMaxAgeMs: number;
  /** A rate is stale so long after the operator has set it. */
  manualMaxAgeMs: number;
}

/** A rate that the operator set; any other is of a source. */
export const MANUAL = 'operator';

/** Whether `to` is too far from `from` to be taken without a person. Exactly the limit is not too far. */
export function isJump(from: bigint, to: bigint, jumpBp: bigint): boolean {
  const distance = to > from ? to - from : from - to;
  return distance * 10_000n > from * jumpBp;
}

/** The moment at which a rate confirmed at another becomes stale. */
export const staleAt = ({ sourceMaxAgeMs, manualMaxAgeMs }: RateRules, source: string, confirmedAt: Date): Date =>
  after(confirmedAt, source === MANUAL ? manualMaxAgeMs : sourceMaxAgeMs);

export const isStale = (rate: { staleAt: Date }, at: Date): boolean => at >= rate.staleAt;

/** The state that a quote is held against. */
export interface RateState {
  /** The rate in force; undefined while there is none. */
  rate: { value: bigint; confirmedAt: Date } | undefined;
  /** The newest proposal. */
  proposal: { value: bigint; status: string; decidedAt: Date | null } | undefined;
}

/**
 * `late`: another worker has a newer quote; `confirm`: it is the rate in force; `change`: it becomes the rate; `propose`: it
 * waits for the operator; `repeat`: it is near the waiting proposal; `declined`: near the one that the operator declined.
 */
export type QuoteDecision = 'late' | 'confirm' | 'change' | 'propose' | 'repeat' | 'declined';

/** Decides about the value that a source quotes when it is asked at a moment. */
export function decideQuote(
  { rate, proposal }: RateState,
  value: bigint,
  askedAt: Date,
  jumpBp: bigint,
): QuoteDecision {
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

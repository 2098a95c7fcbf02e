import type { NotificationOutcome } from '@kantor/contract/plain/statuses.ts';
import type { Reading } from '../bank-messages/index.ts';
import type { Order } from '../orders/index.ts';

/** Bank data of a requisite in the phone's cabinet that a text may name. */
export interface CandidateRequisite {
  id: string;
  /** The text is of another bank than the requisite. */
  isOfOtherBank: boolean;
  last4: string;
  bankAccount: string;
}

/** An order on one of those requisites. */
export type Candidate = Pick<
  Order,
  'id' | 'requisiteId' | 'payeeVersion' | 'amount' | 'status' | 'createdAt' | 'expiresAt'
> & {
  /** A message after this moment is hardly about it: it keeps its amount no more. */
  recentUntil: Date;
};

/** A bank's message with its reading, at the moment of the decision. */
export interface DecisionInput {
  reading: Reading;
  /** The sender's name, as the phone wrote it. */
  application: string;
  /** The moment at which it reached the phone: not after `at`. */
  heardAt: Date;
  /** The present moment. */
  at: Date;
  cabinetIsBlocked: boolean;
}

/** The outcome of a message. */
export interface Decision {
  outcome: Exclude<NotificationOutcome, 'before_matching' | 'paid_by_hand' | 'settled' | 'dismissed'>;
  /** The order that it pays, or is attached to. */
  order?: Candidate;
  /** The orders that it may be about, where that is not clear. */
  candidates?: readonly Candidate[];
  /** What the bank's balance, or the number of messages, had to do with it. */
  balance?:
    | { rule: 'balance'; before: bigint }
    | { rule: 'doubt'; before: bigint; isElsewhere: boolean }
    | { rule: 'count' };
}

const endsAlike = (a: string, b: string) => a !== '' && b !== '' && (a.endsWith(b) || b.endsWith(a));

/**
 * The requisites that end with this tail. One of which neither the card nor the account is known cannot be ruled out, unless
 * another one fits.
 */
function requisitesOfTail<Requisite extends CandidateRequisite>(
  requisites: readonly Requisite[],
  tail: string,
): readonly Requisite[] {
  const alike = requisites.filter(({ last4, bankAccount }) => endsAlike(last4, tail) || endsAlike(bankAccount, tail));
  return alike.length > 0 ? alike : requisites.filter(({ last4, bankAccount }) => last4 === '' && bankAccount === '');
}

/**
 * The requisites of the cabinet that a text may be about, by its details: all when it has none; or the reason for none. The
 * text of a sender that nobody knows may be about any bank's: it pays nothing.
 */
export function requisitesOf<Requisite extends CandidateRequisite>(
  requisites: readonly Requisite[],
  { bank, tail }: Pick<Reading, 'bank' | 'tail'>,
): { requisites: readonly Requisite[]; none?: 'other_bank' | 'tail_mismatch' } {
  if (requisites.length === 0) return { requisites };
  const ofBank = bank === undefined ? requisites : requisites.filter(({ isOfOtherBank }) => !isOfOtherBank);
  if (ofBank.length === 0) return { requisites: [], none: 'other_bank' };
  const ofTail = tail === undefined ? ofBank : requisitesOfTail(ofBank, tail);
  return ofTail.length === 0 ? { requisites: [], none: 'tail_mismatch' } : { requisites: ofTail };
}

/** A sum that differs by so many kopecks at most is mentioned; it never closes anything. */
export const MAX_NEAR_KOPECKS = 100n;

const isOpen = ({ status, expiresAt }: Candidate, at: Date) => status === 'ACTIVE' && expiresAt > at;

export const distance = (a: bigint, b: bigint) => (a > b ? a - b : b - a);

/** Decides on a message that is about one order. */
export function decideOn(order: Candidate, { reading, at, cabinetIsBlocked }: DecisionInput): Decision {
  if (order.status === 'CLOSED') return { outcome: 'already_closed', order };
  if (order.status === 'APPEAL') return { outcome: 'appeal', order };
  if (order.status === 'DECLINED') return { outcome: 'cancelled', order };
  // Also before the expiry job comes to it, and also when the message reached the phone in time but us late.
  if (!isOpen(order, at)) return { outcome: 'expired', order };
  // Whoever has a name that looks like a bank's can write what a bank writes.
  if (reading.bank === undefined) return { outcome: 'unknown_sender', order };
  return { outcome: cabinetIsBlocked ? 'cabinet_blocked' : 'paid', order };
}

/** Explains a sum that fits no order to the kopeck. */
function explain(candidates: readonly Candidate[], kopecks: bigint, { heardAt }: DecisionInput): Decision {
  const younger = candidates.filter(
    ({ amount, status, createdAt }) => amount === kopecks && status === 'ACTIVE' && createdAt >= heardAt,
  );
  if (younger.length > 0) return { outcome: 'before_order', candidates: younger };
  const near = candidates.filter(
    (order) =>
      order.createdAt < heardAt && isOpen(order, heardAt) && distance(order.amount, kopecks) <= MAX_NEAR_KOPECKS,
  );
  return near.length === 1 ? { outcome: 'near', candidates: near } : { outcome: 'no_order' };
}

/**
 * Decides which order an income pays: it closes the one active order of exactly its sum that was made before it and has not
 * expired, and only if no other order of that sum can be meant: one that has just been closed, cancelled or expired may have
 * been paid by this very message. Nothing is ever guessed.
 * @param candidates the orders of the requisites that the text may be about, of the last day, of sums near this one.
 */
function decideIncome(kopecks: bigint, candidates: readonly Candidate[], input: DecisionInput): Decision {
  const exact = candidates.filter(({ amount, createdAt }) => amount === kopecks && createdAt < input.heardAt);
  const recent = exact.filter(({ recentUntil }) => input.heardAt <= recentUntil);
  const [only] = recent;
  if (only !== undefined) {
    return recent.length === 1 ? decideOn(only, input) : { outcome: 'ambiguous', candidates: recent };
  }
  // The order is long over; but late money is better shown beside the order that nobody paid.
  const unpaid = exact.filter(({ status }) => status !== 'CLOSED');
  const [lost] = unpaid;
  if (lost !== undefined) {
    return unpaid.length === 1 ? decideOn(lost, input) : { outcome: 'no_order', candidates: unpaid };
  }
  return explain(candidates, kopecks, input);
}

/** Decides on a bank's second message about one transfer: it closes nothing, but is shown beside its order. */
function decideDuplicate(
  kopecks: bigint | undefined,
  candidates: readonly Candidate[],
  { heardAt }: DecisionInput,
): Decision {
  const [order, another] = candidates.filter(
    ({ amount, createdAt, recentUntil }) => amount === kopecks && createdAt < heardAt && heardAt <= recentUntil,
  );
  return order !== undefined && another === undefined ? { outcome: 'duplicate', order } : { outcome: 'duplicate' };
}

/** The kinds of message that no order is looked for. */
type WithoutOrder = Exclude<Reading['kind'], 'income' | 'duplicate'>;
const OUTCOME_OF_KIND = {
  outgoing: 'outgoing',
  block: 'block',
  code: 'one_time_code',
  unknown: 'unread',
} as const satisfies Record<WithoutOrder, Decision['outcome']>;

/** Decides on a message, given the orders that it may be about. */
export function decide(input: DecisionInput, candidates: readonly Candidate[]): Decision {
  const { kind, kopecks } = input.reading;
  if (kind === 'duplicate') return decideDuplicate(kopecks, candidates, input);
  if (kind !== 'income') return { outcome: OUTCOME_OF_KIND[kind] };
  return kopecks === undefined ? { outcome: 'unread' } : decideIncome(kopecks, candidates, input);
}

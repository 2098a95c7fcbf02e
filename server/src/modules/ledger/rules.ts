import type { AccountPart, PostingKind } from '@kantor/contract/plain/money-trail.ts';
import { shareOf } from '../../kernel/money.ts';

/**
 * A user's accounts, and the platform's (`custody`: USDT on the chain, `revenue`). `owed` is a merchant's debt, a balance of zero
 * or less: what comes to their `available` account pays it first (`ledger_post`), so who owes has nothing available.
 */
export type AccountKind = AccountPart;

/** One side of a ledger transaction; `owner` null is the platform. Amount in micro-USDT, plus is a receipt. */
export interface Entry {
  owner: string | null;
  kind: AccountKind;
  amount: bigint;
}

/** A kind and its cause (an order, an appeal, …) are posted at most once. */
export interface Posting {
  kind: PostingKind;
  cause: string;
  /** Sum to zero. */
  entries: readonly Entry[];
}

/** The terms of an order or a payout, fixed when it was created. Basis points; `rewardBp <= feeBp`. */
export interface Terms {
  traderId: string;
  merchantId: string;
  feeBp: number;
  rewardBp: number;
}

export const feeOf = (amount: bigint, { feeBp }: Pick<Terms, 'feeBp'>) => shareOf(amount, feeBp);
const rewardOf = (amount: bigint, { rewardBp }: Pick<Terms, 'rewardBp'>) => shareOf(amount, rewardBp);

const move = (amount: bigint, from: Omit<Entry, 'amount'>, to: Omit<Entry, 'amount'>): Entry[] => [
  { ...from, amount: -amount },
  { ...to, amount },
];
const account = (owner: string | null, kind: AccountKind) => ({ owner, kind });

/** Adds up entries of one account and drops those that come to nothing: an account is touched once per posting. */
function net(entries: readonly Entry[]): Entry[] {
  const sums = new Map<string, Entry>();
  for (const entry of entries) {
    const key = `${entry.owner}/${entry.kind}`;
    sums.set(key, { ...entry, amount: (sums.get(key)?.amount ?? 0n) + entry.amount });
  }
  return [...sums.values()].filter((entry) => entry.amount !== 0n);
}

/** The shares of what an order paid. */
function sharesOf(amount: bigint, terms: Terms) {
  const [fee, reward] = [feeOf(amount, terms), rewardOf(amount, terms)];
  return { merchant: amount - fee, trader: reward, platform: fee - reward };
}

/** The entries on a merchant's account that takes more than there is: they borrow the rest first. */
function takeFromMerchant(merchantId: string, amount: bigint, available: bigint): Entry[] {
  const missing = amount - available;
  const borrowed = missing > 0n ? move(missing, account(merchantId, 'owed'), account(merchantId, 'available')) : [];
  return [...borrowed, { owner: merchantId, kind: 'available', amount: -amount }];
}

/** The facts about the closing of an order that is taken back, and about both accounts that pay it. Micro-USDT. */
interface Reversal {
  /** What the closing paid, and what of it stays paid. */
  paid: bigint;
  rest: bigint;
  /** The trader's `earned` and the merchant's `available` balance. */
  earned: bigint;
  available: bigint;
}

/** An operator's change of one account. */
export interface Adjustment {
  userId: string;
  account: 'available' | 'earned' | 'owed';
  /** The platform's account at whose expense it is. */
  against: 'revenue' | 'custody';
  /** Micro-USDT, plus or minus. */
  amountUsdt: bigint;
}

/** The events of domain.md §3, each as the posting it makes. */
export const postings = {
  /** `cause`: the chain transaction, or the operator's manual credit. */
  deposit: (cause: string, traderId: string, amount: bigint): Posting => ({
    kind: 'deposit',
    cause,
    entries: move(amount, account(null, 'custody'), account(traderId, 'available')),
  }),

  orderIssued: (orderId: string, traderId: string, amount: bigint): Posting => ({
    kind: 'order_hold',
    cause: orderId,
    entries: move(amount, account(traderId, 'available'), account(traderId, 'held')),
  }),

  /** Expired or cancelled. */
  orderReleased: (orderId: string, traderId: string, amount: bigint): Posting => ({
    kind: 'order_release',
    cause: orderId,
    entries: move(amount, account(traderId, 'held'), account(traderId, 'available')),
  }),

  /**
   * The one closing of an order, whichever way it came: confirmed, confirmed after expiry, or by an appeal.
   * `held` is the order's hold, which ends; `amount` is paid: the difference comes from, or returns to, the trader's
   * available account.
   */
  orderClosed: (orderId: string, terms: Terms, { held, amount }: { held: bigint; amount: bigint }): Posting => {
    const fee = feeOf(amount, terms);
    const reward = rewardOf(amount, terms);
    return {
      kind: 'order_close',
      cause: orderId,
      entries: net([
        { owner: terms.traderId, kind: 'held', amount: -held },
        { owner: terms.traderId, kind: 'available', amount: held - amount },
        { owner: terms.merchantId, kind: 'available', amount: amount - fee },
        { owner: terms.traderId, kind: 'earned', amount: reward },
        { owner: null, kind: 'revenue', amount: fee - reward },
      ]),
    };
  },

  /**
   * Takes back a part of a closing, or all of it: afterwards everybody has what a closing for the rest would have given them.
   * What the trader has moved of the reward comes out of what they get back; what the merchant has not, they owe.
   */
  orderReversed: (orderId: string, terms: Terms, { paid, rest, earned, available }: Reversal): Posting => {
    const [was, is] = [sharesOf(paid, terms), sharesOf(rest, terms)];
    const reward = was.trader - is.trader;
    const fromEarned = reward < earned ? reward : earned;
    const { traderId, merchantId } = terms;
    return {
      kind: 'order_reversal',
      cause: orderId,
      entries: [
        { owner: traderId, kind: 'available', amount: paid - rest - (reward - fromEarned) },
        { owner: traderId, kind: 'earned', amount: -fromEarned },
        ...takeFromMerchant(merchantId, was.merchant - is.merchant, available),
        { owner: null, kind: 'revenue', amount: is.platform - was.platform },
      ].filter(({ amount }) => amount !== 0n) as Entry[],
    };
  },

  /** `available`: the balance of a merchant, who owes what is taken beyond it; of anyone else, undefined. */
  adjusted: (id: string, { userId, account: kind, against, amountUsdt }: Adjustment, available?: bigint): Posting => ({
    kind: 'adjustment',
    cause: id,
    entries: [
      ...(kind === 'available' && amountUsdt < 0n && available !== undefined
        ? takeFromMerchant(userId, -amountUsdt, available)
        : [{ owner: userId, kind, amount: amountUsdt }]),
      { owner: null, kind: against, amount: -amountUsdt },
    ],
  }),

  /** An appeal against an order whose hold was already released takes it again. */
  appealHeld: (appealId: string, traderId: string, amount: bigint): Posting => ({
    kind: 'appeal_hold',
    cause: appealId,
    entries: move(amount, account(traderId, 'available'), account(traderId, 'held')),
  }),

  appealReleased: (appealId: string, traderId: string, amount: bigint): Posting => ({
    kind: 'appeal_release',
    cause: appealId,
    entries: move(amount, account(traderId, 'held'), account(traderId, 'available')),
  }),

  earningsMoved: (cause: string, traderId: string, amount: bigint): Posting => ({
    kind: 'earnings_move',
    cause,
    entries: move(amount, account(traderId, 'earned'), account(traderId, 'available')),
  }),

  /** `ownerId`: a merchant or a trader. */
  withdrawalCreated: (withdrawalId: string, ownerId: string, amount: bigint): Posting => ({
    kind: 'withdrawal_hold',
    cause: withdrawalId,
    entries: move(amount, account(ownerId, 'available'), account(ownerId, 'held')),
  }),

  /** Rejected or cancelled. */
  withdrawalReleased: (withdrawalId: string, ownerId: string, amount: bigint): Posting => ({
    kind: 'withdrawal_release',
    cause: withdrawalId,
    entries: move(amount, account(ownerId, 'held'), account(ownerId, 'available')),
  }),

  withdrawalClosed: (withdrawalId: string, ownerId: string, amount: bigint): Posting => ({
    kind: 'withdrawal_close',
    cause: withdrawalId,
    entries: move(amount, account(ownerId, 'held'), account(null, 'custody')),
  }),

  /** The merchant sets aside the payout and its fee. */
  payoutCreated: (payoutId: string, merchantId: string, amount: bigint, terms: Pick<Terms, 'feeBp'>): Posting => ({
    kind: 'payout_hold',
    cause: payoutId,
    entries: move(amount + feeOf(amount, terms), account(merchantId, 'available'), account(merchantId, 'held')),
  }),

  payoutCancelled: (payoutId: string, merchantId: string, amount: bigint, terms: Pick<Terms, 'feeBp'>): Posting => ({
    kind: 'payout_release',
    cause: payoutId,
    entries: move(amount + feeOf(amount, terms), account(merchantId, 'held'), account(merchantId, 'available')),
  }),

  /** What the trader gets stays held until the payout is settled. */
  payoutDone: (payoutId: string, terms: Terms, amount: bigint): Posting => {
    const fee = feeOf(amount, terms);
    const reward = rewardOf(amount, terms);
    return {
      kind: 'payout_close',
      cause: payoutId,
      entries: net([
        { owner: terms.merchantId, kind: 'held', amount: -(amount + fee) },
        { owner: terms.traderId, kind: 'held', amount: amount + reward },
        { owner: null, kind: 'revenue', amount: fee - reward },
      ]),
    };
  },

  /** Nobody contested it, or the operator decided for the trader. */
  payoutSettled: (payoutId: string, terms: Terms, amount: bigint): Posting => {
    const reward = rewardOf(amount, terms);
    return {
      kind: 'payout_settle',
      cause: payoutId,
      entries: net([
        { owner: terms.traderId, kind: 'held', amount: -(amount + reward) },
        { owner: terms.traderId, kind: 'available', amount },
        { owner: terms.traderId, kind: 'earned', amount: reward },
      ]),
    };
  },

  /** The operator decided for the merchant: everything goes back, the fee too. */
  payoutReturned: (payoutId: string, terms: Terms, amount: bigint): Posting => {
    const fee = feeOf(amount, terms);
    const reward = rewardOf(amount, terms);
    return {
      kind: 'payout_return',
      cause: payoutId,
      entries: net([
        { owner: terms.traderId, kind: 'held', amount: -(amount + reward) },
        { owner: null, kind: 'revenue', amount: reward - fee },
        { owner: terms.merchantId, kind: 'available', amount: amount + fee },
      ]),
    };
  },
};

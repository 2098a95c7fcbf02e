import { pickWeighted, type Random } from '@kantor/demo/random.ts';
import { MINUTE, SECOND } from './time.ts';

/** A payer's conduct towards an order. */
const CONDUCTS = ['paid', 'double', 'late', 'wrong', 'never', 'cancelled'] as const;
export type Conduct = (typeof CONDUCTS)[number];

/** The number of payers of each conduct, out of the sum of all. */
export type Shares = Readonly<Record<Conduct, number>>;

/** The behaviour of payers. Times are in milliseconds, at least and at most. */
export interface PayerProfile {
  shares: Shares;
  /** From the order to its payment, or to a change of mind. */
  payAfter: readonly [number, number];
  /** From the order's end to a late payment. */
  lateBy: readonly [number, number];
  /** From a bank's message to the second one about the same money. */
  repeatAfter: readonly [number, number];
  /** The part of late and wrong payments about which the payer complains to the shop. */
  complaintShare: number;
  complainAfter: readonly [number, number];
  /** The part of those who pay that says so on the payment page, and the part of these that shows a receipt. */
  claimShare: number;
  receiptShare: number;
}

export const USUAL_PROFILE: PayerProfile = {
  shares: { paid: 70, double: 6, late: 6, wrong: 5, never: 8, cancelled: 5 },
  payAfter: [8 * SECOND, 2.5 * MINUTE],
  lateBy: [20 * SECOND, 5 * MINUTE],
  repeatAfter: [SECOND, 8 * SECOND],
  complaintShare: 0.5,
  complainAfter: [2 * MINUTE, 8 * MINUTE],
  claimShare: 0.4,
  receiptShare: 0.15,
};

/** @throws RangeError when all shares are zero. */
export const drawConduct = (random: Random, shares: Shares): Conduct =>
  pickWeighted(
    random,
    CONDUCTS.map((conduct) => [conduct, shares[conduct]] as const),
  );

const SHARE = /^([a-z]+)=(\d{1,6})$/;

/** Reads `paid=70,late=6`; what is not named is zero. Undefined when it cannot be read. */
export function readShares(text: string): Shares | undefined {
  const shares: Record<Conduct, number> = { paid: 0, double: 0, late: 0, wrong: 0, never: 0, cancelled: 0 };
  for (const part of text.split(',')) {
    const [, name, share] = SHARE.exec(part.trim()) ?? [];
    const conduct = CONDUCTS.find((one) => one === name);
    if (conduct === undefined || share === undefined) return undefined;
    shares[conduct] = Number(share);
  }
  return CONDUCTS.some((conduct) => shares[conduct] > 0) ? shares : undefined;
}

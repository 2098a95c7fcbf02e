import type { Random } from './payers.ts';

/** What a payer does with an order. */
const FATES = ['paid', 'double', 'late', 'wrong', 'never', 'cancelled'] as const;
export type Fate = (typeof FATES)[number];

/** How many of how many do so. */
export type Shares = Readonly<Record<Fate, number>>;

export interface Habits {
  shares: Shares;
  /** After how many milliseconds at least and at most a payer pays, or changes his mind. */
  patience: readonly [number, number];
  /** How long after the order's end those who are late pay. */
  lateness: readonly [number, number];
  /** How long after a bank's message the same comes once more, in other words. */
  repeat: readonly [number, number];
  /** Of those who paid late or wrongly, which part complains to the shop, and how long after. */
  complaints: number;
  grudge: readonly [number, number];
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

export const USUAL_HABITS: Habits = {
  shares: { paid: 70, double: 6, late: 6, wrong: 5, never: 8, cancelled: 5 },
  patience: [8 * SECOND, 2.5 * MINUTE],
  lateness: [20 * SECOND, 5 * MINUTE],
  repeat: [SECOND, 8 * SECOND],
  complaints: 0.5,
  grudge: [2 * MINUTE, 8 * MINUTE],
};

/** @throws RangeError when nobody does anything. */
export function drawFate(random: Random, shares: Shares): Fate {
  let at = random() * FATES.reduce((sum, fate) => sum + shares[fate], 0);
  for (const fate of FATES) {
    at -= shares[fate];
    if (at < 0) return fate;
  }
  throw new RangeError('The shares of payers are all zero');
}

const SHARE = /^([a-z]+)=(\d{1,6})$/;

/** Reads `paid=70,late=6`; what is not named nobody does. Undefined when it cannot be read. */
export function readShares(text: string): Shares | undefined {
  const shares: Record<Fate, number> = { paid: 0, double: 0, late: 0, wrong: 0, never: 0, cancelled: 0 };
  for (const part of text.split(',')) {
    const [, name, share] = SHARE.exec(part.trim()) ?? [];
    const fate = FATES.find((one) => one === name);
    if (fate === undefined || share === undefined) return undefined;
    shares[fate] = Number(share);
  }
  return FATES.some((fate) => shares[fate] > 0) ? shares : undefined;
}

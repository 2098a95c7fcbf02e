import { between, pickWeighted, type Random } from './random.ts';

const KOPECKS = 100;

/** Sums that payers choose, in roubles, and how often. */
const ROUND_ROUBLES: readonly (readonly [number, number])[] = [
  [300, 2],
  [500, 6],
  [1000, 12],
  [1500, 7],
  [2000, 10],
  [2500, 5],
  [3000, 10],
  [4000, 5],
  [5000, 12],
  [7000, 4],
  [7500, 2],
  [10_000, 8],
  [15_000, 4],
  [20_000, 2],
  [30_000, 1.5],
  [50_000, 0.7],
];

/** The amount of an order, in kopecks: mostly round sums, some uneven, some with kopecks. */
export function drawAmount(random: Random): bigint {
  const roubles = pickWeighted(random, ROUND_ROUBLES);
  const uneven = Math.max(100, roubles * between(random, 0.75, 1.25));
  const kopecks = pickWeighted<number>(random, [
    [roubles * KOPECKS, 60],
    [Math.round(uneven / 10) * 10 * KOPECKS, 22],
    [Math.round(uneven * KOPECKS), 18],
  ]);
  return BigInt(kopecks);
}

/** A payer's way to send the money: mostly by phone number. */
export const drawMethod = (random: Random): 'sbp' | 'c2c' => (random() < 0.65 ? 'sbp' : 'c2c');

/** Within the limits of many requisites, and hardly ever twice the same: such an order is never refused. */
export const drawSmallAmount = (random: Random): bigint => BigInt(Math.round(between(random, 1000, 3000) * KOPECKS));

import type { OrderMethod } from '@kantor/contract/plain/statuses.ts';
import { after } from '../../kernel/clock.ts';
import { between, pick, type Random } from './random.ts';

const RUBLE = 100;
const MOSCOW_OFFSET = 3 * 3600_000;

/** Sums that payers choose, in roubles, and how often. */
const ROUND: readonly (readonly [number, number])[] = [
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

/** What a shop asks for, in kopecks: mostly round sums, some uneven, some with kopecks. */
export function drawAmount(random: Random): bigint {
  const rubles = pick(random, ROUND);
  const uneven = Math.max(100, rubles * between(random, 0.75, 1.25));
  const kopecks = pick<number>(random, [
    [rubles * RUBLE, 60],
    [Math.round(uneven / 10) * 10 * RUBLE, 22],
    [Math.round(uneven * RUBLE), 18],
  ]);
  return BigInt(kopecks);
}

export const drawMethod = (random: Random): OrderMethod => (random() < 0.65 ? 'sbp' : 'c2c');

/** Orders by the hour of the day in Moscow: quiet nights, busy afternoons. */
const BY_HOUR = [2, 1, 1, 0.5, 0.5, 0.5, 1, 2, 4, 7, 9, 10, 11, 11, 10, 10, 10, 10, 10, 9, 8, 7, 5, 3];
const BUSIEST = Math.max(...BY_HOUR);

/** The moments of about `expected` orders, in any order. */
export function drawArrivals(random: Random, { from, until }: { from: Date; until: Date }, expected: number): Date[] {
  const arrivals: Date[] = [];
  const n = Math.round(expected * between(random, 0.8, 1.2));
  while (arrivals.length < n) {
    const at = new Date(between(random, from.getTime(), until.getTime()));
    const hour = after(at, MOSCOW_OFFSET).getUTCHours();
    if (random() * BUSIEST < (BY_HOUR[hour] ?? 0)) arrivals.push(at);
  }
  return arrivals;
}

/** Within the limits of many requisites, and hardly ever twice the same: such an order is never refused. */
export const drawSmallAmount = (random: Random): bigint => BigInt(Math.round(between(random, 1000, 3000) * RUBLE));

/** RUB for 1 USDT in 1/10000 of a rouble, as all rates. */
const USUAL_RATE = 92_0000n;
export const FIRST_RATE = 91_1500n;

/** Tomorrow's rate, in whole kopecks: near today's, and drawn back to the usual one. */
export function nextRate(random: Random, rate: bigint): bigint {
  const drawnBack = (rate + (USUAL_RATE - rate) / 12n) / 100n;
  return (drawnBack + BigInt(Math.round(between(random, -45, 45)))) * 100n;
}

/** By how many kopecks payers are wrong. */
const MISTAKES = [
  [1, 1],
  [100, 1],
  [10_000, 1],
] as const;

/** What a payer says he paid, in kopecks: nearly always the order's amount. */
export function payersClaim(random: Random, amount: bigint): bigint {
  const mistake = random() < 0.15 ? BigInt(pick<number>(random, MISTAKES)) : 0n;
  return amount > mistake ? amount - mistake : amount;
}

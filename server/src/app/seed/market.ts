import { between, pickWeighted, type Random } from '@kantor/demo/random.ts';
import { after, MOSCOW_OFFSET_MS } from '../../kernel/clock.ts';

/** Orders by the hour of the day in Moscow: quiet nights, busy afternoons. */
const BY_HOUR = [2, 1, 1, 0.5, 0.5, 0.5, 1, 2, 4, 7, 9, 10, 11, 11, 10, 10, 10, 10, 10, 9, 8, 7, 5, 3];
const BUSIEST = Math.max(...BY_HOUR);

/** The moments of about `expected` orders, in any order. */
export function drawArrivals(random: Random, { from, until }: { from: Date; until: Date }, expected: number): Date[] {
  const arrivals: Date[] = [];
  const n = Math.round(expected * between(random, 0.8, 1.2));
  while (arrivals.length < n) {
    const at = new Date(between(random, from.getTime(), until.getTime()));
    const hour = after(at, MOSCOW_OFFSET_MS).getUTCHours();
    if (random() * BUSIEST < (BY_HOUR[hour] ?? 0)) arrivals.push(at);
  }
  return arrivals;
}

/** RUB for 1 USDT in 1/10000 of a rouble, as all rates. */
const USUAL_RATE = 92_0000n;
export const FIRST_RATE = 91_1500n;

/** Tomorrow's rate, in whole kopecks: near today's, and drawn back to the usual one. */
export function nextRate(random: Random, rate: bigint): bigint {
  const drawnBack = (rate + (USUAL_RATE - rate) / 12n) / 100n;
  return (drawnBack + BigInt(Math.round(between(random, -45, 45)))) * 100n;
}

/** Kopecks by which payers are wrong, with their weights. */
const DIFFERENCES = [
  [1, 1],
  [100, 1],
  [10_000, 1],
] as const;

/** The amount that a payer claims to have paid, in kopecks: nearly always the order's. */
export function payersClaim(random: Random, amount: bigint): bigint {
  const difference = random() < 0.15 ? BigInt(pickWeighted<number>(random, DIFFERENCES)) : 0n;
  return amount > difference ? amount - difference : amount;
}

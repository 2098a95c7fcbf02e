/** Uniform in [0, 1). */
export type Random = () => number;

const MINUTE = 60_000;
/** The longest that a timer can wait, in milliseconds. */
export const LONGEST_GAP = 2 ** 31 - 1;

/** Milliseconds until the next of events that come independently of each other, so many a minute (a Poisson process). */
export const nextGap = (random: Random, perMinute: number): number =>
  Math.min((-Math.log(1 - random()) * MINUTE) / perMinute, LONGEST_GAP);

/** One of them, each as likely. */
export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

/** Sums that people choose, in roubles; the usual ones stand more than once. */
const USUAL = [
  500, 500, 1000, 1000, 1000, 1500, 2000, 2000, 2500, 3000, 3000, 5000, 5000, 5000, 7000, 10_000, 10_000, 15_000,
  30_000,
];

/** A sum that a payer would pay, in RUB: mostly round, sometimes of a basket of goods. */
export function drawAmount(random: Random): string {
  const round = pick(random, USUAL);
  const kind = random();
  if (kind < 0.55) return round.toFixed(2);
  const uneven = round * (0.8 + 0.4 * random());
  return kind < 0.8 ? (Math.round(uneven / 10) * 10).toFixed(2) : uneven.toFixed(2);
}

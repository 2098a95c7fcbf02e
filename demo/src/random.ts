/** Uniform in [0, 1). */
export type Random = () => number;

/** The same numbers at every run (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Uniform between two numbers. */
export const between = (random: Random, from: number, to: number): number => from + random() * (to - from);

/** One of the items, each as likely. */
export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

/** One of the choices, each as likely as its weight. @throws RangeError when all weights are zero. */
export function pickWeighted<Choice>(
  random: Random,
  choices: readonly (readonly [choice: Choice, weight: number])[],
): Choice {
  let left = random() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of choices) {
    left -= weight;
    if (left < 0) return choice;
  }
  throw new RangeError('All weights are zero');
}

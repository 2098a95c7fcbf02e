import { positiveRub } from '@kantor/contract/wire/money.ts';
import { expect, it } from 'vitest';
import { createRandom } from '../../server/src/app/seed/random.ts';
import { drawAmount, LONGEST_GAP, nextGap } from '../src/payers.ts';
import { quietLog } from '../src/quiet-log.ts';

const MANY = 20_000;

it('lets payers come as often as asked, each on his own', () => {
  const random = createRandom(1);
  const gaps = Array.from({ length: MANY }, () => nextGap(random, 6));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / MANY;
  expect(mean).toBeGreaterThan(9700);
  expect(mean).toBeLessThan(10_300);
  // Of such gaps, e^-1 are longer than the mean; of regular ones it would be none or half.
  const long = gaps.filter((gap) => gap > 10_000).length / MANY;
  expect(long).toBeCloseTo(Math.exp(-1), 1);
});

it('never asks a timer for longer than it can wait', () => {
  expect(nextGap(() => 0.999_999, 0.000_01)).toBe(LONGEST_GAP);
});

it('draws amounts that the contract takes, round and uneven ones', () => {
  const random = createRandom(2);
  const amounts = Array.from({ length: MANY }, () => positiveRub.parse(drawAmount(random)));
  const part = (isSuch: (kopecks: bigint) => boolean) => amounts.filter(isSuch).length / MANY;
  expect(part((kopecks) => kopecks >= 400_00n && kopecks <= 36_000_00n)).toBe(1);
  expect(part((kopecks) => kopecks % 500_00n === 0n)).toBeGreaterThan(0.5);
  expect(part((kopecks) => kopecks % 100n !== 0n)).toBeGreaterThan(0.15);
});

it('says the same once a minute', () => {
  const lines: string[] = [];
  let now = 0;
  const say = quietLog(
    (line) => lines.push(line),
    () => now,
  );
  say('a');
  say('a');
  say('b');
  now = 59_999;
  say('a');
  now = 60_000;
  say('a');
  expect(lines).toEqual(['a', 'b', 'a (2 more times since)']);
});

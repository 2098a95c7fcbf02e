import { expect, it } from 'vitest';
import { createRandom } from '@kantor/demo/random.ts';
import { nextGap } from '../src/arrivals.ts';
import { throttled } from '../src/log.ts';
import { MAX_TIMER_MS } from '../src/time.ts';

const MANY = 20_000;

it('lets payers come as often as asked, each on their own', () => {
  const random = createRandom(1);
  const gaps = Array.from({ length: MANY }, () => nextGap(random, 6));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / MANY;
  expect(mean).toBeGreaterThan(9700);
  expect(mean).toBeLessThan(10_300);
  // The part e^-1 of such gaps is longer than the mean; of regular ones it would be none or half.
  const long = gaps.filter((gap) => gap > 10_000).length / MANY;
  expect(long).toBeCloseTo(Math.exp(-1), 1);
});

it('never asks a timer for longer than it can wait', () => {
  expect(nextGap(() => 0.999_999, 0.000_01)).toBe(MAX_TIMER_MS);
});

it('writes the same line once a minute', () => {
  const lines: string[] = [];
  let now = 0;
  const log = throttled(
    (line) => lines.push(line),
    () => now,
  );
  log('a');
  log('a');
  log('b');
  now = 59_999;
  log('a');
  now = 60_000;
  log('a');
  expect(lines).toEqual(['a', 'b', 'a (2 more times since)']);
});

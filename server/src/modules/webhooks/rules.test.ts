import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../kernel/clock.ts';
import { pauseAfter } from './rules.ts';

test('pauses grow to an hour', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 30].map((tries) => pauseAfter({ tries }, () => 0.5));
  expect(pauses).toEqual([5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, HOUR, HOUR]);
});

test('what failed together does not come back together', () => {
  const at = (random: number) => pauseAfter({ tries: 2 }, () => random);
  expect([at(0), at(0.25), at(1)]).toEqual([24 * SECOND, 27 * SECOND, 36 * SECOND]);
});

test('a server may ask for its own pause, within reason', () => {
  const asked = (retryAfter: number) => pauseAfter({ tries: 1, retryAfter }, () => 0.5);
  expect([asked(0), asked(7 * SECOND), asked(2 * MINUTE), asked(1000 * HOUR)]).toEqual([
    5 * SECOND,
    7 * SECOND,
    2 * MINUTE,
    HOUR,
  ]);
});

test('no pause is shorter than four seconds or longer than 72 minutes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.option(fc.nat(), { nil: undefined }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (tries, retryAfter, random) => {
        const pause = pauseAfter({ tries, retryAfter }, () => random);
        expect(pause >= 4 * SECOND && pause <= 72 * MINUTE).toBe(true);
      },
    ),
  );
});

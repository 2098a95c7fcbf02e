import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Closing, pairByTime } from '../../src/modules/reconciliation/pairing.ts';
import type { Theirs } from '../../src/modules/reconciliation/rules.ts';
import { MINUTE } from '../../src/kernel/clock.ts';

const START = Date.UTC(2026, 10, 25);
const minute = (n: number) => new Date(START + n * MINUTE);

const row = (n: number, at: number, length = 0, more: Partial<Theirs> = {}): Theirs => ({
  line: n + 2,
  key: '',
  amount: 1000n,
  fee: null,
  word: null,
  span: { from: minute(at), to: minute(at + length) },
  tail: null,
  ...more,
});
const closing = (n: number, at: number, more: Partial<Closing> = {}): Closing => ({
  object: 'order',
  id: String(n),
  key: `order-${n}`,
  amount: 1000n,
  fee: null,
  state: 'CLOSED',
  at: minute(at),
  tails: ['1234'],
  ...more,
});

/** The most pairs that there can be, by trying every way. */
function mostPairs(fits: readonly (readonly number[])[], taken = new Set<number>(), from = 0): number {
  if (from === fits.length) return 0;
  let most = mostPairs(fits, taken, from + 1);
  for (const one of fits[from] ?? []) {
    if (taken.has(one)) continue;
    taken.add(one);
    most = Math.max(most, 1 + mostPairs(fits, taken, from + 1));
    taken.delete(one);
  }
  return most;
}

test('as many rows as can be have a closing of their time, each its own', () => {
  const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.constantFrom(0, 0, 5, 20)), { maxLength: 6 });
  const closings = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 6 });
  fc.assert(
    fc.property(rows, closings, fc.integer({ min: 0, max: 6 }), (times, moments, window) => {
      const theirs = times.map(([at, length], n) => row(n, at, length));
      const ours = moments.map((at, n) => closing(n, at));
      const pairs = pairByTime(theirs, ours, window);
      expect(new Set(pairs.values()).size).toBe(pairs.size);
      const fits = times.map(([at, length]) =>
        moments.flatMap((moment, n) => (moment >= at - window && moment <= at + length + window ? [n] : [])),
      );
      for (const [one, other] of pairs) expect(fits[theirs.indexOf(one)]).toContain(ours.indexOf(other));
      expect(pairs.size).toBe(mostPairs(fits));
    }),
  );
});

test('another sum, another account, or a moment too late are no pair', () => {
  const pairsOf = (theirs: Theirs, ours: Closing) => pairByTime([theirs], [ours], 5).size;
  expect(pairsOf(row(0, 0), closing(0, 5))).toBe(1);
  expect(pairsOf(row(0, 0), closing(0, 6))).toBe(0);
  expect(pairsOf(row(0, 0, 0, { amount: 999n }), closing(0, 0))).toBe(0);
  expect(pairsOf(row(0, 0, 0, { tail: '9999' }), closing(0, 0))).toBe(0);
  expect(pairsOf(row(0, 0, 0, { tail: '1234' }), closing(0, 0))).toBe(1);
});

test('a row that names its account chooses before one that names none', () => {
  const [named, unnamed] = [row(0, 0, 0, { tail: '1234' }), row(1, 0)];
  const ours = closing(0, 0);
  expect([...pairByTime([unnamed, named], [ours], 5)]).toEqual([[named, ours]]);
});

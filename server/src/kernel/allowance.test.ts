import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAllowance } from './allowance.ts';
import { MINUTE } from './clock.ts';

const at = (milliseconds: number) => new Date(Date.UTC(2026, 10, 20) + milliseconds);

test('whatever is asked for and when, no more is given than there was and has grown since', () => {
  const asks = fc.array(
    fc.record({ wait: fc.integer({ min: 0, max: MINUTE }), cost: fc.integer({ min: 1, max: 30 }) }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), asks, (perMinute, all) => {
      let now = 0;
      let given = 0;
      const allowance = createAllowance({ perMinute, clock: () => at(now), limit: 10 });
      for (const { wait, cost } of all) {
        now += wait;
        const told = allowance.ask('key', cost);
        const left = allowance.take('key', cost);
        expect(left).toBe(told);
        if (left === 0) given += cost;
        expect(given).toBeLessThanOrEqual(perMinute * (1 + now / MINUTE) + 1e-6);
      }
    }),
  );
});

test('whoever comes back when told gets it, and not a millisecond before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 1000 }), (perMinute, cost) => {
      fc.pre(cost <= perMinute);
      let now = 0;
      const allowance = createAllowance({ perMinute, clock: () => at(now), limit: 10 });
      expect(allowance.take('key', perMinute)).toBe(0);
      const wait = allowance.take('key', cost);
      now = wait - 1;
      expect(allowance.ask('key', cost)).toBeGreaterThan(0);
      now = wait;
      expect(allowance.take('key', cost)).toBe(0);
    }),
  );
});

test('each key has its own, what is given back can be taken again, and no more', () => {
  const allowance = createAllowance({ perMinute: 2, clock: () => at(0), limit: 10 });
  expect([1, 2, 3].map(() => allowance.take('a') === 0)).toEqual([true, true, false]);
  expect(allowance.take('b')).toBe(0);
  allowance.give('a');
  expect([1, 2].map(() => allowance.take('a') === 0)).toEqual([true, false]);
  allowance.give('b', 100);
  expect([1, 2, 3].map(() => allowance.take('b') === 0)).toEqual([true, true, false]);
});

test('only so many keys are remembered', () => {
  const allowance = createAllowance({ perMinute: 1, clock: () => at(0), limit: 2 });
  for (const key of ['a', 'b', 'c']) allowance.take(key);
  expect([allowance.ask('c') > 0, allowance.ask('a') > 0]).toEqual([true, false]);
});

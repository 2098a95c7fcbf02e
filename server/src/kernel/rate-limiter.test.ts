import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE } from './clock.ts';
import { createRateLimiter } from './rate-limiter.ts';

const at = (milliseconds: number) => new Date(Date.UTC(2026, 10, 20) + milliseconds);

test('whatever is asked for and when, no more is given than there was and has grown since', () => {
  const asks = fc.array(
    fc.record({ wait: fc.integer({ min: 0, max: MINUTE }), cost: fc.integer({ min: 1, max: 30 }) }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), asks, (perMinute, all) => {
      let now = 0;
      let given = 0;
      const limiter = createRateLimiter({ points: perMinute, clock: () => at(now), maxKeys: 10 });
      for (const { wait, cost } of all) {
        now += wait;
        const told = limiter.waitFor('key', cost);
        const left = limiter.consume('key', cost);
        expect(left).toBe(told);
        if (left === 0) given += cost;
        expect(given).toBeLessThanOrEqual(perMinute * (1 + now / MINUTE) + 1e-6);
      }
    }),
  );
});

test('a client that comes back at the stated time gets it, and not a millisecond before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 1000 }), (perMinute, cost) => {
      fc.pre(cost <= perMinute);
      let now = 0;
      const limiter = createRateLimiter({ points: perMinute, clock: () => at(now), maxKeys: 10 });
      expect(limiter.consume('key', perMinute)).toBe(0);
      const wait = limiter.consume('key', cost);
      now = wait - 1;
      expect(limiter.waitFor('key', cost)).toBeGreaterThan(0);
      now = wait;
      expect(limiter.consume('key', cost)).toBe(0);
    }),
  );
});

test('each key has its own, what is given back can be taken again, and no more', () => {
  const limiter = createRateLimiter({ points: 2, clock: () => at(0), maxKeys: 10 });
  expect([1, 2, 3].map(() => limiter.consume('a') === 0)).toEqual([true, true, false]);
  expect(limiter.consume('b')).toBe(0);
  limiter.reward('a');
  expect([1, 2].map(() => limiter.consume('a') === 0)).toEqual([true, false]);
  limiter.reward('b', 100);
  expect([1, 2, 3].map(() => limiter.consume('b') === 0)).toEqual([true, true, false]);
});

test('only so many keys are remembered', () => {
  const limiter = createRateLimiter({ points: 1, clock: () => at(0), maxKeys: 2 });
  for (const key of ['a', 'b', 'c']) limiter.consume(key);
  expect([limiter.waitFor('c') > 0, limiter.waitFor('a') > 0]).toEqual([true, false]);
});

import { expect } from 'vitest';
import { killAtEachStep } from '../kills/kill-at-each-step.ts';
import { EVERY, test } from './fixture.ts';

test('a worker that is killed at any step leaves the rate as it was or as it is said', async ({ kantor, rates }) => {
  let value = 100n;
  const job = {
    databaseUrl: kantor.databaseUrl,
    job: 'refresh-rate',
    get args() {
      return [kantor.clock().toISOString(), rates.server.url];
    },
  };
  let before = 0;
  const steps = await killAtEachStep(
    job,
    async () => {
      before = await rates.rows();
      value += 1n;
      rates.server.says(`${value}`);
      kantor.pass(EVERY);
    },
    async () => {
      expect([(value - 1n) * 10_000n, value * 10_000n]).toContain(await rates.rateNow());
      await rates.quote(`${value}`);
      expect(await rates.rateNow()).toBe(value * 10_000n);
      expect(await rates.rows()).toBe(before + 1);
    },
  );
  expect(steps).toBeGreaterThanOrEqual(6);
});

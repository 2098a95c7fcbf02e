import { listPayouts } from '@kantor/contract/wire/payouts.ts';
import { expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { PIECE } from '../../src/modules/payout-batches/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { csv, held, row, test } from '../payout-batches/fixture.ts';
import { usdt } from '../support/money.ts';
import { killAtEachStep } from './kill-at-each-step.ts';

/** A process is started for each step. */
const LONG = 240_000;
/** Two pieces, and the look that finds nothing more. */
const ROWS = PIECE + 3;

test(
  'a worker killed at any step makes each payout of a file once, and what is held is what was shown',
  { timeout: LONG },
  async ({ kantor, merchant, checked, start, work, shown }) => {
    await kantor.fund(merchant.id, '100000');
    let batch = await checked(csv([row(100)]));
    let before = 0n;
    const job = {
      databaseUrl: kantor.databaseUrl,
      job: 'batches',
      get args() {
        return [kantor.clock().toISOString()];
      },
    };
    let rowsMade = 0;
    const prepare = async () => {
      // Others than before, so that nothing gives pause.
      batch = await checked(csv(Array.from({ length: ROWS }, (_, n) => row(100 + n, (rowsMade += 1)))));
      before = (await kantor.balances(merchant.id)).held ?? 0n;
      await start(batch);
    };
    let [untouched, halfDone] = [0, 0];
    const steps = await killAtEachStep(job, prepare, async () => {
      const { done } = await shown(batch.id);
      if (done === 0) untouched += 1;
      else if (done < ROWS) halfDone += 1;
      // The lease of the dead worker ends.
      kantor.pass(2 * MINUTE);
      await work();
      const ended = await shown(batch.id);
      expect(ended).toMatchObject({ state: 'done', counts: { done: ROWS, failed: 0, queued: 0 } });
      expect((await merchant.call(listPayouts, { query: { batch: batch.id } })).count).toBe(ROWS);
      const after = (await kantor.balances(merchant.id)).held ?? 0n;
      expect(after - before).toBe(usdt(held(ended.made)));
      expect(await verify(kantor.db)).toEqual([]);
    });
    expect(steps).toBeGreaterThan(20);
    expect(untouched).toBeGreaterThan(5);
    expect(halfDone).toBeGreaterThan(5);
  },
);

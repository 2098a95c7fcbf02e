import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { test } from '../alerts/fixture.ts';
import { JWT_SECRET } from '../support/kantor.ts';
import { untilShown } from '../support/outbox-reading.ts';
import { killAtEachStep } from './kill-at-each-step.ts';

/** A process is started for each step. */
const LONG = 180_000;

test(
  'a worker killed at any step calls its people of each order; twice only of what was sent and not yet recorded',
  { timeout: LONG },
  async ({ kantor, trader, merchant, pushes, worker, subscribe, waiting }) => {
    const browser = await subscribe(trader);
    const told = () => pushes.pushesTo(browser).filter(({ kind }) => kind === 'order_new');
    let order = await merchant.order('1500');
    let [next, doubled] = [1500, 0];
    const ended = () => trader.call(confirmOrder, { params: { id: order.id }, body: {} });
    await ended();
    await worker.deliver();
    const job = {
      databaseUrl: kantor.databaseUrl,
      job: 'alerts',
      get args() {
        return [kantor.clock().toISOString(), pushes.url, JWT_SECRET];
      },
    };
    const happen = async () => {
      pushes.heard.length = 0;
      order = await merchant.order(String((next += 1)));
      await untilShown(kantor.db);
    };
    const steps = await killAtEachStep(job, happen, async () => {
      const sent = told().length;
      const isRecorded = !(await waiting()).some(({ kind }) => kind === 'order_new');
      // The lease of the dead worker ends.
      kantor.pass(2 * MINUTE);
      await worker.deliver();
      // Before the fan-out nothing waited either.
      const isTwice = sent === 1 && !isRecorded;
      expect(told().map(({ sum }) => sum)).toEqual(Array.from({ length: isTwice ? 2 : 1 }, () => `${next}.00`));
      if (isTwice) doubled += 1;
      expect((await waiting()).filter(({ kind }) => kind === 'order_new')).toEqual([]);
      await ended();
    });
    expect(steps).toBeGreaterThan(5);
    // The window was hit: between the answer of the push service and its record.
    expect(doubled).toBeGreaterThanOrEqual(1);
    expect(pushes.faults).toEqual([]);
  },
);

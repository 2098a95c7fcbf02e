import { addWebhookEndpoint } from '@kantor/contract/wire/webhook-endpoints.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { DAY } from '../../src/kernel/clock.ts';
import { makeReports } from '../../src/modules/reports/index.ts';
import { test } from '../reports/fixture.ts';
import { foldAll } from '../support/outbox-reading.ts';
import { killAtEachStep } from './kill-at-each-step.ts';

/** A process is started for each step. */
const LONG = 240_000;

test(
  'a worker killed at any step of reports makes each of them once: to two people and two servers, of each day',
  { timeout: LONG },
  async ({ kantor, trader, merchant, pushes, worker, subscribe, choose, until, told }) => {
    const other = await kantor.createMerchant();
    for (const each of [merchant, other])
      await each.call(addWebhookEndpoint, {
        body: { url: 'https://shop.example/hooks', types: ['report.day'], is_test: false },
      });
    const browsers = [await subscribe(trader), await subscribe(merchant)];
    for (const person of [trader, merchant]) await choose(person, { hour: 9 });
    until('2026-11-20', '23:00');
    let days = 0;
    const job = {
      databaseUrl: kantor.databaseUrl,
      job: 'make-reports',
      get args() {
        return [kantor.clock().toISOString()];
      },
    };
    const made = async () => {
      const { rows } = await sql<{ people: bigint; servers: bigint; deliveries: bigint; events: bigint }>`
        select count(*) filter (where person_id is not null) as people,
          count(*) filter (where person_id is null) as servers,
          (select count(*) from alert_delivery) as deliveries,
          (select count(*) from outbox where kind = 'report.day') as events
        from report where made_at = ${kantor.clock()}`.execute(kantor.db);
      const [row] = rows;
      if (row === undefined) throw new Error('It counts');
      return row;
    };
    let [none, some] = [0, 0];
    const prepare = async () => {
      days += 1;
      kantor.pass(DAY);
      await foldAll(kantor);
    };
    const steps = await killAtEachStep(job, prepare, async () => {
      const left = await made();
      // What calls a person is never without the row that says so, nor the row without it.
      expect(left.deliveries).toBe(left.people);
      expect(left.events).toBe(BigInt(2 * (days - 1)) + left.servers);
      if (left.people + left.servers === 0n) none += 1;
      else if (left.people + left.servers < 4n) some += 1;
      await makeReports(kantor);
      await makeReports(kantor);
      expect(await made()).toMatchObject({ people: 2n, servers: 2n, deliveries: 2n });
      await worker.dispatch();
      for (const browser of browsers)
        expect(pushes.pushesTo(browser).filter(({ kind }) => kind === 'report_day')).toHaveLength(days);
      for (const { id } of [merchant, other])
        expect(new Set((await told(id)).map(({ body }) => body.data.day)).size).toBe(days);
      for (const { id } of [merchant, other]) expect(await told(id)).toHaveLength(days);
    });
    expect(steps).toBeGreaterThan(15);
    expect(none).toBeGreaterThanOrEqual(4);
    expect(some).toBeGreaterThan(5);
    expect(pushes.faults).toEqual([]);
  },
);

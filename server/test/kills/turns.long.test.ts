import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { test } from '../support/fixtures.ts';
import { usdt } from '../support/money.ts';
import runToTheEnd from './processes/orders-in-turns.ts';
import { killAtEachStep } from './kill-at-each-step.ts';

test('a server that is killed at any step of a turn neither loses nor doubles an order of it', async ({
  kantor,
  merchant,
}) => {
  for (let n = 0; n < 3; n += 1) {
    const trader = await kantor.createTrader({ balance: '1000' });
    await kantor.createRequisite(trader.id);
  }
  let keys: string[] = [];
  let paid = 0n;
  const job = {
    databaseUrl: kantor.databaseUrl,
    job: 'orders-in-turns',
    get args() {
      return [kantor.clock().toISOString(), merchant.id, ...keys];
    },
  };
  const prepare = async () => {
    // Orders of the same sum keep it on their requisites for a while.
    kantor.pass(60 * 60_000);
    await kantor.heartbeat();
    keys = [randomUUID(), randomUUID(), randomUUID()];
  };
  const steps = await killAtEachStep(job, prepare, async () => {
    await runToTheEnd(kantor.db, job.args);
    const { rows } = await sql`
      select status, count(*) as n from orders where external_id = any(${keys}::text[]) group by status`.execute(
      kantor.db,
    );
    expect(rows).toEqual([{ status: 'CLOSED', n: 3n }]);
    // 15 USDT less 5 % each.
    paid += usdt('42.75');
    expect((await kantor.balances(merchant.id)).available).toBe(paid);
  });
  // Two turns of issues, two of confirmations.
  expect(steps).toBeGreaterThanOrEqual(20);
  expect(await verify(kantor.db)).toEqual([]);
});

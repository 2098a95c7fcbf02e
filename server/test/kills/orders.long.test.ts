import { sql } from 'kysely';
import { expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { test } from '../support/fixtures.ts';
import { usdt } from '../support/money.ts';
import { killAtEachStep } from './kill-at-each-step.ts';

test('a worker that is killed at any step of an expiry neither loses nor doubles it', async ({
  kantor,
  trader,
  merchant,
}) => {
  await kantor.createRequisite(trader.id);
  let id = '';
  let issued = 0;
  const lapse = async () => {
    issued += 1;
    ({ id } = await merchant.order(100 + issued));
    kantor.pass(16 * MINUTE);
  };
  const job = {
    databaseUrl: kantor.databaseUrl,
    job: 'expire-orders',
    get args() {
      return [kantor.clock().toISOString()];
    },
  };
  const steps = await killAtEachStep(job, lapse, async () => {
    await expireDueOrders(kantor);
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('1000'), held: 0n });
    const { rows } = await sql`
      select (select count(*) from order_status_change where order_id = ${id} and status = 'EXPIRED') as changes,
        (select count(*) from outbox where object_id = ${id} and kind = 'order.expired') as events`.execute(kantor.db);
    expect(rows).toEqual([{ changes: 1n, events: 1n }]);
  });
  expect(steps).toBeGreaterThanOrEqual(3);
  expect(await verify(kantor.db)).toEqual([]);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { type Kantor, startKantor, usdt } from '../support/harness.ts';
import { killAtEachStep } from './kill-at-each-step.ts';

let kantor: Kantor;
beforeAll(async () => {
  kantor = await startKantor();
});
afterAll(() => kantor.close());

test('a worker that is killed at any step of an expiry neither loses nor doubles it', async () => {
  const trader = await kantor.createTrader({ balance: '1000' });
  const { key } = await kantor.createMerchant();
  await kantor.createRequisite(trader.id);
  let id = '';
  let issued = 0;
  const lapse = async () => {
    issued += 1;
    const { status, body } = await kantor.order(key, 100 + issued);
    expect(status).toBe(201);
    id = body.id;
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

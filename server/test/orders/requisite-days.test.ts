import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { listRequisiteDays } from '@kantor/contract/wire/requisite-days.ts';
import { archiveRequisite } from '@kantor/contract/wire/requisites.ts';
import { expect } from 'vitest';
import { DAY, HOUR, moscowMidnight } from '../../src/kernel/clock.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { readRequisiteDays } from '../../src/modules/orders/store/requisite-days.ts';
import { explaining, lookedAt, nodesOf } from '../support/explaining.ts';
import { freshKantorTest } from '../support/fixtures.ts';

const test = freshKantorTest
  .extend('trader', ({ kantor }) => kantor.createTrader({ balance: '10000' }))
  .extend('merchant', ({ kantor }) => kantor.createMerchant());

test('a requisite’s day has what was issued since midnight in Moscow: the closed, their sum, and all that ended', async ({
  kantor,
  trader,
  merchant,
}) => {
  const unused = await kantor.createRequisite(trader.id, { isActive: false });
  kantor.pass(1);
  const used = await kantor.createRequisite(trader.id);
  kantor.pass(1);
  const archived = await kantor.createRequisite(trader.id, { isActive: false });
  await trader.call(archiveRequisite, { params: { id: archived } });
  const confirm = ({ id }: { id: string }) => trader.call(confirmOrder, { params: { id }, body: {} });
  const days = () => trader.call(listRequisiteDays);
  const none = { closed: 0, amount: '0.00', ended: 0, last_order_at: null };
  expect(await days()).toEqual([
    { id: used, ...none },
    { id: unused, ...none },
  ]);

  kantor.pass(moscowMidnight(kantor.clock()).getTime() + DAY - HOUR - kantor.clock().getTime());
  await confirm(await merchant.order('1000'));
  kantor.pass(2 * HOUR);
  expect((await days())[0]).toMatchObject({ ...none, last_order_at: expect.any(String) });
  await confirm(await merchant.order('1500.50'));
  await confirm(await merchant.order('700'));
  await merchant.order('800');
  kantor.pass(HOUR);
  await expireDueOrders(kantor);
  const last = await merchant.order('900');
  expect(await days()).toEqual([
    { id: used, closed: 2, amount: '2200.50', ended: 3, last_order_at: last.created_at },
    { id: unused, ...none },
  ]);
  const stranger = await kantor.createTrader();
  expect(await stranger.call(listRequisiteDays)).toEqual([]);
});

test('it reads the numbers of the day in one statement, and none of the history', async ({
  kantor,
  trader,
  merchant,
}) => {
  await kantor.createRequisite(trader.id);
  for (let n = 0; n < 5; n += 1) await merchant.order(String(1000 + n));
  kantor.pass(2 * DAY);
  await merchant.order('2000');
  const { db, plans, destroy } = explaining(kantor.ownerUrl);
  await readRequisiteDays(db, trader.id, kantor.clock());
  await destroy();
  const orders = plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'orders');
  expect(orders.map(lookedAt)).toEqual([1]);
});

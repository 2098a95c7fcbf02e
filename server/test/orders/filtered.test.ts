import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { listOrders } from '@kantor/contract/wire/orders.ts';
import { expect } from 'vitest';
import { DAY } from '../../src/kernel/clock.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { filterOrders } from '../../src/modules/orders/store/filtered.ts';
import { firstIdAt } from '../../src/kernel/ids.ts';
import { explaining, lookedAt, nodesOf } from '../support/explaining.ts';
import { freshKantorTest } from '../support/fixtures.ts';

const SUMS = ['500', '1000', '1500.50', '2000'];
const NO_BOUNDS = { min: undefined, max: undefined, before: undefined };

/** Four orders on each of three days. */
const test = freshKantorTest
  .extend('trader', ({ kantor }) => kantor.createTrader({ balance: '100000' }))
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend('days', async ({ kantor, trader, merchant }) => {
    await kantor.createRequisite(trader.id);
    const days: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      kantor.pass(DAY);
      await expireDueOrders(kantor);
      days.push(new Date(kantor.clock().getTime() + 3 * 60 * 60 * 1000).toISOString().slice(0, 10));
      for (const sum of SUMS) {
        kantor.pass(1000);
        const { id } = await merchant.order(sum);
        if (sum === '2000') await merchant.api.call(cancelMerchantOrder, { params: { id } });
      }
    }
    return days;
  });

test('orders of days and sums are found by their trader and their merchant, in any status', async ({
  trader,
  merchant,
  days,
}) => {
  const [first, second, third] = days;
  for (const person of [trader, merchant]) {
    const sums = async (query: object) =>
      (await person.call(listOrders, { query: { page_size: 100, ...query } })).results.map(({ amount }) => amount);
    expect(await sums({ from: second, to: second })).toEqual(['2000.00', '1500.50', '1000.00', '500.00']);
    expect(await sums({ from: second })).toHaveLength(8);
    expect(await sums({ to: first })).toHaveLength(4);
    expect(await sums({ min: '1000.00', max: '1500.50', from: third })).toEqual(['1500.50', '1000.00']);
    expect(await sums({ min: '1500.50', status: 'DECLINED' })).toEqual(['2000.00', '2000.00', '2000.00']);
    expect(await sums({ from: third, to: first })).toEqual([]);
    const page = await person.call(listOrders, { query: { page: 2, page_size: 3, to: first } });
    expect(page).toMatchObject({ count: 4, results: [{ amount: '500.00' }], rest: null });
  }
});

test('a text together with days is refused by name', async ({ trader, days }) => {
  const refusal = await trader.refusal(listOrders, { query: { id: '500', from: days[0] } });
  expect(refusal).toMatchObject({
    status: 400,
    problem: { errors: { id: ['Выберите что-то одно: поиск или даты и суммы'] } },
  });
});

test('nobody finds the orders of others', async ({ kantor, days }) => {
  const stranger = await kantor.createTrader();
  expect(await stranger.call(listOrders, { query: { from: days[0] } })).toMatchObject({ count: 0, results: [] });
});

test('the orders of other days are not looked at', async ({ kantor, trader, days: _days }) => {
  const { db, plans, destroy } = explaining(kantor.ownerUrl);
  const at = kantor.clock();
  const page = { status: 'ALL', page: 1, pageSize: 10, ...NO_BOUNDS } as const;
  const since = firstIdAt(new Date(at.getTime() - DAY / 2));
  const found = await filterOrders(db, { role: 'trader', id: trader.id }, { ...page, since, until: undefined });
  await destroy();
  expect(found.count).toBe(4);
  const orders = plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'orders');
  for (const node of orders) expect(lookedAt(node)).toBeLessThanOrEqual(4);
});

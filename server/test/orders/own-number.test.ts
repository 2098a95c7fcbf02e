import { listOrders } from '@kantor/contract/wire/orders.ts';
import { expect } from 'vitest';
import { kantorTest } from '../support/fixtures.ts';

// The search box of orders, when a merchant types a number of their own.

const NAMES = ['shop-1', 'shop-10', 'Shop-1', 'магазин_1', '100%'];

const test = kantorTest
  .extend('trader', { scope: 'file' }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '100000' });
    await kantor.createRequisite(trader.id);
    return trader;
  })
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  .extend('ids', { scope: 'file' }, async ({ trader: _trader, merchant }) => {
    const ids = new Map<string, string>();
    for (const [n, name] of NAMES.entries()) {
      ids.set((await merchant.order(700 + n, { external_id: name })).id, name);
    }
    return ids;
  })
  /** The own numbers of the orders that a person finds. */
  .extend(
    'found',
    ({ ids, merchant, trader }) =>
      async (id: string, person: typeof merchant | typeof trader = merchant) => {
        const { results } = await person.call(listOrders, { query: { id } });
        return results.map((order) => ids.get(order.id) ?? '').toSorted((a, b) => a.localeCompare(b));
      },
  );

test.for([
  ['shop-1', ['shop-1', 'shop-10']],
  ['shop-10', ['shop-10']],
  ['магазин', ['магазин_1']],
  ['100%', ['100%']],
  ['%', []],
  ['hop-1', []],
] as const)('%s finds the orders whose numbers begin with it: %j', async ([text, names], { found }) => {
  expect(await found(text)).toEqual(names);
});

test('finds nothing for anyone else: neither the trader nor another merchant sees it', async ({
  kantor,
  trader,
  found,
}) => {
  const stranger = await kantor.createMerchant();
  for (const name of NAMES) {
    expect(await found(name, trader)).toEqual([]);
    expect(await found(name, stranger)).toEqual([]);
  }
});

test('keeps to the status', async ({ ids, merchant }) => {
  expect(ids.size).toBe(NAMES.length);
  expect((await merchant.call(listOrders, { query: { id: 'shop', status: 'ACTIVE' } })).count).toBe(2);
  expect((await merchant.call(listOrders, { query: { id: 'shop', status: 'CLOSED' } })).count).toBe(0);
});

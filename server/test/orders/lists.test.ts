import { ORDER_FILTERS } from '@kantor/contract/plain/statuses.ts';
import { getMerchantDashboard } from '@kantor/contract/wire/balance.ts';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder, getOrderTotals, listOrders } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, moscowMidnight } from '../../src/kernel/clock.ts';
import { kantorTest } from '../support/fixtures.ts';

const ORDERS = 47;
/** With those of another merchant. */
const ORDERS_OF_ALL = 59;

const test = kantorTest
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader({ balance: '100000' }))
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  /** The ids of what a search finds. */
  .extend(
    'found',
    ({ merchant, trader }) =>
      async (text: string, role: 'merchant' | 'trader' = 'merchant') =>
        (await { merchant, trader }[role].call(listOrders, { query: { id: text, page_size: 100 } })).results.map(
          ({ id }) => id,
        ),
  )
  /** One of the orders. */
  .extend('id', async ({ merchant }) => {
    const { results } = await merchant.call(listOrders, { query: { page: 7, page_size: 1 } });
    return results[0]?.id ?? '';
  })
  .extend(
    'count',
    ({ merchant }) =>
      async (status: (typeof ORDER_FILTERS)[number]) =>
        (await merchant.call(listOrders, { query: { status } })).count,
  );

test.beforeAll(async ({ kantor, trader, merchant }) => {
  const stranger = await kantor.createMerchant();
  await kantor.createRequisite(trader.id, {
    name: 'Зарплатная',
    fio: 'Ёлкина Анна',
    phone: '+79991112233',
    last4: '9876',
  });
  for (let i = 0; i < ORDERS; i += 1) {
    kantor.pass(1000);
    const { id } = await merchant.order(100 + i);
    if (i % 3 === 0) await trader.call(confirmOrder, { params: { id } });
    else if (i % 5 === 1) await merchant.api.call(cancelMerchantOrder, { params: { id } });
    // Another merchant's orders lie between, so that the two owners number the same orders differently.
    if (i % 4 === 0) {
      kantor.pass(1);
      await stranger.order(1000 + i);
    }
  }
});

describe('every page of orders', () => {
  test.for(['merchant', 'trader'] as const)(
    'of a %s is what counting and skipping would give, with any status',
    async (role, { kantor, merchant, trader }) => {
      const person = { merchant, trader }[role];
      for (const status of ORDER_FILTERS) {
        const { rows } = await sql<{ id: string }>`
          select id from orders where ${sql.ref(`${role}_id`)} = ${person.id}
            ${status === 'ALL' ? sql`` : sql`and status = ${status}`}
          order by created_at desc, id desc`.execute(kantor.db);
        const ids = rows.map(({ id }) => id);
        for (const size of [1, 10, 30]) {
          for (let page = 1; page <= Math.ceil(ids.length / size) + 1; page += 1) {
            const { count, results } = await person.call(listOrders, { query: { page, page_size: size, status } });
            expect(count).toBe(ids.length);
            expect(results.map(({ id }) => id)).toEqual(ids.slice((page - 1) * size, page * size));
          }
        }
      }
    },
  );

  test('has 30 rows unless asked otherwise', async ({ merchant }) => {
    expect((await merchant.call(listOrders)).results).toHaveLength(30);
  });

  test('past the end is empty and knows the count', async ({ merchant }) => {
    expect(await merchant.call(listOrders, { query: { page: 1000 } })).toEqual({ count: ORDERS, results: [] });
    const closed = await merchant.call(listOrders, { query: { page: 1000, status: 'CLOSED' } });
    expect(closed).toEqual({ count: 16, results: [] });
  });

  test.for([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=1e30',
    'page_size=0',
    'page_size=101',
    'status=NONE',
    'sort=id',
  ])('%s is refused by name', async (query, { merchant }) => {
    const { status, body } = await merchant.raw(listOrders, { query });
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {})).toEqual([query.split('=')[0]]);
  });
});

describe('the search of orders', () => {
  test('finds an order by the beginning of its id, shortened or whole, in any case', async ({ found, id }) => {
    expect(await found(id)).toEqual([id]);
    expect(await found(id.toUpperCase())).toEqual([id]);
    expect(await found(id.slice(0, 20))).toEqual([id]);
    expect(await found(`${id.slice(0, 10)}…`)).toContain(id);
  });

  test('finds it by its short name', async ({ found, id }) => {
    expect(await found(id.slice(-8).toUpperCase())).toEqual([id]);
  });

  const PARTS = ['ёлкин', '1112233', '9876', '•9876', 'сбер •9876', 'Сбербанк'];
  test.for(PARTS)('finds orders by a part of what they were issued with: %s', async (text, { found }) => {
    expect(await found(text)).toHaveLength(ORDERS);
    expect(await found(text, 'trader')).toHaveLength(ORDERS_OF_ALL);
  });

  test("finds orders by the requisite's own name for its trader alone", async ({ found }) => {
    expect(await found('Зарпл', 'trader')).toHaveLength(ORDERS_OF_ALL);
    for (const letters of ['З', 'За', 'Зарпл', 'Зарплатная']) expect(await found(letters)).toEqual([]);
  });

  test.for(['117', '117,00', '117.0', '117 ₽'])(
    'finds an order by its sum in roubles: %s',
    async (text, { trader }) => {
      const { results } = await trader.call(listOrders, { query: { id: text } });
      expect(results.map(({ amount }) => amount)).toEqual(['117.00']);
    },
  );

  test('finds a sum as screens write it, in its status, and another merchant does not', async ({ trader, found }) => {
    for (const text of ['1 004', '1\u{A0}004,00'])
      expect(await found(text, 'trader')).toEqual(await found('1004', 'trader'));
    expect(await found('1004', 'trader')).toHaveLength(1);
    // A number of the merchant's own may begin with 1004.
    expect(await found('1004,00')).toEqual([]);
    expect(await found('104,00')).toHaveLength(1);
    const closed = await trader.call(listOrders, { query: { id: '103', status: 'CLOSED' } });
    const active = await trader.call(listOrders, { query: { id: '103', status: 'ACTIVE' } });
    expect([closed.count, active.count]).toEqual([1, 0]);
  });

  test('finds it by the beginning of its id in its status alone', async ({ merchant }) => {
    const closed = await merchant.call(listOrders, { query: { status: 'CLOSED', page_size: 100 } });
    const { id } = await merchant.call(listOrders).then(({ results }) => results[0] ?? { id: '' });
    const found = await merchant.call(listOrders, { query: { id: id.slice(0, 4), status: 'CLOSED', page_size: 100 } });
    expect(found).toEqual(closed);
  });

  test.for(['нет такого', '%', '_', '\\'])('finds nothing by %j', async (text, { found }) => {
    expect(await found(text)).toEqual([]);
  });

  test('keeps to the status and the page', async ({ merchant }) => {
    const query = { id: '9876', status: 'CLOSED', page_size: 10, page: 2 } as const;
    const { count, results } = await merchant.call(listOrders, { query });
    expect(count).toBe(16);
    expect(results).toHaveLength(6);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['CLOSED']));
  });

  test("does not find another owner's order, by whatever the owner finds it", async ({ kantor, id }) => {
    const [trader, merchant] = [await kantor.createTrader(), await kantor.createMerchant()];
    for (const text of [id, id.slice(-8), 'Зарпл', ...PARTS])
      for (const stranger of [trader, merchant])
        expect(await stranger.call(listOrders, { query: { id: text } })).toEqual({ count: 0, results: [] });
  });
});

describe('the sums of orders', () => {
  const byStatus = <T extends { status: string }>(totals: readonly T[]) =>
    totals.toSorted((a, b) => (a.status < b.status ? -1 : 1));

  test.for([
    ['merchant', {}, 'true'],
    ['trader', {}, 'true'],
    ['merchant', { id: '9876' }, 'true'],
    ['trader', { id: 'Зарпл' }, 'true'],
    ['merchant', { id: '117' }, 'amount = 11700'],
    ['merchant', { since: '2000-01-01' }, 'true'],
    ['merchant', { since: '2100-01-01' }, 'false'],
  ] as const)(
    'of a %s by %j are what a recount says',
    async ([role, query, condition], { kantor, merchant, trader }) => {
      const person = { merchant, trader }[role];
      const { rows } = await sql<{ status: string; count: number; amount: string }>`
      select status, count(*)::integer as count, (sum(amount) / 100)::numeric(20, 2)::text as amount from orders
      where ${sql.ref(`${role}_id`)} = ${person.id} and ${sql.raw(condition)} group by status`.execute(kantor.db);
      const { is_whole: isWhole, statuses } = await person.call(getOrderTotals, { query });
      expect({ isWhole, statuses: byStatus(statuses) }).toEqual({ isWhole: true, statuses: byStatus(rows) });
    },
  );

  test('of a stranger are none, and a search has no days', async ({ kantor, merchant }) => {
    const stranger = await kantor.createMerchant();
    for (const query of [{}, { id: '9876' }, { since: '2000-01-01' }])
      expect(await stranger.call(getOrderTotals, { query })).toEqual({ is_whole: true, statuses: [] });
    const { status, body } = await merchant.raw(getOrderTotals, { query: 'id=9876&since=2000-01-01' });
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {})).toEqual(['since']);
  });
});

test('a list without orders is empty', async ({ kantor }) => {
  const newcomer = await kantor.createMerchant();
  expect(await newcomer.call(listOrders)).toEqual({ count: 0, results: [] });
  expect(await newcomer.call(listOrders, { query: { status: 'ACTIVE' } })).toEqual({ count: 0, results: [] });
});

describe("the merchant's summary", () => {
  test('counts what the lists show', async ({ merchant, count }) => {
    expect(await merchant.call(getMerchantDashboard)).toMatchObject({
      success_orders: await count('CLOSED'),
      expired_orders: (await count('EXPIRED')) + (await count('DECLINED')),
      orders_today: ORDERS,
      active_accounts: 1,
    });
  });

  test('begins today anew at midnight in Moscow', async ({ kantor, merchant }) => {
    kantor.pass(moscowMidnight(kantor.clock()).getTime() + DAY - kantor.clock().getTime());
    expect((await merchant.call(getMerchantDashboard)).orders_today).toBe(0);
    await merchant.order('5000');
    expect((await merchant.call(getMerchantDashboard)).orders_today).toBe(1);
  });
});

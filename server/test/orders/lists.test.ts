import { ORDER_FILTERS } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Kantor, startKantor } from '../support/harness.ts';

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;
const ORDERS = 47;

beforeAll(async () => {
  kantor = await startKantor();
  trader = await kantor.createTrader({ balance: '100000' });
  merchant = await kantor.createMerchant();
  const stranger = await kantor.createMerchant();
  await kantor.createRequisite(trader.id, {
    name: 'Зарплатная',
    fio: 'Ёлкина Анна',
    phone: '+79991112233',
    last4: '9876',
  });
  for (let i = 0; i < ORDERS; i += 1) {
    kantor.pass(1000);
    const { body } = await kantor.order(merchant.key, 100 + i);
    if (i % 3 === 0) await kantor.send(`/api/v1/orders/${body.id}/confirm/`, { method: 'POST', token: trader.token });
    if (i % 5 === 1) {
      await kantor.send(`/merchant/v1/orders/${body.id}/cancel`, {
        method: 'POST',
        token: merchant.key,
        headers: { 'idempotency-key': body.id },
      });
    }
    // Another merchant's orders lie between, so that the two owners number the same orders differently.
    if (i % 4 === 0) {
      kantor.pass(1);
      await kantor.order(stranger.key, 1000 + i);
    }
  }
});
afterAll(() => kantor.close());

const list = async (query: string, who: { token: () => Promise<string> } = merchant) =>
  (await kantor.send(`/api/v1/orders/?${query}`, { token: who.token })).body;

describe('every page of orders', () => {
  const owners = [
    ['merchant', () => merchant, 'merchant_id'],
    ['trader', () => trader, 'trader_id'],
  ] as const;

  test.each(owners)('of a %s is what counting and skipping would give, with any status', async (_role, who, column) => {
    for (const status of ORDER_FILTERS) {
      const { rows } = await sql<{ id: string }>`
        select id from orders where ${sql.ref(column)} = ${who().id} ${status === 'ALL' ? sql`` : sql`and status = ${status}`}
        order by created_at desc, id desc`.execute(kantor.db);
      const ids = rows.map(({ id }) => id);
      for (const size of [1, 10, 30]) {
        for (let page = 1; page <= Math.ceil(ids.length / size) + 1; page += 1) {
          const { count, results } = await list(`page=${page}&page_size=${size}&status=${status}`, who());
          expect(count).toBe(ids.length);
          expect(results.map(({ id }: { id: string }) => id)).toEqual(ids.slice((page - 1) * size, page * size));
        }
      }
    }
  });

  test('has 30 rows unless asked otherwise', async () => {
    expect((await list('')).results).toHaveLength(30);
  });

  test('past the end is empty and knows the count', async () => {
    expect(await list('page=1000')).toEqual({ count: ORDERS, results: [] });
    expect(await list('page=1000&status=CLOSED')).toMatchObject({ count: 16, results: [] });
  });

  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=1e30',
    'page_size=0',
    'page_size=101',
    'status=NONE',
    'sort=id',
  ])('%s is refused by name', async (query) => {
    const answer = await kantor.send(`/api/v1/orders/?${query}`, { token: merchant.token });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([query.split('=')[0]]);
  });
});

describe('the search of orders', () => {
  let id: string;
  beforeAll(async () => {
    id = (await list('page=7&page_size=1')).results[0].id;
  });
  const found = async (text: string, more = '') =>
    (await list(`id=${encodeURIComponent(text)}${more}`)).results.map((order: { id: string }) => order.id);

  test('finds an order by the beginning of its id, shortened or whole, in any case', async () => {
    expect(await found(id)).toEqual([id]);
    expect(await found(id.toUpperCase())).toEqual([id]);
    expect(await found(id.slice(0, 20))).toEqual([id]);
    expect(await found(`${id.slice(0, 10)}…`)).toContain(id);
  });

  test('finds it by its short name', async () => {
    expect(await found(id.slice(-8).toUpperCase())).toEqual([id]);
  });

  test.each(['Зарпл', 'ёлкин', '1112233', '9876'])('finds orders by a part of the requisite: %s', async (text) => {
    expect((await list(`id=${encodeURIComponent(text)}`)).count).toBe(ORDERS);
  });

  test.each(['нет такого', '%', '_', '\\'])('finds nothing by %j', async (text) => {
    expect(await list(`id=${encodeURIComponent(text)}`)).toEqual({ count: 0, results: [] });
  });

  test('keeps to the status and the page', async () => {
    const closed = await list('id=9876&status=CLOSED&page_size=10&page=2');
    expect(closed.count).toBe(16);
    expect(closed.results).toHaveLength(6);
    expect(new Set(closed.results.map(({ status }: { status: string }) => status))).toEqual(new Set(['CLOSED']));
  });

  test("does not find another owner's order", async () => {
    const stranger = await kantor.createTrader();
    expect(await list(`id=${id}`, stranger)).toEqual({ count: 0, results: [] });
  });
});

describe('a list without orders', () => {
  test('is empty', async () => {
    const newcomer = await kantor.createMerchant();
    expect(await list('', newcomer)).toEqual({ count: 0, results: [] });
    expect(await list('status=ACTIVE', newcomer)).toEqual({ count: 0, results: [] });
  });
});

describe("the merchant's summary", () => {
  test('counts what the lists show', async () => {
    const summary = await kantor.send('/api/v1/merchant/dashboard/', { token: merchant.token });
    expect(summary.body).toMatchObject({
      success_orders: (await list('status=CLOSED')).count,
      expired_orders: (await list('status=EXPIRED')).count + (await list('status=DECLINED')).count,
      orders_today: ORDERS,
      active_accounts: 1,
    });
  });

  test('begins today anew at midnight in Moscow', async () => {
    // 09:00 UTC is noon in Moscow.
    kantor.pass(12 * 60 * 60_000 - (ORDERS * 1000 + Math.ceil(ORDERS / 4)));
    const summary = async () =>
      (await kantor.send('/api/v1/merchant/dashboard/', { token: merchant.token })).body.orders_today;
    expect(await summary()).toBe(0);
    await kantor.order(merchant.key, '5000');
    expect(await summary()).toBe(1);
  });
});

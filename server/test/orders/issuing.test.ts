import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { GATES } from '../../src/modules/orders/rules.ts';
import { type Kantor, rub, startKantor } from '../support/harness.ts';

let kantor: Kantor;
let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let requisite: string;

beforeAll(async () => {
  kantor = await startKantor();
  merchant = await kantor.createMerchant();
});
afterAll(() => kantor.close());

// Each test has one trader with one requisite; those of the tests before are out of the way.
beforeEach(async () => {
  await sql`update users set blocked_at = now() where role = 'trader'`.execute(kantor.db);
  await sql`update requisite set is_active = false, archived_at = now() where archived_at is null`.execute(kantor.db);
  await sql`delete from issue_refusal`.execute(kantor.db);
  trader = await kantor.createTrader({ balance: '1000' });
  requisite = await kantor.createRequisite(trader.id);
});

const set = (table: 'users' | 'requisite' | 'cabinet', column: string, value: unknown) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}
    where ${table === 'users' ? sql`id = ${trader.id}` : table === 'requisite' ? sql`id = ${requisite}` : sql`trader_id = ${trader.id}`}`.execute(
    kantor.db,
  );

const refusals = async () => {
  const { rows } = await sql<{ gate: string; n: bigint }>`select gate, n from issue_refusal`.execute(kantor.db);
  return rows.map(({ gate, n }) => [gate, Number(n)]);
};

const orders = async () => {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from orders where trader_id = ${trader.id}`.execute(
    kantor.db,
  );
  return Number(rows[0]?.n);
};

describe('a requisite takes an order only through every gate', () => {
  test('an open one does', async () => {
    expect((await kantor.order(merchant.key, '1500')).status).toBe(201);
    expect(await refusals()).toEqual([]);
  });

  const shut: [gate: (typeof GATES)[number], close: () => Promise<unknown>][] = [
    ['trader_blocked', () => set('users', 'blocked_at', new Date())],
    ['traffic_off', () => set('users', 'traffic_on', false)],
    ['balance', () => kantor.order(merchant.key, '98500.01')],
    ['requisite_off', () => set('requisite', 'is_active', false)],
    ['method', () => set('requisite', 'is_sbp', false)],
    ['bank', () => set('requisite', 'bank_id', 2)],
    ['cabinet', () => set('cabinet', 'is_active', false)],
    ['device_silent', async () => [kantor.silence(), kantor.pass(2 * MINUTE)]],
    ['amount_limits', () => set('requisite', 'max_amount', rub('1499.99'))],
    ['amount_limits', () => set('requisite', 'min_amount', rub('1500.01'))],
    [
      'current_deals',
      async () => [await set('requisite', 'max_current_deals', 1), await kantor.order(merchant.key, '10')],
    ],
    ['max_deals', async () => [await set('requisite', 'max_deals', 1), await kantor.order(merchant.key, '10')]],
    ['interval', async () => [await set('requisite', 'interval_minutes', 1), await kantor.order(merchant.key, '10')]],
    ['amount_slot', () => kantor.order(merchant.key, '1500.00')],
  ];

  test.each(shut)('%s', async (gate, close) => {
    await close();
    const before = [await orders(), await kantor.balances(trader.id)];
    const refused = await kantor.order(merchant.key, '1500', { body: { bank: 1 } });
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe('no_requisite');
    // Nothing is held, nothing is stored but the counter by reason.
    expect([await orders(), await kantor.balances(trader.id)]).toEqual(before);
    expect(await refusals()).toEqual([[gate, 1]]);
  });

  test('every gate is tried above', () => {
    expect(new Set(shut.map(([gate]) => gate))).toEqual(new Set(GATES));
  });

  test('without any requisite the shop is told the same', async () => {
    await sql`update requisite set archived_at = now(), is_active = false`.execute(kantor.db);
    expect((await kantor.order(merchant.key, '1500')).body.code).toBe('no_requisite');
    expect(await refusals()).toEqual([['no_requisites', 1]]);
  });

  test('the last micro-USDT counts', async () => {
    expect((await kantor.order(merchant.key, '100000.01')).status).toBe(409);
    expect((await kantor.order(merchant.key, '100000.00')).status).toBe(201);
    expect(await kantor.balances(trader.id)).toMatchObject({ available: 0n });
  });

  test('zero in a limit means no limit', async () => {
    for (const amount of ['1', '2', '3']) expect((await kantor.order(merchant.key, amount)).status).toBe(201);
  });

  test('the interval is over after its minutes', async () => {
    await set('requisite', 'interval_minutes', 2);
    await kantor.order(merchant.key, '10');
    kantor.pass(2 * MINUTE - 1);
    expect((await kantor.order(merchant.key, '20')).status).toBe(409);
    kantor.pass(1);
    expect((await kantor.order(merchant.key, '20')).status).toBe(201);
  });
});

describe('an amount slot', () => {
  const confirm = (id: string) => kantor.send(`/api/v1/orders/${id}/confirm/`, { method: 'POST', token: trader.token });

  test('one kopeck makes another amount', async () => {
    await kantor.order(merchant.key, '1500.00');
    expect((await kantor.order(merchant.key, '1500.01')).status).toBe(201);
  });

  test('is kept ten minutes past the expiry', async () => {
    await kantor.order(merchant.key, '1500');
    kantor.pass(15 * MINUTE);
    await expireDueOrders(kantor);
    kantor.pass(10 * MINUTE - 1);
    expect((await kantor.order(merchant.key, '1500')).status).toBe(409);
    kantor.pass(1);
    expect((await kantor.order(merchant.key, '1500')).status).toBe(201);
  });

  test('is kept ten minutes past the closing when that was later', async () => {
    const first = await kantor.order(merchant.key, '1500');
    kantor.pass(15 * MINUTE);
    await expireDueOrders(kantor);
    kantor.pass(9 * MINUTE);
    await kantor.send(`/api/v1/orders/${first.body.id}/confirm-expired/`, { method: 'POST', token: trader.token });
    kantor.pass(10 * MINUTE - 1);
    expect((await kantor.order(merchant.key, '1500')).status).toBe(409);
    kantor.pass(1);
    expect((await kantor.order(merchant.key, '1500')).status).toBe(201);
  });

  test('is not freed by an early closing: the bank may send its message twice', async () => {
    const first = await kantor.order(merchant.key, '1500');
    await confirm(first.body.id);
    kantor.pass(25 * MINUTE - 1);
    expect((await kantor.order(merchant.key, '1500')).status).toBe(409);
  });
});

describe('among requisites that pass', () => {
  test('the least recently used one wins', async () => {
    for (const last4 of ['1111', '2222']) {
      kantor.pass(1);
      await kantor.createRequisite(trader.id, { last4 });
    }
    const used = [];
    for (let i = 0; i < 6; i += 1) {
      kantor.pass(1000);
      used.push((await kantor.order(merchant.key, '1500', { body: {} })).body.requisite?.last_4_digits_card);
      if (i === 2) {
        kantor.pass(25 * MINUTE);
        await expireDueOrders(kantor);
      }
    }
    expect(used).toEqual(['4321', '1111', '2222', '4321', '1111', '2222']);
  });

  test('another trader takes what the first has no money for', async () => {
    const rich = await kantor.createTrader({ balance: '5000' });
    await kantor.createRequisite(rich.id, { last4: '7777' });
    const order = await kantor.order(merchant.key, '200000');
    expect(order.body.requisite.last_4_digits_card).toBe('7777');
  });
});

describe("a requisite's counters", () => {
  const counters = async () => {
    const { rows } = await sql`
      select active_orders, current_deals_count, sum_deals, total_deals_count, total_deals_amount, today_deals_amount
      from requisite where id = ${requisite}`.execute(kantor.db);
    return rows[0];
  };

  test('count orders issued and not lost, and what was closed', async () => {
    const closed = await kantor.order(merchant.key, '100');
    const cancelled = await kantor.order(merchant.key, '200');
    await kantor.order(merchant.key, '300');
    await kantor.send(`/api/v1/orders/${closed.body.id}/confirm/`, { method: 'POST', token: trader.token });
    await kantor.send(`/merchant/v1/orders/${cancelled.body.id}/cancel`, {
      method: 'POST',
      token: merchant.key,
      headers: { 'idempotency-key': 'cancel' },
    });
    expect(await counters()).toEqual({
      active_orders: 1,
      current_deals_count: 2,
      sum_deals: rub('100'),
      total_deals_count: 1,
      total_deals_amount: rub('100'),
      today_deals_amount: rub('100'),
    });
  });

  test('today ends at midnight in Moscow', async () => {
    const yesterday = await kantor.order(merchant.key, '100');
    await kantor.send(`/api/v1/orders/${yesterday.body.id}/confirm/`, { method: 'POST', token: trader.token });
    kantor.pass(24 * 60 * MINUTE);
    const today = await kantor.order(merchant.key, '70');
    await kantor.send(`/api/v1/orders/${today.body.id}/confirm/`, { method: 'POST', token: trader.token });
    expect(await counters()).toMatchObject({ total_deals_amount: rub('170'), today_deals_amount: rub('70') });
  });
});

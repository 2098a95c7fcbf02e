import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { updateRequisite } from '@kantor/contract/wire/requisites.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { GATES } from '@kantor/contract/plain/gates.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { rub } from '../support/money.ts';
import type { Merchant, Trader } from '../support/people.ts';

// Each test has one trader with one requisite; those of the tests before are out of the way.
const test = kantorTest
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  .extend('trader', async ({ kantor }) => {
    await sql`update account set blocked_at = now() where role = 'trader'`.execute(kantor.db);
    await sql`update requisite set is_active = false, archived_at = now() where archived_at is null`.execute(kantor.db);
    await sql`delete from issue_refusal`.execute(kantor.ownerDb);
    return kantor.createTrader();
  })
  .extend('requisite', { auto: true }, ({ kantor, trader }) => kantor.createRequisite(trader.id))
  .extend('set', ({ kantor, trader, requisite }) => {
    const rows = {
      account: sql`id = ${trader.id}`,
      requisite: sql`id = ${requisite}`,
      cabinet: sql`trader_id = ${trader.id}`,
    };
    return (table: keyof typeof rows, column: string, value: unknown) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${rows[table]}`.execute(kantor.db);
  })
  /** The number of refused orders, by gate. */
  .extend('refusals', ({ kantor }) => async () => {
    const { rows } = await sql<{ gate: string; n: bigint }>`select gate, n from issue_refusal`.execute(kantor.db);
    return rows.map(({ gate, n }) => [gate, Number(n)]);
  })
  /** The number of the trader's orders. */
  .extend('countOrders', ({ kantor, trader }) => async () => {
    const { rows } = await sql<{ n: bigint }>`select count(*) as n from orders where trader_id = ${trader.id}`.execute(
      kantor.db,
    );
    return Number(rows[0]?.n);
  })
  .extend('counters', ({ kantor, requisite }) => async () => {
    const { rows } = await sql`
      select active_orders, current_deals_count, sum_deals, total_deals_count, total_deals_amount, today_deals_amount
      from requisite where id = ${requisite}`.execute(kantor.db);
    return rows[0];
  });

/** Its trader's bank data change, and nothing else that a gate reads. */
const toAnotherBank = ({ trader, requisite }: Pick<Context, 'trader' | 'requisite'>) =>
  trader.call(updateRequisite, { params: { id: requisite }, body: { bank_type: 2, is_sbp: true } });

/** The means to close a gate. */
interface Context {
  kantor: Kantor;
  merchant: Merchant;
  trader: Trader;
  requisite: string;
  set: (table: 'account' | 'requisite' | 'cabinet', column: string, value: unknown) => Promise<unknown>;
}

describe('a requisite takes an order only through every gate', () => {
  test('an open one does', async ({ merchant, refusals }) => {
    await merchant.order('1500');
    expect(await refusals()).toEqual([]);
  });

  const shut: [gate: (typeof GATES)[number], close: (context: Context) => Promise<unknown>][] = [
    ['trader_blocked', ({ set }) => set('account', 'blocked_at', new Date())],
    ['traffic_off', ({ set }) => set('account', 'traffic_on', false)],
    ['balance', ({ merchant }) => merchant.order('98500.01')],
    ['requisite_off', ({ set }) => set('requisite', 'is_active', false)],
    ['method', ({ set }) => set('requisite', 'is_sbp', false)],
    ['bank', toAnotherBank],
    ['cabinet', ({ set }) => set('cabinet', 'is_active', false)],
    ['device_silent', async ({ kantor }) => [kantor.switchPhonesOff(), kantor.pass(2 * MINUTE)]],
    ['amount_limits', ({ set }) => set('requisite', 'max_amount', rub('1499.99'))],
    ['amount_limits', ({ set }) => set('requisite', 'min_amount', rub('1500.01'))],
    [
      'current_deals',
      async ({ set, merchant }) => [await set('requisite', 'max_current_deals', 1), await merchant.order('10')],
    ],
    ['max_deals', async ({ set, merchant }) => [await set('requisite', 'max_deals', 1), await merchant.order('10')]],
    [
      'interval',
      async ({ set, merchant }) => [await set('requisite', 'interval_minutes', 1), await merchant.order('10')],
    ],
    ['amount_slot', ({ merchant }) => merchant.order('1500.00')],
  ];

  test.for(shut)('%s', async ([gate, close], { kantor, merchant, trader, requisite, set, refusals, countOrders }) => {
    await close({ kantor, merchant, trader, requisite, set });
    const before = [await countOrders(), await kantor.balances(trader.id)];
    expect(await merchant.refusedOrder('1500', { bank: 1 })).toMatchObject({
      status: 409,
      // What no waiting helps is told so.
      code: gate === 'amount_limits' ? 'sum_impossible' : 'no_requisite',
    });
    // Nothing is held, nothing is stored but the counter by reason.
    expect([await countOrders(), await kantor.balances(trader.id)]).toEqual(before);
    expect(await refusals()).toEqual([[gate, 1]]);
  });

  test('every gate is tried above', () => {
    expect(new Set(shut.map(([gate]) => gate))).toEqual(new Set(GATES));
  });

  test('without any requisite the shop gets the same answer', async ({ kantor, merchant, refusals }) => {
    await sql`update requisite set archived_at = now(), is_active = false`.execute(kantor.db);
    expect((await merchant.refusedOrder('1500')).code).toBe('no_requisite');
    expect(await refusals()).toEqual([['no_requisites', 1]]);
  });

  test('the last micro-USDT counts', async ({ kantor, trader, merchant }) => {
    expect((await merchant.refusedOrder('100000.01')).status).toBe(409);
    await merchant.order('100000.00');
    expect(await kantor.balances(trader.id)).toMatchObject({ available: 0n });
  });

  test('zero in a limit means no limit', async ({ merchant }) => {
    for (const amount of ['1', '2', '3']) await merchant.order(amount);
  });

  test('the interval is over after its minutes', async ({ kantor, merchant, set }) => {
    await set('requisite', 'interval_minutes', 2);
    await merchant.order('10');
    kantor.pass(2 * MINUTE - 1);
    expect((await merchant.refusedOrder('20')).status).toBe(409);
    kantor.pass(1);
    await merchant.order('20');
  });
});

describe('among requisites that pass', () => {
  test('the least recently used one wins', async ({ kantor, trader, merchant }) => {
    for (const last4 of ['1111', '2222']) {
      kantor.pass(1);
      await kantor.createRequisite(trader.id, { last4 });
    }
    const used = [];
    for (let i = 0; i < 6; i += 1) {
      kantor.pass(1000);
      used.push((await merchant.order('1500')).requisite.last_4_digits_card);
      if (i === 2) {
        kantor.pass(25 * MINUTE);
        await expireDueOrders(kantor);
      }
    }
    expect(used).toEqual(['4321', '1111', '2222', '4321', '1111', '2222']);
  });

  test('another trader takes what the first has no money for', async ({ kantor, merchant }) => {
    const rich = await kantor.createTrader({ balance: '5000' });
    await kantor.createRequisite(rich.id, { last4: '7777' });
    const order = await merchant.order('200000');
    expect(order.requisite.last_4_digits_card).toBe('7777');
  });
});

describe("a requisite's counters", () => {
  test('count orders issued and not lost, and what was closed', async ({ trader, merchant, counters }) => {
    const closed = await merchant.order('100');
    const cancelled = await merchant.order('200');
    await merchant.order('300');
    await trader.call(confirmOrder, { params: { id: closed.id } });
    await merchant.api.call(cancelMerchantOrder, { params: { id: cancelled.id } });
    expect(await counters()).toEqual({
      active_orders: 1,
      current_deals_count: 2,
      sum_deals: rub('100'),
      total_deals_count: 1,
      total_deals_amount: rub('100'),
      today_deals_amount: rub('100'),
    });
  });

  test('today ends at midnight in Moscow', async ({ kantor, trader, merchant, counters }) => {
    const yesterday = await merchant.order('100');
    await trader.call(confirmOrder, { params: { id: yesterday.id } });
    kantor.pass(DAY);
    const today = await merchant.order('70');
    await trader.call(confirmOrder, { params: { id: today.id } });
    expect(await counters()).toMatchObject({ total_deals_amount: rub('170'), today_deals_amount: rub('70') });
  });
});

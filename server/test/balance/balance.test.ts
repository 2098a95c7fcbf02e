import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { getMerchantDashboard, getTraderDashboard, toggleTraffic } from '@kantor/contract/wire/balance.ts';
import { getRate, listBanks } from '@kantor/contract/wire/info.ts';
import { confirmOrder, listOrders } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY } from '../../src/kernel/clock.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import { usdt } from '../support/money.ts';

const test = kantorTest
  .extend('trader', ({ kantor }) => kantor.createTrader())
  .extend('operator', ({ kantor }) => kantor.createOperator())
  /** Lets a day pass, in which all open orders expire. */
  .extend('passDay', ({ kantor }) => async () => {
    kantor.pass(DAY);
    await expireDueOrders(kantor);
  })
  /** Three new merchants have confirmed orders of 1000, 2000 and 3000 roubles today; the first has one that expired yesterday. */
  .extend('trade', ({ kantor, trader, passDay }) => async () => {
    await kantor.createRequisite(trader.id, { bankId: 9 });
    const first = await kantor.createMerchant();
    await first.order('100', { bank: 9 });
    await passDay();
    for (const [index, merchant] of [first, await kantor.createMerchant(), await kantor.createMerchant()].entries()) {
      const { id } = await merchant.order(`${(index + 1) * 1000}`, { bank: 9 });
      await trader.call(confirmOrder, { params: { id } });
    }
    return first;
  });

const ON = { body: { is_active: true } };
const OFF = { body: { is_active: false } };

describe("a trader's dashboard", () => {
  test('shows what may be taken, what is held and what was earned', async ({ kantor, trader }) => {
    await kantor.createRequisite(trader.id, { bankId: 1 });
    const merchant = await kantor.createMerchant();
    const first = await merchant.order('1500', { bank: 1 });
    await merchant.order('1000', { bank: 1 });
    await trader.call(confirmOrder, { params: { id: first.id } });
    expect(await trader.call(getTraderDashboard)).toEqual({
      balance: '975.000000',
      balance_on_hold: '10.000000',
      payouts_on_hold: '0.000000',
      earned_balance: '0.300000',
      can_move_earnings: true,
      is_active: true,
      account_enable_info: { can_be_enable: true, reason: 'ok' },
      first_steps: null,
    });
  });
});

describe('the traffic button', () => {
  test.for([
    ['no active requisite', 'requisite', 'Нет ни одного включённого реквизита'],
    ['no cabinet online', 'cabinet', 'Нет ни одного кабинета на связи'],
  ] as const)('is refused with its reason: %s', async ([_what, table, reason], { kantor, trader }) => {
    await kantor.createRequisite(trader.id);
    expect((await trader.call(toggleTraffic, OFF)).is_active).toBe(false);
    await sql`update ${sql.table(table)} set is_active = false where trader_id = ${trader.id}`.execute(kantor.db);
    expect((await trader.call(getTraderDashboard)).account_enable_info).toEqual({ can_be_enable: false, reason });
    expect(await trader.refusal(toggleTraffic, ON)).toMatchObject({
      status: 409,
      code: 'traffic_refused',
      problem: { detail: reason },
    });
    expect((await trader.call(getTraderDashboard)).is_active).toBe(false);
  });

  test('is refused while the balance is empty', async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '0' });
    await kantor.createRequisite(trader.id);
    await trader.call(toggleTraffic, OFF);
    expect((await trader.refusal(toggleTraffic, ON)).problem.detail).toBe('На балансе нет USDT: пополните кошелёк');
  });

  test('may always be switched off', async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '0' });
    expect((await trader.call(getTraderDashboard)).account_enable_info).toEqual({
      can_be_enable: true,
      reason: 'На балансе нет USDT: пополните кошелёк',
    });
    expect((await trader.call(toggleTraffic, OFF)).is_active).toBe(false);
    expect((await trader.call(toggleTraffic, OFF)).is_active).toBe(false);
  });

  test.for([undefined, null, 'true', 1])('takes no %j for a state', async (on, { trader }) => {
    const { status, body } = await trader.raw(toggleTraffic, { body: { is_active: on } });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['is_active']]);
  });
});

describe('information', () => {
  test('the rate and the banks are for everyone who is signed in', async ({ trader }) => {
    expect(await trader.call(getRate)).toEqual({
      rate: '100.0000',
      updated_at: expect.any(String),
      is_stale: false,
    });
    const banks = await trader.call(listBanks);
    expect(banks[0]).toEqual({ id: 1, name: 'Сбербанк' });
  });
});

describe('an operator', () => {
  test('sees what a merchant sees, of all merchants together, without orders of their own', async ({
    operator,
    passDay,
    trade,
  }) => {
    // Nothing of the tests before is to expire meanwhile.
    await passDay();
    const before = await operator.call(getMerchantDashboard);
    const merchant = await trade();
    expect(await operator.call(getMerchantDashboard)).toEqual({
      // 10, 20 and 30 USDT, less five per cent.
      balance: formatMinorUnits(usdt(String(before.balance)) + usdt('57'), SCALE.usdt),
      debt: '0.000000',
      success_orders: before.success_orders + 3,
      expired_orders: before.expired_orders + 1,
      orders_today: 3,
      active_accounts: expect.any(Number),
      fee_bp: null,
      balance_on_hold: '0.000000',
      timed_out_orders: before.timed_out_orders + 1,
      cancelled_orders: before.cancelled_orders,
    });
    expect(await merchant.call(getMerchantDashboard)).toMatchObject({
      balance: '9.500000',
      fee_bp: 500,
      success_orders: 1,
      expired_orders: 1,
      orders_today: 1,
    });
    expect(await operator.call(listOrders)).toEqual({ count: 0, results: [] });
  });
});

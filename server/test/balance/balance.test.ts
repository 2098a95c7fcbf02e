import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '../../src/kernel/clock.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { createUser } from '../../src/modules/users/index.ts';
import { type Kantor, PASSWORD, startKantor, usdt } from '../support/harness.ts';

let kantor: Kantor;
beforeAll(async () => {
  kantor = await startKantor();
});
afterAll(() => kantor.close());

type Trader = Awaited<ReturnType<Kantor['createTrader']>>;
const dashboard = async (trader: Trader) =>
  (await kantor.send('/api/v1/trader/dashboard/', { token: trader.token })).body;
const toggle = (trader: Trader, on: unknown) =>
  kantor.send('/api/v1/accounts/toggle/', { method: 'POST', token: trader.token, body: { is_active: on } });

describe("a trader's dashboard", () => {
  test('shows what may be taken, what is held and what was earned', async () => {
    const trader = await kantor.createTrader({ balance: '1000' });
    await kantor.createRequisite(trader.id, { bankId: 1 });
    const merchant = await kantor.createMerchant();
    const first = await kantor.order(merchant.key, '1500', { body: { bank: 1 } });
    await kantor.order(merchant.key, '1000', { body: { bank: 1 } });
    await kantor.send(`/api/v1/orders/${first.body.id}/confirm/`, { method: 'POST', token: trader.token });
    expect(await dashboard(trader)).toEqual({
      balance: '975.000000',
      balance_on_hold: '10.000000',
      earned_balance: '0.300000',
      can_move_earnings: true,
      is_active: true,
      account_enable_info: { can_be_enable: true, reason: 'ok' },
    });
  });
});

describe('the traffic button', () => {
  const reasons: [string, (trader: Trader) => Promise<unknown>, string][] = [
    [
      'no active requisite',
      (trader) => sql`update requisite set is_active = false where trader_id = ${trader.id}`.execute(kantor.db),
      'Нет ни одного включённого реквизита',
    ],
    [
      'no cabinet on line',
      (trader) => sql`update cabinet set is_active = false where trader_id = ${trader.id}`.execute(kantor.db),
      'Нет ни одного кабинета на связи',
    ],
  ];

  test.each(reasons)('is refused with its reason: %s', async (_what, spoil, reason) => {
    const trader = await kantor.createTrader();
    await kantor.createRequisite(trader.id);
    expect((await toggle(trader, false)).body.is_active).toBe(false);
    await spoil(trader);
    expect((await dashboard(trader)).account_enable_info).toEqual({ can_be_enable: false, reason });
    const refused = await toggle(trader, true);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'traffic_refused', detail: reason }]);
    expect((await dashboard(trader)).is_active).toBe(false);
  });

  test('is refused while the balance is empty', async () => {
    const trader = await kantor.createTrader({ balance: '0' });
    await kantor.createRequisite(trader.id);
    await toggle(trader, false);
    expect((await toggle(trader, true)).body.detail).toBe('На балансе нет USDT: пополните кошелёк');
  });

  test('may always be switched off', async () => {
    const trader = await kantor.createTrader({ balance: '0' });
    expect((await dashboard(trader)).account_enable_info).toEqual({
      can_be_enable: true,
      reason: 'На балансе нет USDT: пополните кошелёк',
    });
    expect((await toggle(trader, false)).body.is_active).toBe(false);
    expect((await toggle(trader, false)).body.is_active).toBe(false);
  });

  test.each([undefined, null, 'true', 1])('takes no %j for a state', async (on) => {
    const trader = await kantor.createTrader();
    const refused = await toggle(trader, on);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['is_active']]);
  });
});

describe('information', () => {
  test('the rate and the banks are for everyone who is signed in', async () => {
    const trader = await kantor.createTrader();
    expect((await kantor.send('/api/v1/info/rates/', { token: trader.token })).body).toEqual({
      rate: '100.0000',
      updated_at: expect.any(String),
      is_stale: false,
    });
    const banks = await kantor.send('/api/v1/info/bank_types/', { token: trader.token });
    expect(banks.body[0]).toEqual({ id: 1, name: 'Сбербанк' });
  });
});

describe('an operator', () => {
  test('sees what a merchant sees, of all merchants together, without orders of his own', async () => {
    await createUser(kantor.db, { role: 'operator', username: 'operator', password: PASSWORD, at: kantor.clock() });
    let token = await kantor.signIn('operator');
    const summary = async (who: string | (() => Promise<string>) = token) =>
      (await kantor.send('/api/v1/merchant/dashboard/', { token: who })).body;
    // Nothing of the tests before is to expire meanwhile.
    kantor.pass(DAY);
    await expireDueOrders(kantor);
    token = await kantor.signIn('operator');
    const before = await summary();

    const trader = await kantor.createTrader();
    await kantor.createRequisite(trader.id, { bankId: 9 });
    const merchants = [await kantor.createMerchant(), await kantor.createMerchant(), await kantor.createMerchant()];
    await kantor.order(merchants[0]?.key ?? '', '100', { body: { bank: 9 } });
    kantor.pass(DAY);
    await expireDueOrders(kantor);
    for (const [index, { key }] of merchants.entries()) {
      const { body } = await kantor.order(key, `${(index + 1) * 1000}`, { body: { bank: 9 } });
      await kantor.send(`/api/v1/orders/${body.id}/confirm/`, { method: 'POST', token: trader.token });
    }
    token = await kantor.signIn('operator');
    expect(await summary()).toEqual({
      // 10, 20 and 30 USDT, less five per cent.
      balance: formatMinorUnits(usdt(before.balance) + usdt('57'), SCALE.usdt),
      success_orders: before.success_orders + 3,
      expired_orders: before.expired_orders + 1,
      orders_today: 3,
      active_accounts: expect.any(Number),
    });
    const [first] = merchants;
    expect(await summary(first?.token)).toMatchObject({
      balance: '9.500000',
      success_orders: 1,
      expired_orders: 1,
      orders_today: 1,
    });
    expect((await kantor.send('/api/v1/orders/', { token })).body).toEqual({ count: 0, results: [] });
  });
});

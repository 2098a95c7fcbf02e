import { getTraderDashboard, moveEarnings, toggleTraffic } from '@kantor/contract/wire/balance.ts';
import { cancelMerchantOrder, getMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmExpiredOrder, confirmOrder, getOrder, listOrders } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Database } from '../../src/db/pool.ts';
import { type Clock, MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { test as base } from '../support/fixtures.ts';
import { usdt } from '../support/money.ts';

const test = base
  /** The USDT of the trader. */
  .extend('balance', '1000')
  .extend('deal', async ({ kantor, balance }, { onCleanup }) => {
    const deal = await kantor.activeOrder({ balance });
    // The next test's order finds its own requisite.
    onCleanup(async () => void (await deal.trader.call(toggleTraffic, { body: { is_active: false } })));
    return deal;
  });

/** Ids of active orders whose time has passed. */
async function dueOrders({ db, clock }: { db: Database; clock: Clock }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where status = 'ACTIVE' and expires_at <= ${clock()}`.execute(db);
  return rows.map(({ id }) => id);
}

describe('an order that a shop creates', () => {
  test('tells the shop where to pay, at what rate and until when, and holds the USDT of the trader', async ({
    kantor,
    deal: { trader, order },
  }) => {
    expect(order).toMatchObject({
      status: 'ACTIVE',
      human_status: 'Активен',
      amount: '1500.00',
      conversion_rate: '100.0000',
      amount_in_usdt: '15.000000',
      fee_in_usdt: '0.750000',
      method: 'sbp',
      requisite: {
        bank_name: 'Сбербанк',
        fio: 'Иванов Иван Иванович',
        phone: expect.stringMatching(/^\+7900[0-9]{7}$/),
        last_4_digits_card: '4321',
      },
      paid_at: null,
    });
    expect(Date.parse(order.expires_at) - Date.parse(order.created_at)).toBe(15 * MINUTE);
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('985'), held: usdt('15') });
  });

  test('is on both screens at once, with its history', async ({ deal: { trader, merchant, order, params } }) => {
    for (const person of [trader, merchant]) {
      expect(await person.call(listOrders)).toMatchObject({
        count: 1,
        results: [
          { id: order.id, amount: '1500.00', bank_name: 'Сбербанк', bank_detail: { short_name: 'Сбер •4321' } },
        ],
      });
      expect(await person.call(getOrder, { params })).toMatchObject({
        short_name: order.id.slice(-8).toUpperCase(),
        status_history: [{ human_status: 'Активен', actor: 'merchant' }],
        appeal: null,
      });
    }
  });

  test('keeps the rate and the fees of its moment', async ({ kantor, deal: { trader, merchant, params } }) => {
    await kantor.changeRate(50_0000n);
    await trader.call(confirmOrder, { params });
    expect(await merchant.api.call(getMerchantOrder, { params })).toMatchObject({
      conversion_rate: '100.0000',
      amount_in_usdt: '15.000000',
      status: 'CLOSED',
    });
    await kantor.changeRate(100_0000n);
  });
});

describe('a confirmed order', () => {
  test('closes, is paid now, and pays everyone', async ({ kantor, deal: { trader, merchant, params } }) => {
    kantor.pass(MINUTE);
    expect(await trader.call(confirmOrder, { params })).toMatchObject({
      status: 'CLOSED',
      human_status: 'Закрыт',
      payment_datetime: kantor.clock().toISOString(),
      status_history: [{ status: 'ACTIVE' }, { status: 'CLOSED', actor: 'trader' }],
    });
    // The merchant pays 5 %, the trader earns 2 %.
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('985'), held: 0n, earned: usdt('0.3') });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('14.25') });
  });

  test('is not confirmed twice: the second time says what it is now and moves nothing', async ({
    kantor,
    deal: { trader, merchant, params },
  }) => {
    await trader.call(confirmOrder, { params });
    for (const action of [confirmOrder, confirmExpiredOrder]) {
      expect(await trader.refusal(action, { params })).toMatchObject({
        status: 409,
        code: 'order_status',
        problem: { detail: 'Сейчас заказ в статусе «Закрыт», действие недоступно' },
      });
    }
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('14.25') });
  });

  test('belongs to its trader: for others it does not exist, exactly as an order that never was', async ({
    kantor,
    trader: stranger,
    deal: { trader, merchant, params },
  }) => {
    const foreign = await stranger.refusal(confirmOrder, { params });
    const random = await stranger.refusal(confirmOrder, { params: { id: newId(kantor.clock()) } });
    expect(foreign.status).toBe(404);
    expect(foreign.problem).toEqual(random.problem);
    expect((await stranger.refusal(getOrder, { params })).problem).toEqual(random.problem);
    expect((await merchant.refusal(confirmOrder, { params })).status).toBe(403);
    expect((await trader.call(confirmOrder, { params })).status).toBe('CLOSED');
  });
});

describe('an order whose time has passed', () => {
  test('expires, gives the hold back, and may still be confirmed from the main balance', async ({
    kantor,
    deal: { trader, merchant, params },
  }) => {
    kantor.pass(15 * MINUTE - 1);
    await expireDueOrders(kantor);
    expect((await trader.call(getOrder, { params })).status).toBe('ACTIVE');
    kantor.pass(1);
    // The orders of other tests may expire, too.
    const due = await dueOrders(kantor);
    expect(due).toContain(params.id);
    expect(await expireDueOrders(kantor)).toBe(due.length);
    const expired = await trader.call(getOrder, { params });
    expect(expired).toMatchObject({ human_status: 'Истёк', payment_datetime: null });
    expect(expired.status_history.at(-1)).toMatchObject({ actor: 'timer' });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('1000'), held: 0n });

    expect((await trader.refusal(confirmOrder, { params })).status).toBe(409);
    expect(await trader.call(confirmExpiredOrder, { params })).toMatchObject({ human_status: 'Закрыт' });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('985'), held: 0n, earned: usdt('0.3') });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('14.25') });
  });

  describe('and whose trader is poor', () => {
    test.override('balance', '20');

    test('is not confirmed when the trader no longer has its amount', async ({
      kantor,
      deal: { trader, merchant, params },
    }) => {
      kantor.pass(15 * MINUTE);
      await expireDueOrders(kantor);
      // The released 15 USDT go into another order.
      await merchant.order('1000');
      expect(await trader.refusal(confirmExpiredOrder, { params })).toMatchObject({
        status: 409,
        code: 'insufficient_funds',
      });
      expect((await trader.call(getOrder, { params })).status).toBe('EXPIRED');
      expect(await trader.call(getTraderDashboard)).toMatchObject({ balance: '10.000000' });
      expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('10'), held: usdt('10') });
    });
  });
});

test('an order that its shop cancels gives the hold back and can no longer be confirmed or cancelled', async ({
  kantor,
  deal: { trader, merchant, params },
}) => {
  expect(await merchant.api.call(cancelMerchantOrder, { params })).toMatchObject({
    status: 'DECLINED',
    human_status: 'Отменён',
  });
  expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('1000'), held: 0n });
  expect((await merchant.api.refusal(cancelMerchantOrder, { params })).status).toBe(409);
  expect((await trader.refusal(confirmOrder, { params })).status).toBe(409);
});

test("a trader's earnings move to the main balance as a whole, once", async ({ kantor, deal: { trader, params } }) => {
  await trader.call(confirmOrder, { params });
  const both = await Promise.all([trader.raw(moveEarnings), trader.raw(moveEarnings)]);
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('985.3'), earned: 0n });
});

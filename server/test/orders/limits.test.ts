import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { getMerchantLimits, getLimits } from '@kantor/contract/wire/limits.ts';
import { openMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { cancelMerchantOrder, listMerchantOrders } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { after, HOUR, MINUTE, moscowTime, SECOND } from '../../src/kernel/clock.ts';
import { declineAppeal } from '../../src/modules/appeals/index.ts';
import { createApiKey } from '../../src/modules/merchant-api/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { NO_LIMITS } from '../../src/modules/accounts/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import { rub } from '../support/money.ts';
import type { Merchant } from '../support/people.ts';
import { createTestClient } from '../support/test-client.ts';
import { png } from '../support/uploads.ts';

// What one merchant may hold of the traders' USDT.

const test = kantorTest
  .extend('trader', { scope: 'file', auto: true }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '1000000' });
    await kantor.createRequisite(trader.id);
    return trader;
  })
  .extend(
    'merchantWith',
    ({ kantor }) =>
      (limits: Partial<typeof NO_LIMITS>) =>
        kantor.createMerchant({ limits: { ...NO_LIMITS, ...limits } }),
  )
  /** A merchant's server contests an order. @returns the appeal's id. */
  .extend('contest', () => async ({ api }: Merchant, { id }: { id: string }) => {
    const file = await png('чек.png');
    return (await api.call(openMerchantAppeal, { params: { id }, body: { amount: '1000' }, file })).id;
  })
  /** Why orders of a merchant were refused today, with how often. */
  .extend('refusals', ({ kantor }) => async (merchantId: string) => {
    const { rows } = await sql<{ gate: string; n: bigint }>`
      select gate, n from issue_refusal where merchant_id = ${merchantId}`.execute(kantor.db);
    return Object.fromEntries(rows.map(({ gate, n }) => [gate, Number(n)]));
  });

let amounts = 1000;
const next = () => String((amounts += 1));

describe('a merchant at the limit of active orders', () => {
  test('is refused one more, with the limit and the time of room; a closed order makes room', async ({
    kantor,
    trader,
    merchantWith,
    refusals,
  }) => {
    const merchant = await merchantWith({ activeOrders: 2 });
    const { id, expires_at } = await merchant.order(next());
    kantor.pass(MINUTE);
    await merchant.order(next());
    const before = await kantor.balances(trader.id);
    expect(await merchant.refusedOrder(next())).toMatchObject({
      status: 409,
      code: 'merchant_limit',
      problem: {
        detail: `Активных заказов может быть не больше 2, и столько у вас есть. Место освободится, когда один из них закроется, истечёт или будет отменён, не позже ${moscowTime(new Date(expires_at), kantor.clock())} по Москве`,
      },
    });
    expect(await kantor.balances(trader.id)).toEqual(before);
    expect(await refusals(merchant.id)).toEqual({ limit_active_orders: 1 });
    await trader.call(confirmOrder, { params: { id } });
    await merchant.order(next());
    expect((await merchant.refusedOrder(next())).code).toBe('merchant_limit');
    expect((await merchant.api.call(listMerchantOrders)).count).toBe(3);
  });

  test('has room when one expires, is cancelled or contested', async ({ kantor, merchantWith, contest }) => {
    const merchant = await merchantWith({ activeOrders: 1 });
    await merchant.order(next());
    kantor.pass(15 * MINUTE);
    await expireDueOrders(kantor);
    const { id } = await merchant.order(next());
    await merchant.api.call(cancelMerchantOrder, { params: { id } });
    await contest(merchant, await merchant.order(next()));
    await merchant.order(next());
    expect((await merchant.refusedOrder(next())).code).toBe('merchant_limit');
    expect(await verify(kantor.db)).toEqual([]);
  });
});

test('an order whose appeal is declined counts again, with its sum', async ({ kantor, merchantWith, contest }) => {
  const merchant = await merchantWith({ activeOrders: 2, activeSum: rub('3000') });
  const appeal = await contest(merchant, await merchant.order('2100'));
  await merchant.order('2400');
  await declineAppeal(kantor, { role: 'operator' }, appeal);
  expect((await merchant.refusedOrder('1')).problem?.detail).toContain('не больше 2, и столько у вас есть');
  expect(await merchant.api.call(getLimits)).toMatchObject({
    active_orders: { limit: 2, used: 2 },
    active_sum: { limit: '3000.00', used: '4500.00' },
  });
});

test('the sum of active orders is limited to the kopeck', async ({ merchantWith, refusals }) => {
  const merchant = await merchantWith({ activeSum: rub('2500.50') });
  await merchant.order('2000');
  const { problem } = await merchant.refusedOrder('500.51');
  expect(problem?.detail).toContain('не могут быть больше 2\u00A0500,50\u00A0₽, сейчас они на 2\u00A0000\u00A0₽.');
  await merchant.order('500.50');
  expect((await merchant.refusedOrder('1')).code).toBe('merchant_limit');
  expect(await refusals(merchant.id)).toEqual({ limit_active_sum: 2 });
});

describe('orders that nobody pays', () => {
  test('are counted for an hour, whatever became of them but payment', async ({
    kantor,
    trader,
    merchantWith,
    contest,
    refusals,
  }) => {
    const merchant = await merchantWith({ unpaidHour: 4 });
    const paid = await merchant.order(next());
    await trader.call(confirmOrder, { params: { id: paid.id } });
    const cancelled = await merchant.order(next());
    await merchant.api.call(cancelMerchantOrder, { params: { id: cancelled.id } });
    kantor.pass(20 * MINUTE);
    await merchant.order(next());
    await contest(merchant, await merchant.order(next()));
    kantor.pass(20 * MINUTE);
    await expireDueOrders(kantor);
    await merchant.order(next());
    const refused = await merchant.refusedOrder(next());
    const room = moscowTime(after(new Date(cancelled.created_at), HOUR), kantor.clock());
    expect(refused.problem?.detail).toBe(
      `Неоплаченных заказов за час может быть не больше 4, и столько у вас есть. Место освободится, когда один из них оплатят, не позже ${room} по Москве`,
    );
    kantor.pass(20 * MINUTE - SECOND);
    expect((await merchant.refusedOrder(next())).code).toBe('merchant_limit');
    kantor.pass(SECOND);
    await merchant.order(next());
    expect((await merchant.refusedOrder(next())).code).toBe('merchant_limit');
    expect(await refusals(merchant.id)).toEqual({ limit_unpaid_hour: 3 });
  });

  test('are as many when all wait', async ({ merchantWith }) => {
    const merchant = await merchantWith({ unpaidHour: 2 });
    await merchant.order(next());
    await merchant.order(next());
    expect((await merchant.refusedOrder(next())).code).toBe('merchant_limit');
  });
});

describe('requests', () => {
  test('beyond those of a second are refused until it is over, and those of others are not', async ({
    kantor,
    merchantWith,
  }) => {
    const merchant = await merchantWith({ requestsSecond: 3 });
    const other = await merchantWith({ requestsSecond: 3 });
    for (let n = 0; n < 3; n += 1) await merchant.api.call(listMerchantOrders);
    const { status, body, headers } = await merchant.api.raw(listMerchantOrders);
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'rate_limited', '1']);
    expect(body.detail).toBe('Слишком часто: можно не больше 3 запросов в секунду. Повторите через секунду');
    await other.api.call(listMerchantOrders);
    kantor.pass(SECOND);
    await merchant.api.call(listMerchantOrders);
  });

  test('by all keys of a merchant count together', async ({ kantor, merchantWith }) => {
    const merchant = await merchantWith({ requestsSecond: 2 });
    const key = await transaction(kantor.db, (tx) =>
      createApiKey(tx, { merchantId: merchant.id, name: 'Второй', at: kantor.clock() }),
    );
    const second = createTestClient(kantor.app, MERCHANT_API_BASE, key);
    await merchant.api.call(listMerchantOrders);
    await second.call(listMerchantOrders);
    expect((await second.refusal(listMerchantOrders)).code).toBe('rate_limited');
    expect((await merchant.api.refusal(listMerchantOrders)).code).toBe('rate_limited');
  });
});

describe('the limits', () => {
  test('are told with what is used of them, by the API and on the screen', async ({ merchantWith }) => {
    const merchant = await merchantWith({
      activeOrders: 5,
      activeSum: rub('10000'),
      unpaidHour: 7,
      requestsSecond: 50,
    });
    await merchant.order('1500');
    const told = {
      active_orders: { limit: 5, used: 1 },
      active_sum: { limit: '10000.00', used: '1500.00' },
      unpaid_hour: { limit: 7, used: 1 },
      requests_second: 50,
      payout_min: '0.01',
      appeal_days: 14,
      appeal_multiple: 3,
      other_sum: { rule: 'ask', missing_percent: null },
    };
    expect(await merchant.api.call(getLimits)).toEqual({ ...told, order_min: '1.00', possible: expect.anything() });
    expect(await merchant.call(getMerchantLimits)).toEqual(told);
  });

  test('of a merchant from before are none', async ({ kantor }) => {
    const merchant = await kantor.createMerchant();
    const none = { limit: null, used: null };
    expect(await merchant.call(getMerchantLimits)).toMatchObject({
      active_orders: none,
      active_sum: none,
      unpaid_hour: none,
      requests_second: null,
    });
  });
});

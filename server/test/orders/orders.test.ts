import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { after, DAY, MINUTE } from '../../src/kernel/clock.ts';
import { transaction } from '../../src/db/tx.ts';
import { newId } from '../../src/kernel/ids.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { setRate } from '../../src/modules/rates/index.ts';
import { type Kantor, startKantor, usdt } from '../support/harness.ts';

let kantor: Kantor;
beforeAll(async () => {
  kantor = await startKantor();
});
afterAll(() => kantor.close());

/** A trader with one free requisite, a merchant, and an order of 1 500 RUB (15 USDT at the rate of 100) between them. */
async function withOrder({ balance = '1000' } = {}) {
  const trader = await kantor.createTrader({ balance });
  const requisite = await kantor.createRequisite(trader.id);
  const merchant = await kantor.createMerchant();
  const created = await kantor.order(merchant.key, '1500.00');
  expect(created.status).toBe(201);
  return { trader, requisite, merchant, order: created.body };
}

const rateOf = (value: bigint) => {
  const at = kantor.clock();
  return { value, source: 'test', staleAt: after(at, 3650 * DAY), at };
};

const act = (token: () => Promise<string>, id: string, action: string) =>
  kantor.send(`/api/v1/orders/${id}/${action}/`, { method: 'POST', token });

/** Takes a trader's requisites out of the queue, so that the next test's order finds its own. */
const retire = (trader: { token: () => Promise<string> }) =>
  kantor.send('/api/v1/accounts/toggle/', { method: 'POST', token: trader.token, body: { is_active: false } });

describe('an order that a shop creates', () => {
  test('tells the shop where to pay, at what rate and until when, and holds the USDT of the trader', async () => {
    const { trader, order } = await withOrder();
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
        phone: '+79001234567',
        last_4_digits_card: '4321',
      },
      paid_at: null,
    });
    expect(Date.parse(order.expires_at) - Date.parse(order.created_at)).toBe(15 * MINUTE);
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('985'), held: usdt('15') });
    await retire(trader);
  });

  test('is on both screens at once, with its history', async () => {
    const { trader, merchant, order } = await withOrder();
    for (const { token } of [trader, merchant]) {
      const list = await kantor.send('/api/v1/orders/', { token });
      expect(list.body).toMatchObject({
        count: 1,
        results: [
          { id: order.id, amount: '1500.00', bank_name: 'Сбербанк', bank_detail: { short_name: 'Сбер •4321' } },
        ],
      });
      const detail = await kantor.send(`/api/v1/orders/${order.id}/`, { token });
      expect(detail.body).toMatchObject({
        short_name: order.id.slice(-8).toUpperCase(),
        status_history: [{ human_status: 'Активен', actor: 'merchant' }],
        appeal: null,
      });
    }
    await retire(trader);
  });

  test('keeps the rate and the fees of its moment', async () => {
    const { trader, merchant, order } = await withOrder();
    await transaction(kantor.db, (tx) => setRate(tx, rateOf(50_0000n)));
    await act(trader.token, order.id, 'confirm');
    const read = await kantor.send(`/merchant/v1/orders/${order.id}`, { token: merchant.key });
    expect(read.body).toMatchObject({ conversion_rate: '100.0000', amount_in_usdt: '15.000000', status: 'CLOSED' });
    await transaction(kantor.db, (tx) => setRate(tx, rateOf(100_0000n)));
    await retire(trader);
  });
});

describe('a confirmed order', () => {
  test('closes, is paid now, and pays everyone', async () => {
    const { trader, merchant, order } = await withOrder();
    kantor.pass(MINUTE);
    const confirmed = await act(trader.token, order.id, 'confirm');
    expect(confirmed.status).toBe(200);
    expect(confirmed.body).toMatchObject({
      status: 'CLOSED',
      human_status: 'Закрыт',
      payment_datetime: kantor.clock().toISOString(),
      status_history: [{ status: 'ACTIVE' }, { status: 'CLOSED', actor: 'trader' }],
    });
    // The merchant pays 5 %, the trader earns 2 %.
    expect(await kantor.balances(trader.id)).toMatchObject({
      available: usdt('985'),
      held: 0n,
      earned: usdt('0.3'),
    });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('14.25') });
    await retire(trader);
  });

  test('is not confirmed twice: the second time says what it is now and moves nothing', async () => {
    const { trader, merchant, order } = await withOrder();
    await act(trader.token, order.id, 'confirm');
    for (const action of ['confirm', 'confirm-expired']) {
      const again = await act(trader.token, order.id, action);
      expect(again.status).toBe(409);
      expect(again.body).toMatchObject({
        code: 'order_status',
        detail: 'Сейчас заказ в статусе «Закрыт», действие недоступно',
      });
    }
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('14.25') });
    await retire(trader);
  });

  test('belongs to its trader: for others it does not exist, exactly as an order that never was', async () => {
    const { trader, merchant, order } = await withOrder();
    const stranger = await kantor.createTrader();
    const foreign = await act(stranger.token, order.id, 'confirm');
    const random = await act(stranger.token, newId(kantor.clock()), 'confirm');
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(random.body);
    const readForeign = await kantor.send(`/api/v1/orders/${order.id}/`, { token: stranger.token });
    expect(readForeign.status).toBe(404);
    expect(readForeign.body).toEqual(random.body);
    expect((await act(merchant.token, order.id, 'confirm')).status).toBe(403);
    expect((await act(trader.token, order.id, 'confirm')).status).toBe(200);
    await retire(trader);
    await retire(stranger);
  });
});

describe('an order whose time has passed', () => {
  test('expires, gives the hold back, and may still be confirmed from the main balance', async () => {
    const { trader, merchant, order } = await withOrder();
    kantor.pass(15 * MINUTE - 1);
    await expireDueOrders(kantor);
    expect((await kantor.send(`/api/v1/orders/${order.id}/`, { token: trader.token })).body.status).toBe('ACTIVE');
    kantor.pass(1);
    expect(await expireDueOrders(kantor)).toBe(1);
    const expired = await kantor.send(`/api/v1/orders/${order.id}/`, { token: trader.token });
    expect(expired.body).toMatchObject({ human_status: 'Истёк', payment_datetime: null });
    expect(expired.body.status_history.at(-1)).toMatchObject({ actor: 'timer' });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('1000'), held: 0n });

    expect((await act(trader.token, order.id, 'confirm')).status).toBe(409);
    expect((await act(trader.token, order.id, 'confirm-expired')).body).toMatchObject({ human_status: 'Закрыт' });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('985'), held: 0n, earned: usdt('0.3') });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('14.25') });
    await retire(trader);
  });

  test('is not confirmed when the trader no longer has its amount', async () => {
    const { trader, merchant, order } = await withOrder({ balance: '20' });
    kantor.pass(15 * MINUTE);
    await expireDueOrders(kantor);
    // The released 15 USDT go into another order.
    expect((await kantor.order(merchant.key, '1000')).status).toBe(201);
    const refused = await act(trader.token, order.id, 'confirm-expired');
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe('insufficient_funds');
    expect((await kantor.send(`/api/v1/orders/${order.id}/`, { token: trader.token })).body.status).toBe('EXPIRED');
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('10'), held: usdt('10') });
    await retire(trader);
  });
});

describe('an order that its shop cancels', () => {
  test('gives the hold back and can no longer be confirmed or cancelled', async () => {
    const { trader, merchant, order } = await withOrder();
    const cancel = () =>
      kantor.send(`/merchant/v1/orders/${order.id}/cancel`, {
        method: 'POST',
        token: merchant.key,
        headers: { 'idempotency-key': newId(kantor.clock()) },
      });
    expect((await cancel()).body).toMatchObject({ status: 'DECLINED', human_status: 'Отменён' });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('1000'), held: 0n });
    expect((await cancel()).status).toBe(409);
    expect((await act(trader.token, order.id, 'confirm')).status).toBe(409);
    await retire(trader);
  });
});

describe("a trader's earnings", () => {
  test('move to the main balance as a whole, once', async () => {
    const { trader, order } = await withOrder();
    await act(trader.token, order.id, 'confirm');
    const move = () => kantor.send('/api/v1/accounts/transfer/', { method: 'POST', token: trader.token });
    const both = await Promise.all([move(), move()]);
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('985.3'), earned: 0n });
    await retire(trader);
  });
});

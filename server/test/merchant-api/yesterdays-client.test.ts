import { confirmAppeal, declineAppeal } from '@kantor/contract/wire/appeals.ts';
import { confirmPayout, takePayout, uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import { createWallet, createWithdrawal } from '@kantor/contract/wire/withdrawals.ts';
import { expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { png } from '../support/uploads.ts';
import { test as base } from '../webhooks/fixture.ts';
import { yesterdaysClient } from './yesterdays-client.ts';

interface Thing {
  id: string;
  status: string;
}
interface List {
  count: number;
  results: Thing[];
}

/** A shop with payouts, whose program was made from yesterday's description. */
const test = base
  .extend('program', { scope: 'file' }, () => yesterdaysClient())
  .extend('shopkeeper', async ({ kantor, shop, enter }) => {
    const merchant = await enter();
    const enabled = await kantor.createMerchant({ payoutEnable: true });
    await kantor.fund(enabled.id, '1000');
    return { ...merchant, enabled, url: shop.url };
  });

test('a program of yesterday goes on as it was: orders, their ends, what it may not do, and the messages of them', async ({
  kantor,
  program,
  merchant,
  deliver,
  shop,
}) => {
  const { call } = program;
  const order = (amount: string, more = {}) => ({
    body: { amount, method: 'sbp', external_id: `n-${amount}`, ...more },
  });
  await kantor.heartbeat();
  const made = await call<Thing>(merchant, 'POST /orders', { ...order('3101.00'), key: 'once' });
  expect(made).toMatchObject({ status: 201, body: { status: 'ACTIVE' } });
  expect((await call<Thing>(merchant, 'POST /orders', { ...order('3101.00'), key: 'once' })).body).toEqual(made.body);
  expect((await call(merchant, 'POST /orders', { ...order('3102.00'), key: 'once' })).status).toBe(422);
  expect((await call(merchant, 'POST /orders', order('3101.00'))).status).toBe(409);
  expect((await call(merchant, 'POST /orders', order('0'))).status).toBe(400);
  expect((await call(merchant, 'POST /orders', order('3103.00', { bank: 9999 }))).status).toBeOneOf([400, 409]);
  expect((await call(merchant, 'POST /orders', order('99000000.00'))).status).toBe(409);

  const second = await call<Thing>(merchant, 'POST /orders', order('3104.00'));
  const params = { id: second.body.id };
  expect((await call<Thing>(merchant, 'POST /orders/{id}/cancel', { params })).body.status).toBe('DECLINED');
  expect((await call(merchant, 'POST /orders/{id}/cancel', { params })).status).toBe(409);
  expect((await call<Thing>(merchant, 'GET /orders/{id}', { params })).body).toMatchObject({
    ...params,
    status: 'DECLINED',
  });
  expect((await call(merchant, 'GET /orders/{id}', { params: { id: merchant.id } })).status).toBe(404);
  await merchant.confirm(made.body.id);
  expect((await call<List>(merchant, 'GET /orders', { query: { status: 'CLOSED', page_size: 5 } })).body).toMatchObject(
    {
      count: 1,
      results: [{ id: made.body.id }],
    },
  );
  expect((await call<List>(merchant, 'GET /orders', { query: { page: 2, page_size: 1 } })).body).toMatchObject({
    count: 2,
    results: [{ id: made.body.id }],
  });
  expect((await call<List>(merchant, 'GET /orders', { query: { external_id: 'n-3104.00' } })).body.count).toBe(1);

  await deliver();
  expect(shop.heard.map(({ raw }) => program.hear(raw))).toEqual(shop.heard.map(() => true));
  expect(shop.types(made.body.id)).toEqual(['order.active', 'order.closed']);
});

test('its appeals, with what it hears of them', async ({ program, merchant, trader, deliver, shop }) => {
  const { call } = program;
  const open = async (orderId: string) =>
    call<Thing>(merchant, 'POST /orders/{id}/appeals', {
      params: { id: orderId },
      body: { amount: '90.00' },
      file: await png('чек.png'),
    });
  const [paid, unpaid] = [await merchant.order(), await merchant.order()];
  const [confirmed, declined] = [await open(paid.id), await open(unpaid.id)];
  expect(confirmed).toMatchObject({ status: 201, body: { status: 'OPEN' } });
  expect((await open(paid.id)).status).toBe(409);
  await trader.call(confirmAppeal, { params: { id: confirmed.body.id } });
  await trader.call(declineAppeal, { params: { id: declined.body.id }, body: { reason: 'not_received' } });
  const read = (id: string) => call<Thing>(merchant, 'GET /appeals/{id}', { params: { id } });
  expect((await read(confirmed.body.id)).body.status).toBe('PROCESSED');
  expect((await read(declined.body.id)).body.status).toBeOneOf(['OPEN', 'CLOSED']);
  expect((await call<List>(merchant, 'GET /appeals')).body.count).toBe(2);
  expect((await call<List>(merchant, 'GET /appeals', { query: { order_id: paid.id } })).body.count).toBe(1);

  await deliver();
  const known = shop.heard.filter(({ raw }) => program.hear(raw)).map(({ type }) => type);
  expect(known).toEqual(expect.arrayContaining(['appeal.open', 'appeal.processed', 'order.appeal', 'order.closed']));
});

test('its payouts, its money, and what it may know beforehand', async ({
  kantor,
  program,
  shopkeeper,
  deliver,
  shop,
}) => {
  const { call } = program;
  const { enabled: merchant } = shopkeeper;
  await shopkeeper.setEndpoint(`${shop.url}/other`);
  const body = { method: 'sbp', fio: 'Пётр Петров', phone: '+79995554433' };
  const payout = (amount: string) =>
    call<Thing>(merchant, 'POST /payouts', { body: { ...body, amount, external_id: `p-${amount}` } });
  const [done, cancelled] = [await payout('5000.00'), await payout('600.00')];
  expect(done).toMatchObject({ status: 201, body: { status: 'OPEN' } });
  expect((await call(shopkeeper, 'POST /payouts', { body: { ...body, amount: '500', external_id: 'x' } })).status).toBe(
    403,
  );
  expect((await payout('99000000')).status).toBe(409);
  const id = { params: { id: done.body.id } };
  const other = { params: { id: cancelled.body.id } };
  expect((await call<Thing>(merchant, 'POST /payouts/{id}/cancel', other)).body.status).toBe('CANCELLED');
  const worker = await kantor.createTrader({ balance: '0', payoutEnable: true });
  await worker.call(takePayout, id);
  await worker.call(uploadPayoutPhoto, { ...id, file: await png('чек.png') });
  await worker.call(confirmPayout, id);
  const contest = { ...id, body: { reason: 'Деньги не пришли' } };
  expect((await call(merchant, 'POST /payouts/{id}/contest', contest)).body).toMatchObject({ settlement: 'contested' });
  expect((await call(merchant, 'POST /payouts/{id}/contest', contest)).status).toBe(409);
  expect((await call<List>(merchant, 'GET /payouts')).body.count).toBe(2);
  expect((await call<List>(merchant, 'GET /payouts', { query: { external_id: 'p-600.00' } })).body.count).toBe(1);
  expect((await call<Thing>(merchant, 'GET /payouts/{id}', id)).body.status).toBe('DONE');

  const { id: wallet } = await merchant.call(createWallet, {
    body: { wallet_to_withdraw: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  });
  kantor.pass(MINUTE);
  const withdrawal = await merchant.call(createWithdrawal, { body: { amount_in_usdt: 10, wallet_id: wallet } });
  expect((await call<Thing>(merchant, 'GET /withdrawals/{id}', { params: { id: withdrawal.id } })).body.status).toBe(
    'OPEN',
  );
  expect((await call<List>(merchant, 'GET /withdrawals')).body.count).toBe(1);
  expect((await call<List>(merchant, 'GET /operations', { query: { page_size: 3 } })).body.results).toHaveLength(3);
  for (const name of program.described.filter((each) => each.startsWith('GET') && !program.called.has(each))) {
    expect((await call(merchant, name)).status).toBe(200);
  }
  await deliver();
  expect(shop.heard.every(({ raw }) => program.hear(raw))).toBe(true);
});

test('nothing that was described has been left out here', ({ program }) => {
  expect([...program.called].toSorted()).toEqual(program.described.toSorted());
});

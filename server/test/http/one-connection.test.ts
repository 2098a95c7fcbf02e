import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { confirmAppeal, openAppeal } from '../../src/modules/appeals/index.ts';
import { markOffline } from '../../src/modules/cabinets/index.ts';
import { forgetOldPings } from '../../src/modules/devices/index.ts';
import { receiveMessage } from '../../src/modules/matching/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { switchDueRequisites } from '../../src/modules/requisites/index.ts';
import { sber } from '../support/bank-phone.ts';
import { type Kantor, rub, startKantor } from '../support/harness.ts';
import { pairPhone } from '../support/phone.ts';

// With one connection, a function that forgets its transaction waits for itself for ever: everything is done once here.

let kantor: Kantor;
beforeAll(async () => {
  kantor = await startKantor({ pool: { max: 1 } });
});
afterAll(() => kantor.close());

test('every use case makes do with one connection', async () => {
  const trader = await kantor.createTrader();
  const cabinet = { id: await kantor.createCabinet(trader.id), traderId: trader.id };
  await kantor.createRequisite(trader.id, { cabinetId: cabinet.id });
  const merchant = await kantor.createMerchant();
  const post = (path: string, token = trader.token) =>
    kantor.send(`/api/v1/${path}`, { method: 'POST', token, body: {} });

  const confirmed = await kantor.order(merchant.key, '100');
  const appealed = await kantor.order(merchant.key, '200');
  const cancelled = await kantor.order(merchant.key, '300');
  const expired = await kantor.order(merchant.key, '400');
  const paid = await kantor.order(merchant.key, '500');
  expect((await kantor.order(merchant.key, '100')).status).toBe(409);
  expect((await post(`orders/${confirmed.body.id}/confirm/`)).status).toBe(200);
  expect((await post(`orders/${confirmed.body.id}/confirm/`)).status).toBe(409);
  expect((await post('accounts/transfer/')).status).toBe(200);
  const appeal = await openAppeal(kantor, { merchantId: merchant.id, orderId: appealed.body.id, amount: rub('200') });
  await confirmAppeal(kantor, { role: 'operator' }, appeal);
  const cancel = await kantor.send(`/merchant/v1/orders/${cancelled.body.id}/cancel`, {
    method: 'POST',
    token: merchant.key,
    headers: { 'idempotency-key': 'cancel' },
  });
  expect(cancel.status).toBe(200);
  kantor.pass(MINUTE);
  const message = { ...sber('500'), messageId: '1', phone: '', plainRequest: '', heardAt: kantor.clock() };
  await receiveMessage(kantor, cabinet, message);
  const phone = await pairPhone(kantor, trader, cabinet.id);
  expect((await phone.ping()).status).toBe(200);
  expect((await phone.notify([phone.message('2')])).status).toBe(200);
  kantor.pass(14 * MINUTE);
  expect(await markOffline(kantor)).toBe(1);
  await switchDueRequisites(kantor);
  await forgetOldPings(kantor);
  await expireDueOrders(kantor);
  expect((await post(`orders/${expired.body.id}/confirm-expired/`)).status).toBe(200);
  for (const path of [
    'orders/',
    `orders/${expired.body.id}/`,
    `orders/${paid.body.id}/`,
    'devicenotifications/',
    'orders/?id=4321&status=CLOSED',
    'trader/dashboard/',
    'users/me/',
  ]) {
    expect((await kantor.send(`/api/v1/${path}`, { token: trader.token })).status).toBe(200);
  }
  expect((await kantor.send('/api/v1/merchant/dashboard/', { token: merchant.token })).body).toMatchObject({
    success_orders: 4,
    expired_orders: 1,
  });
});

test("every call of a merchant's server makes do with one connection", async () => {
  const trader = await kantor.createTrader();
  await kantor.createRequisite(trader.id);
  const merchant = await kantor.createMerchant();
  await kantor.fund(merchant.id, '100');
  await sql`update users set payout_enable = true where id = ${merchant.id}`.execute(kantor.db);
  const headers = { 'idempotency-key': 'once' };
  const merchantCall = (path: string, body?: object) =>
    kantor.send(`/merchant/v1/${path}`, {
      token: merchant.key,
      ...(body && { method: 'POST', headers: { 'idempotency-key': path }, body }),
    });
  const order = (await kantor.order(merchant.key, '100', { body: { external_id: '1' } })).body;
  const appeal = await kantor.upload(`/merchant/v1/orders/${order.id}/appeals`, merchant.key, {
    method: 'POST',
    field: 'file',
    name: 'чек.pdf',
    bytes: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
    fields: { amount: '100' },
    headers,
  });
  expect(appeal.status).toBe(201);
  const payout = await merchantCall('payouts', {
    amount: 10,
    method: 'sbp',
    fio: 'Имя',
    phone: '1',
    external_id: '1',
  });
  expect(payout.status).toBe(201);
  expect((await merchantCall(`payouts/${payout.body.id}/cancel`, {})).status).toBe(200);
  for (const path of [
    'orders',
    'orders?external_id=1',
    `orders/${order.id}`,
    'payouts',
    'payouts?external_id=1',
    `payouts/${payout.body.id}`,
    'appeals',
    `appeals?order_id=${order.id}`,
    `appeals/${appeal.body.id}`,
    'balance',
    'operations',
    'withdrawals',
    'rate',
    'banks',
  ])
    expect([path, (await merchantCall(path)).status]).toEqual([path, 200]);
  const { body: key } = await kantor.send('/api/v1/apikeys/', {
    method: 'POST',
    token: merchant.token,
    body: { name: 'Второй' },
  });
  const revoked = await kantor.send(`/api/v1/apikeys/${key.id}/revoke/`, { method: 'POST', token: merchant.token });
  expect(revoked.status).toBe(200);
});

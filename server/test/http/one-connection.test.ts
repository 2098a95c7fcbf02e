import { createApiKey, revokeApiKey } from '@kantor/contract/wire/api-keys.ts';
import { getMe } from '@kantor/contract/wire/auth.ts';
import { getMerchantDashboard, getTraderDashboard, moveEarnings } from '@kantor/contract/wire/balance.ts';
import { listNotifications } from '@kantor/contract/wire/devices.ts';
import * as account from '@kantor/contract/wire/merchant-account.ts';
import * as appeals from '@kantor/contract/wire/merchant-appeals.ts';
import * as orders from '@kantor/contract/wire/merchant-orders.ts';
import * as payouts from '@kantor/contract/wire/merchant-payouts.ts';
import { confirmExpiredOrder, confirmOrder, getOrder, listOrders } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { after, MINUTE } from '../../src/kernel/clock.ts';
import { confirmAppeal, openAppeal } from '../../src/modules/appeals/index.ts';
import { markOffline } from '../../src/modules/cabinets/index.ts';
import { forgetOldPings } from '../../src/modules/devices/index.ts';
import { receiveMessage } from '../../src/modules/matching/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { switchDueRequisites } from '../../src/modules/requisites/index.ts';
import { sber } from '../support/bank-phone.ts';
import { kantorTest } from '../support/fixtures.ts';
import { rub } from '../support/money.ts';
import { pairPhone } from '../support/phone.ts';
import { png } from '../support/uploads.ts';

// With one connection, a function that forgets its transaction waits for itself for ever: everything is done once here.

const test = kantorTest.extend('options', { scope: 'file' }, { pool: { max: 1 } });

test('every use case makes do with one connection', async ({ kantor }) => {
  const trader = await kantor.createTrader();
  const cabinet = { id: await kantor.createCabinet(trader.id), traderId: trader.id };
  await kantor.createRequisite(trader.id, { cabinetId: cabinet.id });
  const merchant = await kantor.createMerchant();

  const confirmed = { params: { id: (await merchant.order('100')).id } };
  const appealed = await merchant.order('200');
  const cancelled = await merchant.order('300');
  const expired = { params: { id: (await merchant.order('400')).id } };
  const paid = await merchant.order('500');
  expect((await merchant.refusedOrder('100')).status).toBe(409);
  await trader.call(confirmOrder, confirmed);
  expect((await trader.refusal(confirmOrder, confirmed)).status).toBe(409);
  await trader.call(moveEarnings);
  const appeal = await openAppeal(kantor, { merchantId: merchant.id, orderId: appealed.id, amount: rub('200') });
  await confirmAppeal(kantor, { role: 'operator' }, appeal);
  await merchant.api.call(orders.cancelMerchantOrder, { params: { id: cancelled.id } });
  kantor.pass(MINUTE);
  const message = { ...sber('500'), messageId: '1', phone: '', plainRequest: '', heardAt: kantor.clock() };
  await receiveMessage(kantor, cabinet, message);
  const phone = await pairPhone(kantor, trader, cabinet.id);
  expect((await phone.ping()).status).toBe(200);
  expect((await phone.notify([phone.message('2')])).status).toBe(200);
  kantor.pass(14 * MINUTE);
  const { rows: silent } = await sql<{ id: string }>`
    select id from cabinet where is_heard and last_heard_at <= ${after(kantor.clock(), -2 * MINUTE)}`.execute(
    kantor.db,
  );
  expect(silent).toContainEqual({ id: cabinet.id });
  expect(await markOffline(kantor)).toBe(silent.length);
  await switchDueRequisites(kantor);
  await forgetOldPings(kantor);
  await expireDueOrders(kantor);
  await trader.call(confirmExpiredOrder, expired);
  await trader.call(getOrder, expired);
  await trader.call(getOrder, { params: { id: paid.id } });
  await trader.call(listOrders, { query: { id: '4321', status: 'CLOSED' } });
  for (const read of [listOrders, listNotifications, getTraderDashboard, getMe] as const) {
    expect([read.path, (await trader.raw(read)).status]).toEqual([read.path, 200]);
  }
  expect(await merchant.call(getMerchantDashboard)).toMatchObject({ success_orders: 4, expired_orders: 1 });
});

test("every call of a merchant's server makes do with one connection", async ({ kantor }) => {
  const trader = await kantor.createTrader();
  await kantor.createRequisite(trader.id);
  const merchant = await kantor.createMerchant({ payoutEnable: true });
  const { api } = merchant;
  await kantor.fund(merchant.id, '100');
  const order = await merchant.order('100', { external_id: '1' });
  const appeal = await api.call(appeals.openMerchantAppeal, {
    params: { id: order.id },
    body: { amount: '100' },
    file: await png('чек.png'),
  });
  const payout = await api.call(payouts.createMerchantPayout, {
    body: { amount: 10, method: 'sbp', fio: 'Имя', phone: '+79995554433', external_id: '1' },
  });
  await api.call(payouts.cancelMerchantPayout, { params: { id: payout.id } });
  await api.call(orders.listMerchantOrders, { query: { external_id: '1' } });
  await api.call(orders.getMerchantOrder, { params: { id: order.id } });
  await api.call(payouts.listMerchantPayouts, { query: { external_id: '1' } });
  await api.call(payouts.getMerchantPayout, { params: { id: payout.id } });
  await api.call(appeals.listMerchantAppeals, { query: { order_id: order.id } });
  await api.call(appeals.getMerchantAppeal, { params: { id: appeal.id } });
  for (const read of [
    orders.listMerchantOrders,
    payouts.listMerchantPayouts,
    appeals.listMerchantAppeals,
    account.getMerchantBalance,
    account.listMerchantOperations,
    account.listMerchantWithdrawals,
    account.getMerchantRate,
    account.listMerchantBanks,
  ] as const)
    expect([read.path, (await api.raw(read)).status]).toEqual([read.path, 200]);
  const { id } = await merchant.call(createApiKey, { body: { name: 'Второй' } });
  await merchant.call(revokeApiKey, { params: { id } });
});

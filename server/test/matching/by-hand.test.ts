import { confirmAppeal } from '@kantor/contract/wire/appeals.ts';
import { getNotification, listNotifications } from '@kantor/contract/wire/devices.ts';
import { confirmExpiredOrder, confirmOrder, getOrder, listOrderMessages } from '@kantor/contract/wire/orders.ts';
import { getMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { describe, expect } from 'vitest';
import { HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { createBankPhone, SBER, sber, TBANK, tbank } from '../support/bank-phone.ts';
import { rub, usdt } from '../support/money.ts';
import { test as base } from './fixture.ts';

// A trader confirms an order by a message of the bank: it pays that one order, and no other ever.

const test = base
  .extend('messageOf', ({ trader }) => async (id: string) => {
    const { results } = await trader.call(listOrderMessages, { params: { id } });
    return results;
  })
  .extend(
    'by',
    ({ trader }) =>
      (id: string, notification_id: string) =>
        trader.call(confirmOrder, { params: { id }, body: { notification_id } }),
  )
  .extend(
    'refused',
    ({ trader }) =>
      (id: string, notification_id: string) =>
        trader.refusal(confirmOrder, { params: { id }, body: { notification_id } }),
  )
  /** Two orders of one sum, on two requisites of the cabinet, and a message that may be about either. */
  .extend('twins', ({ kantor, trader, cabinet, hear, issue }) => async (amount: string) => {
    await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: SBER });
    const orders = [await issue(amount), await issue(amount)] as const;
    await hear(sber(amount));
    const message = await trader.lastMessage();
    return { orders, message };
  });

describe('the messages that an order may be confirmed by', () => {
  test('are those of its cabinet and bank since it was made that paid nothing: first what fits, then the newest', async ({
    kantor,
    trader,
    cabinet,
    hear,
    issue,
    createCabinet,
    messageOf,
  }) => {
    await hear(sber('700'));
    kantor.pass(MINUTE);
    const id = await issue('700');
    const another = await issue('950');
    const elsewhere = createBankPhone(kantor, await createCabinet(trader.id));
    await elsewhere(sber('700'));
    await hear(tbank('700'));
    await hear({ application: '900', text: 'СЧЁТ4321 12:01 Покупка 700р Магазин Баланс: 100р' });
    await hear(sber('950'));
    expect(await trader.readOrder(another)).toMatchObject({ status: 'CLOSED' });
    await hear(sber('690'));
    kantor.pass(MINUTE);
    await hear(sber('700', '9999'));
    kantor.pass(14 * MINUTE);
    await expireDueOrders(kantor);
    await hear(sber('700'));
    kantor.pass(MINUTE);
    await hear(sber('5'));

    const found = await messageOf(id);
    expect(
      found.map(({ amount, fits, difference, late_seconds: late, tail }) => [amount, fits, difference, late, tail]),
    ).toEqual([
      ['700.00', true, '0.00', 120, '4321'],
      ['5.00', false, '-695.00', 180, '4321'],
      ['700.00', false, '0.00', 0, '9999'],
      ['690.00', false, '-10.00', 0, '4321'],
    ]);
    expect(found[0]).toMatchObject({ bank: 'Сбербанк', sender: 'Иван И.', outcome: 'expired', text: sber('700').text });
    const page = await trader.call(listOrderMessages, { params: { id }, query: { page: 2, page_size: 3 } });
    expect([page.count, page.results.map(({ amount }) => amount)]).toEqual([4, ['690.00']]);
    expect(cabinet.traderId).toBe(trader.id);
  });

  test('are none of another bank that has a requisite in the same cabinet', async ({
    kantor,
    trader,
    cabinet,
    hear,
    issue,
    messageOf,
    refused,
  }) => {
    const id = await issue('810');
    await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: TBANK });
    await hear(tbank('811'));
    const { id: other, outcome } = await trader.lastMessage();
    expect(outcome).toBe('no_order');
    expect(await messageOf(id)).toEqual([]);
    expect(await refused(id, other)).toMatchObject({ status: 409, code: 'message_unfit' });
  });

  test('are none at first', async ({ issue, messageOf }) => {
    expect(await messageOf(await issue('800'))).toEqual([]);
  });
});

describe('a confirmation by a message', () => {
  test('keeps who chose what and when, on both pages, and tells the merchant nothing of it', async ({
    kantor,
    merchant,
    trader,
    twins,
    by,
  }) => {
    const { orders, message } = await twins('1200');
    const [id, other] = orders;
    const order = await by(id, message.id);
    const at = kantor.clock().toISOString();
    expect(order).toMatchObject({
      status: 'CLOSED',
      ground: { kind: 'message', notification: message.id, note: null, created_at: at },
    });
    expect(order.status_history.at(-1)).toMatchObject({ status: 'CLOSED', actor: 'trader' });
    expect(order.notifications).toMatchObject([{ id: message.id, outcome: 'paid_by_hand' }]);
    expect(await trader.lastMessage()).toMatchObject({
      order: id,
      outcome: 'paid_by_hand',
      reason: 'Оплатило заказ: вы подтвердили его по этому сообщению',
    });
    expect(await merchant.call(getOrder, { params: { id } })).toMatchObject({ ground: null, notifications: [] });
    expect(await merchant.api.call(getMerchantOrder, { params: { id } })).not.toHaveProperty('ground');
    expect(await trader.readOrder(other)).toMatchObject({ status: 'ACTIVE', ground: null });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('is not repeated by another order: the message is used, and the order stays as it is', async ({
    kantor,
    trader,
    twins,
    by,
    refused,
    messageOf,
  }) => {
    const { orders, message } = await twins('1300');
    const [id, other] = orders;
    await by(id, message.id);
    const held = (await kantor.balances(trader.id)).held;
    expect(await refused(other, message.id)).toMatchObject({
      status: 409,
      code: 'message_used',
      problem: { detail: 'По этому сообщению уже подтверждён заказ. Выберите другое' },
    });
    expect(await trader.readOrder(other)).toMatchObject({ status: 'ACTIVE' });
    expect((await kantor.balances(trader.id)).held).toBe(held);
    expect(await messageOf(other)).toEqual([]);
  });

  test('is not by a message that paid an order by itself', async ({ trader, hear, issue, refused }) => {
    const id = await issue('1400');
    await hear(sber('1400'));
    const { id: paid } = await trader.lastMessage();
    expect(await refused(await issue('1401'), paid)).toMatchObject({ status: 409, code: 'message_used' });
    expect((await trader.readOrder(id)).ground).toBeNull();
  });

  test('is not by a message of another trader, of another cabinet, or older than the order', async ({
    kantor,
    trader,
    hear,
    issue,
    createCabinet,
    refused,
  }) => {
    await hear(sber('1500'));
    const older = await trader.lastMessage();
    kantor.pass(MINUTE);
    const id = await issue('1500');
    await createBankPhone(kantor, await createCabinet(trader.id))(sber('1500'));
    const elsewhere = await trader.lastMessage();
    const stranger = await kantor.createTrader();
    await createBankPhone(kantor, await createCabinet(stranger.id))(sber('1500'));
    const { results } = await stranger.call(listNotifications);
    expect(await refused(id, older.id)).toMatchObject({ status: 409, code: 'message_unfit' });
    expect(await refused(id, elsewhere.id)).toMatchObject({ status: 409, code: 'message_unfit' });
    const foreign = await refused(id, results[0]?.id ?? '');
    expect(foreign).toMatchObject({ status: 404, code: 'not_found' });
    expect((await refused(id, '01980000-0000-7000-8000-000000000000')).problem).toEqual(foreign.problem);
    expect(await trader.readOrder(id)).toMatchObject({ status: 'ACTIVE' });
  });

  test('of another sum is the trader’s word: the order closes for its own', async ({
    kantor,
    trader,
    hear,
    issue,
    by,
  }) => {
    const id = await issue('1000');
    await hear(sber('990'));
    await by(id, (await trader.lastMessage()).id);
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('99990'), held: 0n });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('of an expired order is by a late message', async ({ kantor, trader, hear, issue }) => {
    const id = await issue('1600');
    kantor.pass(15 * MINUTE);
    await expireDueOrders(kantor);
    await hear(sber('1600'));
    const { id: notification_id } = await trader.lastMessage();
    const order = await trader.call(confirmExpiredOrder, { params: { id }, body: { notification_id } });
    expect(order).toMatchObject({ status: 'CLOSED', ground: { kind: 'message', notification: notification_id } });
  });

  test('of an appeal is by a message, too', async ({ kantor, merchant, trader, hear, issue }) => {
    const orderId = await issue('1700');
    await hear(sber('1650'));
    const { id: notification_id } = await trader.lastMessage();
    const id = await openAppeal(kantor, { merchantId: merchant.id, orderId, amount: rub('1650') });
    await trader.call(confirmAppeal, { params: { id }, body: { notification_id } });
    expect(await trader.readOrder(orderId)).toMatchObject({
      status: 'CLOSED',
      ground: { kind: 'message', notification: notification_id },
    });
    expect(await verify(kantor.db)).toEqual([]);
  });
});

describe('a confirmation without a message', () => {
  test.for(['screenshot', 'statement', 'other'] as const)(
    'says by what: %s',
    async (without_message, { trader, issue }) => {
      const params = { id: await issue('1800') };
      const body = { without_message, note: ' по выписке за утро ' };
      expect(await trader.call(confirmOrder, { params, body })).toMatchObject({
        ground: { kind: without_message, notification: null, note: 'по выписке за утро' },
      });
    },
  );

  test('with an empty body, as the specification has it, has no ground', async ({ trader, issue }) => {
    for (const body of [undefined, {}]) {
      const params = { id: await issue(body === undefined ? '1900' : '1901') };
      expect(await trader.call(confirmOrder, { params, body })).toMatchObject({ status: 'CLOSED', ground: null });
    }
  });

  test('is refused where it says two things, or a note to nothing', async ({ trader, issue }) => {
    const params = { id: await issue('2000') };
    const notification_id = '01980000-0000-7000-8000-000000000000';
    for (const [body, field] of [
      [{ notification_id, without_message: 'other' as const }, 'without_message'],
      [{ note: 'просто так' }, 'note'],
    ] as const) {
      const { status, problem } = await trader.refusal(confirmOrder, { params, body });
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, [field]]);
    }
    expect(await trader.readOrder(params.id)).toMatchObject({ status: 'ACTIVE' });
  });
});

describe('an ambiguous message', () => {
  test('shows its orders, and leaves that state when all are settled without it', async ({ kantor, trader, twins }) => {
    const { orders, message } = await twins('2100');
    const [id, other] = orders;
    expect(message).toMatchObject({ outcome: 'ambiguous', candidates: orders.toReversed() });
    expect(message.candidate_orders).toMatchObject([
      {
        id: other,
        amount: '2100.00',
        status: 'ACTIVE',
        human_status: 'Активен',
        short_name: other.slice(-8).toUpperCase(),
      },
      { id, amount: '2100.00', status: 'ACTIVE' },
    ]);
    await trader.call(confirmOrder, { params: { id }, body: { without_message: 'statement' } });
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'ambiguous' });
    await trader.call(confirmOrder, { params: { id: other } });
    const settled = { outcome: 'settled', reason: 'Заказы, к которым оно подходило, закрыты без него', order: null };
    expect(await trader.lastMessage()).toMatchObject(settled);
    expect((await trader.readOrder(id)).notifications).toMatchObject([{ outcome: 'settled' }]);
    expect(await trader.call(getNotification, { params: { id: message.id } })).toMatchObject(settled);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('waits for an order that has expired: it may be the one', async ({ kantor, trader, twins }) => {
    const { orders } = await twins('2200');
    await trader.call(confirmOrder, { params: { id: orders[0] } });
    kantor.pass(HOUR);
    await expireDueOrders(kantor);
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'ambiguous' });
  });
});

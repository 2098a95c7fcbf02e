import { blockCabinet } from '@kantor/contract/wire/cabinets.ts';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import { describe, expect } from 'vitest';
import { after, DAY, HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { sber } from '../support/bank-phone.ts';
import { rub } from '../support/money.ts';
import { test } from './fixture.ts';

// A bank's message that comes after something else has happened to its order, or at an unlikely time.

describe('a message of money that came', () => {
  test('after the expiry belongs to the order; the trader decides', async ({ kantor, trader, hear, issue }) => {
    const id = await issue('1500');
    kantor.pass(17 * MINUTE);
    await expireDueOrders(kantor);
    await hear(sber('1500'));
    const message = await trader.lastMessage();
    expect(message).toMatchObject({ outcome: 'expired', order: id, reason: 'Заказ истёк за 3 мин до сообщения' });
    expect(await trader.readOrder(id)).toMatchObject({ status: 'EXPIRED', notifications: [{ id: message.id }] });
    await trader.call(confirmExpiredOrder, { params: { id } });
    // Its outcome stays.
    expect(await trader.lastMessage()).toEqual(message);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('a day after the order is about it no more', async ({ kantor, trader, hear, issue }) => {
    await issue('1500');
    kantor.pass(DAY);
    await expireDueOrders(kantor);
    await hear(sber('1500'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'no_order', order: null, candidates: [] });
  });

  test('after the expiry closes nothing, also before the timer has come', async ({ kantor, trader, hear, issue }) => {
    const id = await issue('1500');
    kantor.pass(14 * MINUTE);
    await hear(sber('1500'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'expired', order: id });
    expect((await trader.readOrder(id)).status).toBe('ACTIVE');
    await expireDueOrders(kantor);
  });

  test('about an order that its trader has confirmed changes nothing', async ({ kantor, trader, hear, issue }) => {
    const id = await issue('1500');
    await trader.call(confirmOrder, { params: { id } });
    const before = await kantor.balances(trader.id);
    await hear(sber('1500'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'already_closed', order: id });
    expect(await kantor.balances(trader.id)).toEqual(before);
  });

  test('about a cancelled or an appealed order leaves it as it is', async ({
    kantor,
    trader,
    merchant,
    hear,
    issue,
  }) => {
    const cancelled = await issue('1500');
    await merchant.api.call(cancelMerchantOrder, { params: { id: cancelled } });
    await hear(sber('1500'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'cancelled', order: cancelled });

    const appealed = await issue('1600');
    await openAppeal(kantor, { merchantId: merchant.id, orderId: appealed, amount: rub('1600') });
    await hear(sber('1600'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'appeal', order: appealed });
    expect((await trader.readOrder(appealed)).status).toBe('APPEAL');
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('in a cabinet that was blocked meanwhile closes nothing', async ({ trader, cabinet, hear, issue }) => {
    const id = await issue('1500');
    await trader.call(blockCabinet, { params: { id: cabinet.id } });
    await hear(sber('1500'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'cabinet_blocked', order: id });
    expect((await trader.readOrder(id)).status).toBe('ACTIVE');
  });

  test('on a phone whose clock is wrong is heard when it arrives, at the latest', async ({
    kantor,
    trader,
    hear,
    issue,
  }) => {
    const id = await issue('1500');
    await hear(sber('1500'), { heardAt: after(kantor.clock(), HOUR) });
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'paid', order: id });
    expect((await trader.lastMessage()).heard_at).toBe(kantor.clock().toISOString());
    await hear(sber('1600'), { heardAt: new Date('-009000-01-01T00:00:00Z') });
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'no_order' });
  });
});

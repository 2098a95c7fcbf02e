import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { after, MINUTE } from '../../src/kernel/clock.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { SBER, sber, TBANK, tbank, useStage } from '../support/bank-phone.ts';
import { rub, usdt } from '../support/harness.ts';

// What a bank's message does to orders.

const { stage, kantor, trader, cabinet, get, readOrder, lastMessage, issue } = useStage();

beforeEach(async () => {
  await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: SBER });
});

const confirm = (id: string, event: 'confirm' | 'confirm-expired') =>
  kantor.send(`/api/v1/orders/${id}/${event}/`, { method: 'POST', token: trader.token });

/** What was told since the outbox was emptied. */
const told = async () =>
  (await sql`select kind, object_id as id, owners from outbox order by outbox.id`.execute(kantor.db)).rows;

describe('a message of money that came', () => {
  test('closes the order that it pays, as its trader would', async () => {
    const id = await issue('1500.50');
    await stage.hear(cabinet, sber('1500.50'), { messageId: 'sms-1' });

    const order = await readOrder(id);
    expect(order).toMatchObject({ status: 'CLOSED', payment_datetime: kantor.clock().toISOString() });
    expect(order.status_history.at(-1)).toMatchObject({ status: 'CLOSED', actor: 'device' });
    const message = await lastMessage();
    expect(message).toMatchObject({ outcome: 'paid', reason: 'Оплатило заказ', order: id, amount: '1500.50' });
    expect(order.notifications).toEqual([
      {
        id: message.id,
        created_at: kantor.clock().toISOString(),
        text: sber('1500.50').text,
        outcome: 'paid',
        reason: 'Оплатило заказ',
      },
    ]);
    const { tail, sender, balance } = await get(`devicenotifications/${message.id}/`);
    expect([tail, sender, balance]).toEqual(['4321', 'Иван И.', '20000.50']);
    // 15.005 USDT at 100; 2 % of it is the reward.
    expect(await kantor.balances(trader.id)).toMatchObject({
      available: usdt('99984.995'),
      held: 0n,
      earned: usdt('0.3001'),
    });
    expect((await confirm(id, 'confirm')).body).toMatchObject({ status: 409, code: 'order_status' });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('tells the trader of the message, and both sides of the order', async () => {
    const id = await issue('1600');
    await sql`delete from outbox`.execute(kantor.db);
    await stage.hear(cabinet, sber('1600'));
    const { id: message } = await lastMessage();
    expect(await told()).toEqual([
      { kind: 'order.closed', id, owners: [trader.id, stage.merchant.id] },
      { kind: 'notification.new', id: message, owners: [trader.id] },
      { kind: 'order.message', id, owners: [trader.id] },
    ]);
  });

  test('is the trader’s own: the merchant does not see it beside the order', async () => {
    const id = await issue('1700');
    await stage.hear(cabinet, sber('1700'));
    expect((await get(`orders/${id}/`, stage.merchant.token)).notifications).toEqual([]);
  });

  test('of another trader is not shown beside the order, whatever says that it may be about it', async () => {
    const id = await issue('1750');
    const { cabinet: other } = await stage.open();
    await stage.hear(other, sber('1'));
    await sql`
      insert into notification_candidate (notification_id, order_id)
      select id, ${id} from notification where cabinet_id = ${other.id}`.execute(kantor.db);
    expect((await readOrder(id)).notifications).toEqual([]);
    await sql`delete from notification_candidate where order_id = ${id}`.execute(kantor.db);
  });

  test('that fits two orders of the cabinet closes neither, and leads to both', async () => {
    await sql`update requisite set bank_id = ${TBANK} where trader_id = ${trader.id}`.execute(kantor.db);
    await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: TBANK, last4: '0932' });
    const [one, two] = [await issue('1500'), await issue('1500')];
    await sql`delete from outbox`.execute(kantor.db);
    await stage.hear(cabinet, tbank('1500'));
    const message = await lastMessage();
    expect(message).toMatchObject({ outcome: 'ambiguous', order: null, candidates: [two, one] });
    expect(message.reason).toBe('Сумма совпала с двумя заказами: подтвердите нужный сами');
    for (const id of [one, two]) {
      expect(await readOrder(id)).toMatchObject({ status: 'ACTIVE', notifications: [{ id: message.id }] });
    }
    // Whoever has one of them open sees the message at once.
    expect(await told()).toEqual([
      { kind: 'notification.new', id: message.id, owners: [trader.id] },
      ...[two, one].map((id) => ({ kind: 'order.message', id, owners: [trader.id] })),
    ]);
  });

  test('that names the account closes the order of that one alone', async () => {
    await kantor.createRequisite(trader.id, {
      cabinetId: cabinet.id,
      bankId: SBER,
      last4: '0932',
      bankAccount: '40817810000000004006',
    });
    const ids = [await issue('1500'), await issue('1500')];
    await stage.hear(cabinet, sber('1500', '4006'));
    const orders = await Promise.all(ids.map((id) => readOrder(id)));
    const closed = orders.filter(({ status }) => status === 'CLOSED');
    expect(closed.map((order) => order.bank_detail.short_name)).toEqual(['Сбер •0932']);
    expect((await lastMessage()).order).toBe(closed[0].id);
  });

  test('of another bank, or another account, closes nothing and says why', async () => {
    const id = await issue('1500');
    await stage.hear(cabinet, tbank('1500'));
    expect(await lastMessage()).toMatchObject({ outcome: 'other_bank', order: null });
    await stage.hear(cabinet, sber('1500', '9999'));
    expect(await lastMessage()).toMatchObject({
      outcome: 'tail_mismatch',
      reason: 'Ни у одного реквизита кабинета карта или счёт не кончается на 9999',
    });
    expect((await readOrder(id)).status).toBe('ACTIVE');
  });

  test('a kopeck off closes nothing', async () => {
    const id = await issue('1500');
    await stage.hear(cabinet, sber('1499.99'));
    expect(await lastMessage()).toMatchObject({ outcome: 'near', order: null, candidates: [id] });
    expect((await readOrder(id)).status).toBe('ACTIVE');
  });

  test('older than the order closes nothing, also when it is told later', async () => {
    const heardAt = kantor.clock();
    kantor.pass(MINUTE);
    const id = await issue('1500');
    await stage.hear(cabinet, sber('1500'), { heardAt });
    expect(await lastMessage()).toMatchObject({ outcome: 'before_order', candidates: [id] });
    expect((await readOrder(id)).status).toBe('ACTIVE');
  });

  test('of another cabinet closes nothing: neither of the same trader, nor of another', async () => {
    const id = await issue('1500');
    await stage.hear({ id: await kantor.createCabinet(trader.id), traderId: trader.id }, sber('1500'));
    expect(await lastMessage()).toMatchObject({ outcome: 'no_order', order: null });
    const { trader: stranger, cabinet: phone } = await stage.open();
    await kantor.createRequisite(stranger.id, { cabinetId: phone.id, bankId: SBER });
    await stage.hear(phone, sber('1500'));
    expect((await get('devicenotifications/', stranger.token)).results).toMatchObject([{ outcome: 'no_order' }]);
    expect(await readOrder(id)).toMatchObject({ status: 'ACTIVE', notifications: [] });
  });

  test('cannot be told of a cabinet that is not the trader’s', async () => {
    const { trader: stranger } = await stage.open();
    await expect(stage.hear({ ...cabinet, traderId: stranger.id }, sber('1'))).rejects.toThrow('Не найдено');
  });

  test('after the expiry belongs to the order; the trader decides', async () => {
    const id = await issue('1500');
    kantor.pass(17 * MINUTE);
    await expireDueOrders(kantor);
    await stage.hear(cabinet, sber('1500'));
    const message = await lastMessage();
    expect(message).toMatchObject({ outcome: 'expired', order: id, reason: 'Заказ истёк за 3 мин до сообщения' });
    expect(await readOrder(id)).toMatchObject({ status: 'EXPIRED', notifications: [{ id: message.id }] });
    expect((await confirm(id, 'confirm-expired')).status).toBe(200);
    // What it says of itself stays what it was.
    expect(await lastMessage()).toEqual(message);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('a day after the order is about it no more', async () => {
    await issue('1500');
    kantor.pass(24 * 60 * MINUTE);
    await expireDueOrders(kantor);
    await stage.hear(cabinet, sber('1500'));
    expect(await lastMessage()).toMatchObject({ outcome: 'no_order', order: null, candidates: [] });
  });

  test('after the expiry closes nothing, also before the timer has come', async () => {
    const id = await issue('1500');
    kantor.pass(14 * MINUTE);
    await stage.hear(cabinet, sber('1500'));
    expect(await lastMessage()).toMatchObject({ outcome: 'expired', order: id });
    expect((await readOrder(id)).status).toBe('ACTIVE');
    await expireDueOrders(kantor);
  });

  test('about an order that its trader has confirmed changes nothing', async () => {
    const id = await issue('1500');
    await confirm(id, 'confirm');
    const before = await kantor.balances(trader.id);
    await stage.hear(cabinet, sber('1500'));
    expect(await lastMessage()).toMatchObject({ outcome: 'already_closed', order: id });
    expect(await kantor.balances(trader.id)).toEqual(before);
  });

  test('about a cancelled or an appealed order leaves it as it is', async () => {
    const cancelled = await issue('1500');
    await kantor.send(`/merchant/v1/orders/${cancelled}/cancel`, {
      method: 'POST',
      token: stage.merchant.key,
      headers: { 'idempotency-key': cancelled },
    });
    await stage.hear(cabinet, sber('1500'));
    expect(await lastMessage()).toMatchObject({ outcome: 'cancelled', order: cancelled });

    const appealed = await issue('1600');
    await openAppeal(kantor, { merchantId: stage.merchant.id, orderId: appealed, amount: rub('1600') });
    await stage.hear(cabinet, sber('1600'));
    expect(await lastMessage()).toMatchObject({ outcome: 'appeal', order: appealed });
    expect((await readOrder(appealed)).status).toBe('APPEAL');
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('in a cabinet that was blocked meanwhile closes nothing', async () => {
    const id = await issue('1500');
    await kantor.send(`/api/v1/cabinets/${cabinet.id}/block_forever/`, { method: 'POST', token: trader.token });
    await stage.hear(cabinet, sber('1500'));
    expect(await lastMessage()).toMatchObject({ outcome: 'cabinet_blocked', order: id });
    expect((await readOrder(id)).status).toBe('ACTIVE');
  });

  test('on a phone whose clock is wrong is heard when it is told, at the latest', async () => {
    const id = await issue('1500');
    await stage.hear(cabinet, sber('1500'), { heardAt: after(kantor.clock(), 60 * MINUTE) });
    expect(await lastMessage()).toMatchObject({ outcome: 'paid', order: id });
    const { id: message } = await lastMessage();
    expect((await get(`devicenotifications/${message}/`)).heard_at).toBe(kantor.clock().toISOString());
    await stage.hear(cabinet, sber('1600'), { heardAt: new Date('-009000-01-01T00:00:00Z') });
    expect(await lastMessage()).toMatchObject({ outcome: 'no_order' });
  });
});

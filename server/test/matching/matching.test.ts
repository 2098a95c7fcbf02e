import { emptyOutbox } from '../support/outbox-reading.ts';
import { listNotifications } from '@kantor/contract/wire/devices.ts';
import { confirmOrder, getOrder } from '@kantor/contract/wire/orders.ts';
import { listRequisites, updateRequisite } from '@kantor/contract/wire/requisites.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { createBankPhone, SBER, sber, tbank } from '../support/bank-phone.ts';
import { usdt } from '../support/money.ts';
import { test as base } from './fixture.ts';

// The effect of a bank's message on orders.

const test = base
  /** The events since the outbox was emptied. */
  .extend('told', ({ kantor }) => async () => {
    const { rows } = await sql`select kind, object_id as id, owners from outbox order by outbox.id`.execute(kantor.db);
    return rows;
  });

describe('a message of money that came', () => {
  test('closes the order that it pays, as its trader would', async ({ kantor, trader, hear, issue }) => {
    const id = await issue('1500.50');
    await hear(sber('1500.50'), { messageId: 'sms-1' });

    const order = await trader.readOrder(id);
    expect(order).toMatchObject({ status: 'CLOSED', payment_datetime: kantor.clock().toISOString() });
    expect(order.status_history.at(-1)).toMatchObject({ status: 'CLOSED', actor: 'device' });
    const message = await trader.lastMessage();
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
    expect(message).toMatchObject({ tail: '4321', sender: 'Иван И.', balance: '20000.50' });
    // 15.005 USDT at 100; 2 % of it is the reward.
    expect(await kantor.balances(trader.id)).toMatchObject({
      available: usdt('99984.995'),
      held: 0n,
      earned: usdt('0.3001'),
    });
    expect(await trader.refusal(confirmOrder, { params: { id } })).toMatchObject({ status: 409, code: 'order_status' });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('tells the trader of the message, and both sides of the order', async ({
    kantor,
    merchant,
    trader,
    hear,
    issue,
    told,
  }) => {
    const id = await issue('1600');
    await emptyOutbox(kantor);
    await hear(sber('1600'));
    const { id: message } = await trader.lastMessage();
    expect(await told()).toEqual([
      { kind: 'order.closed', id, owners: [trader.id, merchant.id] },
      { kind: 'notification.new', id: message, owners: [trader.id] },
      { kind: 'order.message', id, owners: [trader.id] },
    ]);
  });

  test('is the trader’s own: the merchant does not see it beside the order', async ({ merchant, hear, issue }) => {
    const id = await issue('1700');
    await hear(sber('1700'));
    expect((await merchant.call(getOrder, { params: { id } })).notifications).toEqual([]);
  });

  test('of another trader is not shown beside the order, whatever says that it may be about it', async ({
    kantor,
    trader,
    createCabinet,
    issue,
  }) => {
    const id = await issue('1750');
    const other = await createCabinet((await kantor.createTrader()).id);
    await createBankPhone(kantor, other)(sber('1'));
    await sql`
      insert into notification_candidate (notification_id, order_id)
      select id, ${id} from notification where cabinet_id = ${other.id}`.execute(kantor.db);
    expect((await trader.readOrder(id)).notifications).toEqual([]);
    await sql`delete from notification_candidate where order_id = ${id}`.execute(kantor.ownerDb);
  });

  test('that fits two orders of the cabinet closes neither, and leads to both', async ({
    kantor,
    trader,
    cabinet,
    hear,
    issue,
    told,
  }) => {
    // Their payers see a telephone number: no tail rules one of them out.
    const { results } = await trader.call(listRequisites);
    for (const { id } of results) {
      const body = { bank_type: SBER, is_sbp: true, last_4_digits_card: '', bank_account: '' };
      await trader.call(updateRequisite, { params: { id }, body });
    }
    await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, last4: '', bankAccount: '' });
    const [one, two] = [await issue('1500'), await issue('1500')];
    await emptyOutbox(kantor);
    await hear(sber('1500', '9999'));
    const message = await trader.lastMessage();
    expect(message).toMatchObject({ outcome: 'ambiguous', order: null, candidates: [two, one] });
    expect(message.reason).toBe('Сумма совпала с двумя заказами: подтвердите нужный сами');
    for (const id of [one, two]) {
      expect(await trader.readOrder(id)).toMatchObject({ status: 'ACTIVE', notifications: [{ id: message.id }] });
    }
    // The page of each of them shows the message at once.
    expect(await told()).toEqual([
      { kind: 'notification.new', id: message.id, owners: [trader.id] },
      ...[two, one].map((id) => ({ kind: 'order.message', id, owners: [trader.id] })),
    ]);
  });

  test('that names the account closes the order of that one alone', async ({
    kantor,
    trader,
    cabinet,
    hear,
    issue,
  }) => {
    await kantor.createRequisite(trader.id, {
      cabinetId: cabinet.id,
      bankId: SBER,
      last4: '0932',
      bankAccount: '40817810000000004006',
    });
    const ids = [await issue('1500'), await issue('1500')];
    await hear(sber('1500', '4006'));
    const orders = await Promise.all(ids.map((id) => trader.readOrder(id)));
    const closed = orders.filter(({ status }) => status === 'CLOSED');
    expect(closed.map((order) => order.bank_detail?.short_name)).toEqual(['Сбер •0932']);
    expect((await trader.lastMessage()).order).toBe(closed[0]?.id);
  });

  test('of another bank, or another account, closes nothing and says why', async ({ trader, hear, issue }) => {
    const id = await issue('1500');
    await hear(tbank('1500'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'other_bank', order: null });
    await hear(sber('1500', '9999'));
    expect(await trader.lastMessage()).toMatchObject({
      outcome: 'tail_mismatch',
      reason: 'Ни у одного реквизита кабинета карта или счёт не кончается на 9999',
    });
    expect((await trader.readOrder(id)).status).toBe('ACTIVE');
  });

  test('a kopeck off closes nothing', async ({ trader, hear, issue }) => {
    const id = await issue('1500');
    await hear(sber('1499.99'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'near', order: null, candidates: [id] });
    expect((await trader.readOrder(id)).status).toBe('ACTIVE');
  });

  test('older than the order closes nothing, also when it arrives later', async ({ kantor, trader, hear, issue }) => {
    const heardAt = kantor.clock();
    kantor.pass(MINUTE);
    const id = await issue('1500');
    await hear(sber('1500'), { heardAt });
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'before_order', candidates: [id] });
    expect((await trader.readOrder(id)).status).toBe('ACTIVE');
  });

  test('of another cabinet closes nothing: neither of the same trader, nor of another', async ({
    kantor,
    trader,
    createCabinet,
    issue,
  }) => {
    const id = await issue('1500');
    await createBankPhone(kantor, await createCabinet(trader.id))(sber('1500'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'no_order', order: null });
    const stranger = await kantor.createTrader();
    const theirs = await createCabinet(stranger.id);
    await kantor.createRequisite(stranger.id, { cabinetId: theirs.id, bankId: SBER });
    await createBankPhone(kantor, theirs)(sber('1500'));
    expect((await stranger.call(listNotifications)).results).toMatchObject([{ outcome: 'no_order' }]);
    expect(await trader.readOrder(id)).toMatchObject({ status: 'ACTIVE', notifications: [] });
  });

  test('is refused for a cabinet that is not the trader’s', async ({ kantor, cabinet }) => {
    const stranger = await kantor.createTrader();
    const hearOfIt = createBankPhone(kantor, { ...cabinet, traderId: stranger.id });
    await expect(hearOfIt(sber('1'))).rejects.toThrow('Не найдено');
  });
});

import { listNotifications } from '@kantor/contract/wire/devices.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { after, MINUTE } from '../../src/kernel/clock.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { createBankPhone, SBER, sber, tbank } from '../support/bank-phone.ts';
import { test as base } from './fixture.ts';

// The effect of a repeated message on orders, and the database's limits for all messages.

const test = base
  /** Writes to the newest message of a trader, past the product. */
  .extend('change', ({ kantor, trader }) => async (assignment: string, traderId = trader.id) => {
    const newest = sql`select id from notification where trader_id = ${traderId} order by trader_seq desc limit 1`;
    await sql`update notification set ${sql.raw(assignment)} where id = (${newest})`.execute(kantor.db);
  });

describe('a message that comes again', () => {
  test('under its name changes nothing', async ({ trader, hear, issue }) => {
    await issue('1500');
    await hear(sber('1500'), { messageId: 'sms' });
    const second = await issue('1600');
    await hear(sber('1600'), { messageId: 'sms' });
    expect(await trader.call(listNotifications)).toMatchObject({ count: 1, results: [{ amount: '1500.00' }] });
    expect((await trader.readOrder(second)).status).toBe('ACTIVE');
  });

  test('under another name within the same minute of the phone’s clock changes nothing', async ({
    trader,
    hear,
    issue,
  }) => {
    const phoneTime = new Date('2030-01-01T10:00:00Z');
    const id = await issue('1500');
    await hear(sber('1500'), { messageId: 'a', phoneTime });
    await hear(sber('1500'), { messageId: 'b', phoneTime: after(phoneTime, 59_999) });
    expect((await trader.call(listNotifications)).count).toBe(1);

    await hear(sber('1500'), { messageId: 'c', phoneTime: after(phoneTime, MINUTE) });
    expect(await trader.call(listNotifications)).toMatchObject({
      count: 2,
      results: [{ outcome: 'already_closed', order: id, reason: 'Заказ на эту сумму уже подтверждён' }, {}],
    });
    await hear({ ...sber('1500'), application: '901' }, { messageId: 'd', phoneTime });
    expect((await trader.call(listNotifications)).count).toBe(3);
  });

  test('by the bank in other words closes no other order of the same sum', async ({
    kantor,
    trader,
    cabinet,
    hear,
    issue,
  }) => {
    const id = await issue('1500');
    await hear(sber('1500'));
    await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: SBER });
    const next = await issue('1500');
    await hear({
      application: '900',
      text: 'СЧЁТ4321 зачислен перевод по СБП 1500р из Т-Банк от Иван И.',
    });
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'ambiguous', candidates: [next, id] });
    expect((await trader.readOrder(next)).status).toBe('ACTIVE');
  });

  test('in one batch, or by phones of two cabinets, is kept once for each', async ({
    kantor,
    trader,
    createCabinet,
    hear,
    issue,
  }) => {
    const id = await issue('1500');
    await Promise.all([1, 2, 3].map(() => hear(sber('1500'), { messageId: 'same' })));
    const hearElsewhere = createBankPhone(kantor, await createCabinet(trader.id));
    await hearElsewhere(sber('1500'), { messageId: 'same' });
    const { count, results } = await trader.call(listNotifications);
    expect([count, results[1]?.order]).toEqual([2, id]);
    expect(await verify(kantor.db)).toEqual([]);
  });
});

describe('the database refuses', () => {
  test('a second message that pays an order, and one that pays none', async ({ hear, issue, change }) => {
    const id = await issue('1500');
    await hear(sber('1500'));
    await expect(change('order_id = null')).rejects.toThrow('notification_paid_order');
    await hear(tbank('1500'));
    await expect(change(`outcome = 'paid', order_id = '${id}', amount = 1`)).rejects.toThrow('notification_pays');
  });

  test('a message at the order of another trader', async ({ kantor, createCabinet, issue, change }) => {
    const id = await issue('1500');
    const stranger = await kantor.createTrader();
    await createBankPhone(kantor, await createCabinet(stranger.id))(sber('1500'));
    await expect(change(`order_id = '${id}'`, stranger.id)).rejects.toThrow('notification_own_order');
  });

  test('the same words within a minute twice', async ({ kantor, cabinet, hear }) => {
    await hear(sber('1'));
    await hear(sber('2'));
    const words = `text_hash = (select text_hash from notification where cabinet_id = '${cabinet.id}' limit 1)`;
    await expect(
      sql`update notification set ${sql.raw(words)} where cabinet_id = ${cabinet.id}`.execute(kantor.db),
    ).rejects.toThrow('notification_text_once');
  });
});

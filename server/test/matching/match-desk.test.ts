import { getInbox } from '@kantor/contract/wire/inbox.ts';
import { dismissMessage, listMessagesToSort, restoreMessage } from '@kantor/contract/wire/match.ts';
import { confirmOrder, listOrders } from '@kantor/contract/wire/orders.ts';
import { listPlatformNotifications } from '@kantor/contract/wire/platform/work.ts';
import { describe, expect } from 'vitest';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { declineAppeal, openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { atOnce } from '../support/at-once.ts';
import { sber, SBER, tbank, TBANK } from '../support/bank-phone.ts';
import { rub } from '../support/money.ts';
import { test } from './desk-fixture.ts';

// What waits for a person among the bank's messages, and what they do with it (decision 75).

const UNREAD = { application: '900', text: 'Вам пришло 1500р, подробности в приложении' };

describe('what waits for a person', () => {
  test('is ambiguous, near, without an order, late or unread: listed, counted and told by one query', async ({
    kantor,
    trader,
    cabinet,
    hear,
    issue,
    toSort,
  }) => {
    const late = await issue('3000');
    kantor.pass(15 * MINUTE);
    await expireDueOrders(kantor);
    await hear(sber('3000'));
    await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: SBER });
    const twins = [await issue('1200'), await issue('1200')];
    await hear(sber('1200'));
    const near = await issue('1300');
    const awaited = await issue('1500');
    for (const said of [sber('1300.50'), sber('90000'), UNREAD]) {
      await hear(said);
      kantor.pass(MINUTE);
    }
    // Not read either: of a bank that no order waits at, and of sums that no order has.
    await hear({ application: 'Tinkoff', text: 'Вам пришло 1500р, подробности в приложении' });
    await hear({
      application: '900',
      text: 'Вклад «Лучший»: до 18% годовых. Пополнение от 1000р. Откройте в приложении',
    });
    await hear({ application: '900', text: 'СЧЁТ4321 12:01 Покупка 700р Магазин Баланс: 100р' });

    const rows = await toSort();
    expect(rows.map(({ outcome }) => outcome)).toEqual(['unread', 'no_order', 'near', 'ambiguous', 'expired']);
    const { items } = await trader.call(getInbox);
    const told = items.find(({ what }) => what === 'messages_to_sort');
    const { count } = await trader.call(listMessagesToSort, { query: { page_size: 2 } });
    expect([told?.count, count]).toEqual([5, 5]);
    expect(told?.id).toBe(rows.at(-1)?.id);
    const operator = await kantor.createOperator();
    const { results } = await operator.call(listPlatformNotifications, {
      query: { status: 'to_sort', account: trader.id },
    });
    expect(results.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));

    const [unread, , nearly, ambiguous, expired] = rows;
    expect(unread).toMatchObject({ amount: null, bank: 'Сбербанк' });
    expect(unread?.candidates).toMatchObject([{ id: awaited, difference: null, can_confirm: true, for_sum: null }]);
    expect(nearly?.candidates).toMatchObject([{ id: near, difference: '0.50', can_confirm: true, for_sum: 'appeal' }]);
    expect(ambiguous?.candidates.map(({ id }) => id).toSorted()).toEqual(twins.toSorted());
    expect(ambiguous).toMatchObject({ amount: '1200.00', sender: 'Иван И.', tail: '4321' });
    expect(expired?.candidates).toMatchObject([{ id: late, status: 'EXPIRED', can_confirm: true, for_sum: null }]);
    const noise = await toSort('noise');
    expect(noise.map(({ outcome, candidates }) => [outcome, candidates])).toEqual([
      ['unread', []],
      ['unread', []],
    ]);

    kantor.pass(DAY);
    expect(await toSort()).toEqual([]);
  });

  test('waits at the appeal while its order is in one, and at the desk again when that was declined', async ({
    kantor,
    merchant,
    trader,
    cabinet,
    issue,
    hear,
    toSort,
  }) => {
    const orderId = await issue('1500');
    kantor.pass(16 * MINUTE);
    await expireDueOrders(kantor);
    await hear(sber('1500'));
    await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: SBER });
    const twins = [await issue('1200'), await issue('1200')];
    await hear(sber('1200'));
    expect((await toSort()).map(({ outcome }) => outcome)).toEqual(['ambiguous', 'expired']);
    const claim = (order: string, amount: string) =>
      openAppeal(kantor, { merchantId: merchant.id, orderId: order, amount: rub(amount) });
    const appeal = await claim(orderId, '1500');
    expect((await toSort()).map(({ outcome }) => outcome)).toEqual(['ambiguous']);
    await claim(twins[0] ?? '', '1200');
    // The other one may still be meant.
    expect((await toSort()).map(({ outcome }) => outcome)).toEqual(['ambiguous']);
    await claim(twins[1] ?? '', '1200');
    expect(await toSort()).toEqual([]);
    await declineAppeal(kantor, { role: 'operator' }, appeal);
    expect((await toSort()).map(({ outcome }) => outcome)).toEqual(['expired']);
  });

  test('is offered unpaid orders nearby: of its cabinet and bank, the nearest sum first, none that is twice as much', async ({
    kantor,
    trader,
    cabinet,
    issue,
    hear,
    toSort,
  }) => {
    const [far, nearest] = [await issue('1400'), await issue('1000')];
    await issue('5000');
    const closed = await issue('995');
    await trader.call(confirmOrder, { params: { id: closed } });
    await hear(sber('990'));
    kantor.pass(MINUTE);
    await issue('991');
    const [row] = await toSort();
    expect(row?.candidates.map(({ id, difference }) => [id, difference])).toEqual([
      [nearest, '-10.00'],
      [far, '-410.00'],
    ]);
    await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: TBANK });
    await hear(tbank('1001'));
    expect((await toSort())[0]).toMatchObject({ bank: 'Т-Банк', candidates: [] });
  });

  test('of whoever sees no balance says only that the balance fits', async ({ kantor, trader, short }) => {
    const { message } = await short('1000', '990');
    const shift = await kantor.createMember(trader.id, 'shift');
    const { results } = await shift.call(listMessagesToSort);
    expect(results.map(({ id }) => id)).toEqual([message]);
    expect(JSON.stringify(results)).not.toContain('20000.50"');
    expect(Object.keys(results[0] ?? {})).not.toContain('balance');
  });
});

describe('a message that is about no order', () => {
  test('leaves the desk, is used by nobody and by nothing, and comes back', async ({
    kantor,
    trader,
    cabinet,
    hear,
    issue,
    toSort,
  }) => {
    await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: SBER });
    const [one] = [await issue('1200'), await issue('1200')];
    await hear(sber('1200'));
    const { id } = await trader.lastMessage();
    const listed = async () => (await trader.call(listOrders)).results.map((order) => order.fitting_message);
    expect(await listed()).toEqual([id, id]);
    const body = { reason: 'other_person', note: 'долг' } as const;
    await trader.call(dismissMessage, { params: { id }, body });
    expect(await toSort()).toEqual([]);
    expect(await listed()).toEqual([null, null]);
    expect(await trader.lastMessage()).toMatchObject({
      outcome: 'dismissed',
      reason: 'Не про заказ: перевод не от плательщика · долг',
    });
    const confirm = { params: { id: one }, body: { notification_id: id } };
    expect(await trader.refusal(confirmOrder, confirm)).toMatchObject({ code: 'message_dismissed' });
    // A second message of the sum would otherwise pay both orders together with it.
    kantor.pass(MINUTE);
    await hear({ ...sber('1200'), text: sber('1200').text.replace('20000.50', '21200.50') });
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'ambiguous' });
    expect(await trader.refusal(dismissMessage, { params: { id }, body })).toMatchObject({ code: 'message_dismissed' });
    await trader.call(restoreMessage, { params: { id } });
    expect((await toSort()).map((message) => message.id)).toContain(id);
    expect(await trader.refusal(restoreMessage, { params: { id } })).toMatchObject({ code: 'message_not_dismissed' });
    await trader.call(confirmOrder, confirm);
    expect(await trader.refusal(dismissMessage, { params: { id }, body })).toMatchObject({ code: 'message_used' });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('is dismissed by one of two, while the other confirms an order by it', async ({
    kantor,
    trader,
    issue,
    hear,
  }) => {
    const order = await issue('1000');
    await hear(sber('990'));
    const { id } = await trader.lastMessage();
    const colleague = await kantor.createMember(trader.id, 'shift');
    const { answers, refusals } = await atOnce<unknown>([
      trader.call(dismissMessage, { params: { id }, body: { reason: 'advert' } }),
      colleague.call(confirmOrder, { params: { id: order }, body: { notification_id: id } }),
    ]);
    expect([answers.length, refusals.length]).toEqual([1, 1]);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('that nobody could read pays the order that a person says', async ({ kantor, trader, issue, hear, toSort }) => {
    const order = await issue('1500');
    await hear(UNREAD);
    const [row] = await toSort();
    const params = { id: order };
    expect(row?.candidates).toMatchObject([{ id: order }]);
    await trader.call(confirmOrder, { params, body: { notification_id: row?.id ?? '' } });
    expect(await trader.readOrder(order)).toMatchObject({ status: 'CLOSED', ground: { notification: row?.id } });
    expect(await toSort()).toEqual([]);
    expect(await verify(kantor.db)).toEqual([]);
  });
});

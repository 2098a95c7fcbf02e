import { confirmAppeal, declineAppeal, agreeAppeal, disagreeAppeal, getAppeal } from '@kantor/contract/wire/appeals.ts';
import { idempotencyKey } from '@kantor/contract/client.ts';
import { getInbox } from '@kantor/contract/wire/inbox.ts';
import {
  confirmOrderForSum,
  dismissMessage,
  getOtherSums,
  restoreMessage,
  setOtherSums,
} from '@kantor/contract/wire/match.ts';
import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { confirmAppeal as decide } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { atOnce } from '../support/at-once.ts';
import { sber, SBER } from '../support/bank-phone.ts';
import { usdt } from '../support/money.ts';
import { test } from './desk-fixture.ts';

// «Пришло 990 из 1 000»: who decides, and for what the order closes (decision 75).

describe('another sum', () => {
  test('closes the order where little is missing and its merchant lets it: exactly for that, by the rate and the fees of an appeal', async ({
    kantor,
    merchant,
    trader,
    short,
    lets,
    forSum,
    toSort,
  }) => {
    await lets('down_to', 1);
    const { order, message } = await short('1000', '990');
    const [row] = await toSort();
    expect(row?.candidates).toMatchObject([{ id: order, for_sum: 'close' }]);
    const before = await kantor.balances(trader.id);
    const key = idempotencyKey();
    const answer = await forSum(order, message, key);
    expect(answer).toMatchObject({ way: 'close', amount: '990.00' });
    expect(await forSum(order, message, key)).toEqual(answer);
    expect(await trader.readOrder(order)).toMatchObject({
      status: 'CLOSED',
      ground: { kind: 'message', notification: message },
      appeal: { status: 'PROCESSED', amount: '990.00' },
    });
    // At 100 roubles a USDT: 9.90 leave the trader's hold of 10, the rest comes back.
    const balances = await kantor.balances(trader.id);
    expect([before.held, balances.held]).toEqual([usdt('10'), 0n]);
    expect(balances.available - before.available).toBe(usdt('0.1'));
    expect(await merchant.call(getAppeal, { params: { id: answer.appeal } })).toMatchObject({ status: 'PROCESSED' });
    expect(await trader.refusal(confirmOrder, { params: { id: order } })).toMatchObject({ code: 'order_status' });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test.for([
    ['a kopeck more is missing', 'down_to', 1, '989.99', 'merchant'],
    ['more came', 'down_to', 50, '1010', 'merchant'],
    ['it is asked each time', 'ask', null, '990', 'merchant'],
    ['it never agrees', 'never', null, '990', 'operator'],
  ] as const)(
    'opens an appeal that its trader does not confirm: %s',
    async ([, rule, percent, came, asked], { kantor, merchant, trader, short, lets, forSum, toSort }) => {
      await lets(rule, percent);
      const { order, message } = await short('1000', came);
      const { way, appeal: id } = await forSum(order, message);
      expect(way).toBe('appeal');
      expect(await toSort()).toEqual([]);
      // The order's page shows the message that its appeal is about.
      expect((await trader.readOrder(order)).notifications).toMatchObject([{ id: message, outcome: 'appeal' }]);
      expect(await trader.call(getAppeal, { params: { id } })).toMatchObject({ status: 'OPEN', decided_by: asked });
      expect((await trader.call(getInbox)).items).toEqual([]);
      expect(await trader.refusal(confirmAppeal, { params: { id } })).toMatchObject({ code: 'appeal_of_others' });
      if (asked === 'merchant') {
        await merchant.call(agreeAppeal, { params: { id } });
      } else {
        expect(await merchant.refusal(agreeAppeal, { params: { id } })).toMatchObject({ code: 'appeal_of_others' });
        await decide(kantor, { role: 'operator' }, id);
      }
      expect(await trader.readOrder(order)).toMatchObject({ status: 'CLOSED', ground: { notification: message } });
      expect(await trader.lastMessage()).toMatchObject({ outcome: 'paid_by_hand', order });
      expect(await verify(kantor.db)).toEqual([]);
    },
  );

  test('that a merchant does not agree to, or its trader takes back, leaves the order and the message as they were', async ({
    kantor,
    merchant,
    trader,
    short,
    forSum,
    toSort,
    lets,
  }) => {
    await lets('ask');
    const { order, message } = await short('1000', '700');
    for (const decline of [
      (id: string) => merchant.call(disagreeAppeal, { params: { id } }),
      (id: string) => trader.call(declineAppeal, { params: { id } }),
    ]) {
      const { appeal } = await forSum(order, message);
      expect(await verify(kantor.db)).toEqual([]);
      await decline(appeal);
      expect(await trader.readOrder(order)).toMatchObject({ status: 'ACTIVE' });
      expect((await toSort()).map(({ id }) => id)).toEqual([message]);
    }
    expect(await kantor.balances(trader.id)).toMatchObject({ held: usdt('10') });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('of an expired order is taken from what its trader has', async ({
    kantor,
    trader,
    issue,
    hear,
    lets,
    forSum,
  }) => {
    await lets('down_to', 5);
    const order = await issue('1000');
    kantor.pass(15 * MINUTE);
    await expireDueOrders(kantor);
    await hear(sber('980'));
    const { available } = await kantor.balances(trader.id);
    await forSum(order, (await trader.lastMessage()).id);
    const balances = await kantor.balances(trader.id);
    expect([available - balances.available, balances.held]).toEqual([usdt('9.8'), 0n]);
    expect(await trader.refusal(confirmExpiredOrder, { params: { id: order } })).toMatchObject({
      code: 'order_status',
    });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('is refused: of the order’s own sum, closed, dismissed, used, of others', async ({
    kantor,
    trader,
    cabinet,
    short,
    issue,
    hear,
    lets,
    forSum,
    refusedForSum,
  }) => {
    await lets('down_to', 5);
    const { order, message } = await short('1000', '990');
    await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: SBER });
    const twins = [await issue('1200'), await issue('1200')] as const;
    await hear(sber('1200'));
    const own = (await trader.lastMessage()).id;
    expect(await refusedForSum(twins[0], own)).toMatchObject({ code: 'same_sum' });
    const stranger = await kantor.createTrader();
    const foreign = { params: { id: order }, body: { notification_id: message } };
    expect(await stranger.refusal(confirmOrderForSum, foreign)).toMatchObject({ status: 404 });
    expect(await refusedForSum(order, stranger.id)).toMatchObject({ status: 404 });
    await trader.call(dismissMessage, { params: { id: message }, body: { reason: 'own_money' } });
    expect(await refusedForSum(order, message)).toMatchObject({ code: 'message_dismissed' });
    await trader.call(restoreMessage, { params: { id: message } });
    await forSum(order, message);
    expect(await refusedForSum(order, message)).toMatchObject({ code: 'order_status' });
    expect(await refusedForSum(twins[0], message)).toMatchObject({ code: 'message_used' });
    await trader.call(confirmOrder, { params: { id: twins[1] } });
    expect(await refusedForSum(twins[1], own)).toMatchObject({ code: 'order_status' });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('is said once by two people at once, of one message and two orders too', async ({
    kantor,
    trader,
    issue,
    hear,
    lets,
  }) => {
    const shift = await kantor.createMember(trader.id, 'shift');
    for (const rule of ['ask', 'down_to'] as const) {
      await lets(rule, rule === 'ask' ? null : 50);
      const ids = [await issue(rule === 'ask' ? '1000' : '2000'), await issue(rule === 'ask' ? '1010' : '2020')];
      await hear(sber(rule === 'ask' ? '900' : '1900'));
      const body = { notification_id: (await trader.lastMessage()).id };
      const { answers, refusals } = await atOnce(
        [trader, shift].flatMap((person) => ids.map((id) => person.call(confirmOrderForSum, { params: { id }, body }))),
      );
      expect([answers.length, refusals.length]).toEqual([1, 3]);
      expect(await verify(kantor.db)).toEqual([]);
    }
  });
});

test('A merchant says what is done with another sum, and a viewer only reads it', async ({
  kantor,
  lets,
  merchant,
}) => {
  const shop = await kantor.createMerchant();
  expect(await shop.call(getOtherSums)).toEqual({ rule: 'ask', missing_percent: null });
  expect(await lets('down_to', 3)).toEqual({ rule: 'down_to', missing_percent: 3 });
  expect(await merchant.call(getOtherSums)).toEqual({ rule: 'down_to', missing_percent: 3 });
  for (const body of [
    { rule: 'down_to', missing_percent: null },
    { rule: 'ask', missing_percent: 3 },
    { rule: 'down_to', missing_percent: 51 },
  ] as const) {
    expect(await merchant.refusal(setOtherSums, { body })).toMatchObject({ status: 400 });
  }
  const viewer = await kantor.createMember(shop.id, 'viewer');
  expect(await viewer.refusal(setOtherSums, { body: { rule: 'ask', missing_percent: null } })).toMatchObject({
    status: 403,
  });
});

import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import { describe, expect } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { declineAppeal, openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { sber } from '../support/bank-phone.ts';
import { rub } from '../support/money.ts';
import { test } from './fixture.ts';

// Messages of one sum, while one order after another is of that sum on one requisite.

/** As long as an order lives and keeps its amount, less the minute that `issue` takes. */
const UNTIL_FREE = 24 * MINUTE;

/** The same in other words: no phone could tell that it is a repeat. */
const again = { application: '900', text: 'СЧЁТ4321 зачислен перевод по СБП 1500р из Т-Банк от Иван И.' };

describe("a bank's second message", () => {
  test('finds its order until the next one of that sum can be', async ({ kantor, trader, merchant, hear, issue }) => {
    const first = await issue('1500');
    await hear(sber('1500'));
    kantor.pass(UNTIL_FREE - 1);
    expect(await merchant.findsRequisite('1500')).toBe(false);
    await hear(again);
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'already_closed', order: first });
    kantor.pass(1);
    const next = await issue('1500');
    expect((await trader.readOrder(next)).status).toBe('ACTIVE');
    await hear(sber('1500'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'paid', order: next });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('within ten minutes of a late closing closes no other order', async ({ kantor, trader, hear, issue }) => {
    const first = await issue('1500');
    kantor.pass(UNTIL_FREE);
    await expireDueOrders(kantor);
    const next = await issue('1500');
    await trader.call(confirmExpiredOrder, { params: { id: first } });
    kantor.pass(10 * MINUTE);
    await hear(again);
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'ambiguous', candidates: [next, first] });
    kantor.pass(1);
    await hear(sber('1500'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'paid', order: next });
  });
});

describe('while an order is contested, a message of its sum', () => {
  test('is about it, however long that takes, and no other order of that sum is issued', async ({
    kantor,
    trader,
    merchant,
    hear,
    issue,
  }) => {
    const contested = await issue('1500');
    await openAppeal(kantor, { merchantId: merchant.id, orderId: contested, amount: rub('1500') });
    kantor.pass(20 * HOUR);
    expect(await merchant.findsRequisite('1500')).toBe(false);
    await hear(sber('1500'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'appeal', order: contested });
    kantor.pass(DAY);
    expect(await merchant.findsRequisite('1500')).toBe(false);
  });

  test('closes no order that was issued before it was contested', async ({ kantor, trader, merchant, hear, issue }) => {
    const expired = await issue('1500');
    kantor.pass(UNTIL_FREE);
    await expireDueOrders(kantor);
    const active = await issue('1500');
    const orderOf = { merchantId: merchant.id, orderId: expired, amount: rub('1500') };
    const appeal = await openAppeal(kantor, orderOf);
    await hear(sber('1500'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'ambiguous', candidates: [active, expired] });
    expect((await trader.readOrder(active)).status).toBe('ACTIVE');

    await declineAppeal(kantor, { role: 'operator' }, appeal);
    await hear(again);
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'paid', order: active });
    expect(await trader.refusal(confirmOrder, { params: { id: active } })).toMatchObject({ code: 'order_status' });
    expect(await verify(kantor.db)).toEqual([]);
  });
});

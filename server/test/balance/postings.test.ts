import { getOrderPostings } from '@kantor/contract/wire/postings.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { expect } from 'vitest';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { HOUR } from '../../src/kernel/clock.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { rub } from '../support/money.ts';
import type { Person } from '../support/people.ts';

const test = freshKantorTest
  .extend('trader', ({ kantor }) => kantor.createTrader({ balance: '100' }))
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend('order', async ({ kantor, trader, merchant }) => {
    await kantor.createRequisite(trader.id);
    return merchant.order('1500');
  });

const movedFor = async (person: Person, id: string) =>
  (await person.call(getOrderPostings, { params: { id } })).map(({ kind, part, amount }) => [
    kind,
    part,
    Number(amount),
  ]);

test('each side sees what an order moved on its own balance, and nothing of the other', async ({
  trader,
  merchant,
  order: { id },
}) => {
  const held = [
    ['order_hold', 'available', -15],
    ['order_hold', 'held', 15],
  ];
  expect(await movedFor(trader, id)).toEqual(held);
  expect(await movedFor(merchant, id)).toEqual([]);
  await trader.call(confirmOrder, { params: { id } });
  expect(await movedFor(trader, id)).toEqual([...held, ['order_close', 'held', -15], ['order_close', 'earned', 0.3]]);
  const merchants = await movedFor(merchant, id);
  expect(merchants).toEqual([['order_close', 'available', expect.any(Number)]]);
  // The merchant's part is what is left of the hold: the trader's reward and the platform's fee are not told.
  expect(Number(merchants[0]?.[2])).toBeLessThan(14.7);
});

test('what an order’s appeals moved belongs to it', async ({ kantor, trader, merchant, order: { id } }) => {
  kantor.pass(HOUR);
  await expireDueOrders(kantor);
  await openAppeal(kantor, { merchantId: merchant.id, orderId: id, amount: rub('1200') });
  const kinds = (await movedFor(trader, id)).map(([kind]) => kind);
  expect(kinds.slice(0, 4)).toEqual(['order_hold', 'order_hold', 'order_release', 'order_release']);
  expect(new Set(kinds.slice(4))).toEqual(new Set(['appeal_hold']));
});

test('a shift sees no postings, and nobody those of an order that is not theirs', async ({ kantor, trader, order }) => {
  const params = { id: order.id };
  const shift = await kantor.createMember(trader.id, 'shift');
  expect((await shift.refusal(getOrderPostings, { params })).status).toBe(403);
  for (const other of [await kantor.createTrader(), await kantor.createMerchant()]) {
    expect((await other.refusal(getOrderPostings, { params })).status).toBe(404);
  }
});

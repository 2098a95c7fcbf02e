import { listMerchantAppeals } from '@kantor/contract/wire/merchant-appeals.ts';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { openMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { describe, expect } from 'vitest';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { openAppeal, USUAL_APPEALS } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import { rub, usdt } from '../support/money.ts';
import { png } from '../support/uploads.ts';

// What a merchant may claim: within days, for a multiple of the order, and for a cancelled order with a receipt.

const TERMS = USUAL_APPEALS;

let amounts = 1000;

const test = kantorTest
  .extend('trader', { scope: 'file', auto: true }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '10000' });
    await kantor.createRequisite(trader.id);
    return trader;
  })
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  /** An order of 1 000 RUB and some. */
  .extend('order', ({ merchant }) => merchant.order((amounts += 1)))
  .extend('claim', ({ order }) => async (amount: string) => ({
    params: { id: order.id },
    body: { amount },
    file: await png('чек.png'),
    headers: { 'idempotency-key': newId(new Date()) },
  }));

describe('a claim', () => {
  test('of three times the order is the most', async ({ merchant, order, claim }) => {
    const most = (Number(order.amount) * 3).toFixed(2);
    const refused = await merchant.api.refusal(openMerchantAppeal, await claim(`${most.slice(0, -1)}1`));
    const [whole = ''] = most.split('.');
    const shown = `${whole.slice(0, 1)}\u00A0${whole.slice(1)}\u00A0₽`;
    expect([refused.status, refused.problem?.errors]).toEqual([
      400,
      { amount: [`Не больше ${shown}: суммы заказа, умноженной на 3`] },
    ]);
    expect(await merchant.api.call(openMerchantAppeal, await claim(most))).toMatchObject({ amount: most });
  });

  test('of ten milliards holds nothing', async ({ kantor, merchant, trader, order, claim }) => {
    await merchant.api.call(cancelMerchantOrder, { params: { id: order.id } });
    const before = await kantor.balances(trader.id);
    const refused = await merchant.api.refusal(openMerchantAppeal, await claim('10000000000.00'));
    expect(Object.keys(refused.problem?.errors ?? {})).toEqual(['amount']);
    expect(await kantor.balances(trader.id)).toEqual(before);
    expect(before.available).toBeGreaterThan(usdt('1'));
  });
});

test('an order can be contested for fourteen days after the time it waited until, and no longer', async ({
  kantor,
  merchant,
  order,
  claim,
}) => {
  const another = await merchant.order((amounts += 1));
  kantor.pass(15 * MINUTE);
  await expireDueOrders(kantor);
  kantor.pass(14 * DAY);
  const inTime = { ...(await claim('900')), params: { id: another.id } };
  expect((await merchant.api.call(openMerchantAppeal, inTime)).status).toBe('OPEN');
  kantor.pass(1);
  expect(await merchant.api.refusal(openMerchantAppeal, await claim('900'))).toMatchObject({
    status: 409,
    code: 'appeal_late',
    problem: { detail: 'Апелляцию можно открыть не позже чем через 14 дней после окончания заказа' },
  });
  const { count } = await merchant.api.call(listMerchantAppeals, { query: { order_id: order.id } });
  expect(count).toBe(0);
});

test('an expired order is contested without a receipt, too', async ({ kantor, merchant, order }) => {
  kantor.pass(15 * MINUTE);
  await expireDueOrders(kantor);
  await openAppeal(kantor, { merchantId: merchant.id, orderId: order.id, amount: rub('900') }, TERMS);
  const { results } = await merchant.api.call(listMerchantAppeals, { query: { order_id: order.id } });
  expect(results).toMatchObject([{ status: 'OPEN', amount: '900.00' }]);
});

test('a cancelled order is contested with a receipt only', async ({ kantor, merchant, order, claim }) => {
  await merchant.api.call(cancelMerchantOrder, { params: { id: order.id } });
  const request = { merchantId: merchant.id, orderId: order.id, amount: rub('900') };
  await expect(openAppeal(kantor, request, TERMS)).rejects.toMatchObject({
    status: 400,
    errors: { file: ['Заказ отменён: приложите квитанцию об оплате'] },
  });
  expect((await merchant.api.call(openMerchantAppeal, await claim('900'))).status).toBe('OPEN');
});

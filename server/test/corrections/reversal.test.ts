import { getMerchantDashboard, listOperations, moveEarnings } from '@kantor/contract/wire/balance.ts';
import { getMerchantBalance } from '@kantor/contract/wire/merchant-account.ts';
import { getMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { getOrder, listOrders } from '@kantor/contract/wire/orders.ts';
import { createPayout, cancelPayout } from '@kantor/contract/wire/payouts.ts';
import { createWallet, createWithdrawal } from '@kantor/contract/wire/withdrawals.ts';
import { confirmAppeal, openAppeal } from '../../src/modules/appeals/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { DAY } from '../../src/kernel/clock.ts';
import { describe, expect } from 'vitest';
import { rub, usdt } from '../support/money.ts';
import { type Desk, test } from './fixture.ts';

const NOTHING = { available: 0n, held: 0n, earned: 0n, owed: 0n };

describe('a closed order that is taken back', () => {
  test('whole, leaves everybody as before it, and stays closed', async ({ kantor, desk }) => {
    const before = await desk.balances();
    const id = await desk.closed('1234.56');
    await desk.reverse(id, '1234.56', 'Банк вернул перевод');
    expect(await desk.balances()).toEqual(before);
    const order = await desk.trader.call(getOrder, { params: { id } });
    expect(order).toMatchObject({
      status: 'CLOSED',
      reversed_amount: '1234.56',
      reversed_at: kantor.clock().toISOString(),
      reversal_reason: 'Банк вернул перевод',
    });
    expect(order.status_history.at(-1)?.status).toBe('CLOSED');
    const seen = { status: 'CLOSED', reversed_amount: '1234.56', reversal_reason: 'Банк вернул перевод' };
    expect(await desk.merchant.call(getOrder, { params: { id } })).toMatchObject(seen);
    expect(await desk.merchant.api.call(getMerchantOrder, { params: { id } })).toMatchObject({
      ...seen,
      reversed_at: kantor.clock().toISOString(),
      paid_at: order.payment_datetime,
    });
    const list = await desk.merchant.call(listOrders, { query: { status: 'CLOSED' } });
    expect(list.results[0]).toMatchObject({ id, reversed_amount: '1234.56' });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('in part, leaves everybody what a closing for the rest would have given', async ({ kantor, desk }) => {
    const before = await desk.balances();
    await desk.reverse(await desk.closed('1000'), '400');
    // 600 RUB are 6 USDT: 0.3 of fee, of which 0.12 is the trader's.
    const { trader, merchant } = await desk.balances();
    expect(trader).toMatchObject({ available: before.trader.available - usdt('6'), earned: usdt('0.12') });
    expect(merchant).toMatchObject({ ...NOTHING, available: usdt('5.7') });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('after the earnings were moved, takes the reward out of what the trader gets back', async ({ kantor, desk }) => {
    const before = await desk.balances();
    const id = await desk.closed('1000');
    await desk.trader.call(moveEarnings);
    await desk.reverse(id, '1000');
    expect(await desk.balances()).toEqual(before);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('of another sum than its own, by an appeal, at most for that sum', async ({ kantor, desk }) => {
    const { id } = await desk.merchant.order('1000');
    const appeal = await openAppeal(kantor, { merchantId: desk.merchant.id, orderId: id, amount: rub('700') });
    await confirmAppeal(kantor, { role: 'operator' }, appeal);
    await expect(desk.reverse(id, '700.01')).rejects.toThrow('That is more than was paid. Nothing was changed.');
    await desk.reverse(id, '700');
    expect(await desk.balances()).toMatchObject({
      trader: { available: usdt('1000'), earned: 0n },
      merchant: NOTHING,
    });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('is taken back once', async ({ kantor, desk }) => {
    const id = await desk.closed('1000');
    await desk.reverse(id, '1');
    await expect(desk.reverse(id, '1')).rejects.toThrow('The order was reversed before');
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('must be closed, and not for longer than thirty days', async ({ kantor, desk }) => {
    const { id: active } = await desk.merchant.order('1000');
    await expect(desk.reverse(active, '1')).rejects.toThrow('Only a closed order can be reversed.');
    const id = await desk.closed('1100');
    kantor.pass(30 * DAY);
    await expect(desk.reverse(id, '1')).rejects.toThrow('too long ago');
  });
});

describe('a merchant who has not what is taken back', () => {
  /** The merchant owes 9 USDT: what an order of 1 000 RUB paid has left but for 0.5. */
  const owe = async (desk: Desk) => {
    const id = await desk.closed('1000');
    const wallet = await desk.merchant.call(createWallet, {
      body: { wallet_to_withdraw: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
    });
    const body = { amount_in_usdt: 9, wallet_id: wallet.id };
    await desk.merchant.call(createWithdrawal, { body });
    await desk.reverse(id, '1000');
    return { id, withdrawal: body };
  };

  test('has nothing, and owes the rest, which they see', async ({ kantor, desk }) => {
    await owe(desk);
    expect(await kantor.balances(desk.merchant.id)).toMatchObject({ available: 0n, held: usdt('9'), owed: -usdt('9') });
    expect(await desk.merchant.call(getMerchantDashboard)).toMatchObject({ balance: '0.000000', debt: '9.000000' });
    expect(await desk.merchant.api.call(getMerchantBalance)).toEqual({
      balance: '0.000000',
      held: '9.000000',
      debt: '9.000000',
    });
    expect(await kantor.cli('balances', desk.merchant.username)).toMatch(/owed +9\.000000 USDT/);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('pays with the next orders first, and reads so in the history', async ({ kantor, desk }) => {
    const { id } = await owe(desk);
    const part = await desk.closed('500');
    expect(await kantor.balances(desk.merchant.id)).toMatchObject({ available: 0n, owed: -usdt('4.25') });
    const rest = await desk.closed('600');
    expect(await kantor.balances(desk.merchant.id)).toMatchObject({ available: usdt('1.45'), owed: 0n });
    const { results } = await desk.merchant.call(listOperations, { query: { page_size: 10 } });
    const told = results.map(({ type, amount, reason, object_id }) => [type, amount, reason, object_id]);
    expect(told.slice(0, 6)).toEqual([
      ['SUBTRACT', '4.250000', 'debt_payment', rest],
      ['ADD', '5.700000', 'order_close', rest],
      ['SUBTRACT', '4.750000', 'debt_payment', part],
      ['ADD', '4.750000', 'order_close', part],
      ['SUBTRACT', '9.500000', 'order_reversal', id],
      ['ADD', '9.000000', 'debt', id],
    ]);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('creates no payout and no withdrawal meanwhile', async ({ desk }) => {
    const { withdrawal } = await owe(desk);
    const refused = {
      status: 409,
      code: 'debt',
      problem: {
        detail: 'У вас долг 9.000000 USDT. Он гасится из следующих заказов, до этого выплаты и выводы недоступны',
      },
    };
    expect(await desk.merchant.refusal(createWithdrawal, { body: withdrawal })).toMatchObject(refused);
    const body = { amount: '100', fio: 'Пётр Петров', phone: '+79991234567', bank_account: '', is_sbp: true };
    expect(await desk.merchant.refusal(createPayout, { body })).toMatchObject(refused);
    const asked = {
      amount: '100',
      fio: 'Пётр Петров',
      phone: '+79991234567',
      method: 'sbp',
      external_id: 'p',
    } as const;
    expect(await desk.merchant.api.refusal(createMerchantPayout, { body: asked })).toMatchObject(refused);
  });

  test('pays with what a cancelled payout returns, too', async ({ kantor, desk }) => {
    const id = await desk.closed('1000');
    const body = { amount: '500', fio: 'Пётр Петров', phone: '+79991234567', bank_account: '', is_sbp: true };
    const payout = await desk.merchant.call(createPayout, { body });
    await desk.reverse(id, '1000');
    expect(await kantor.balances(desk.merchant.id)).toMatchObject({ available: 0n, owed: -usdt('5.25') });
    await desk.merchant.call(cancelPayout, { params: { id: payout.id } });
    expect(await kantor.balances(desk.merchant.id)).toMatchObject({ ...NOTHING });
    expect(await verify(kantor.db)).toEqual([]);
  });
});

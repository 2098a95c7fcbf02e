import type { Input } from '@kantor/contract/client.ts';
import {
  getMerchantBalance,
  getMerchantRate,
  getMerchantWithdrawal,
  listMerchantBanks,
  listMerchantOperations,
  listMerchantWithdrawals,
} from '@kantor/contract/wire/merchant-account.ts';
import { listMerchantOrders } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { createWallet, createWithdrawal } from '@kantor/contract/wire/withdrawals.ts';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { after, MINUTE } from '../../src/kernel/clock.ts';
import { setRate } from '../../src/modules/rates/index.ts';
import { finishWithdrawal } from '../../src/modules/withdrawals/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Merchant } from '../support/people.ts';

const HASH = 'a1b2'.repeat(16);
const WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const test = kantorTest
  .extend('trader', { scope: 'file', auto: true }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '10000' });
    await kantor.createRequisite(trader.id, { fio: 'Сидоров Сидор', last4: '1234', bankId: 2 });
    return trader;
  })
  /** A merchant opens a wallet. @returns what withdraws whole USDT to it, and answers the withdrawal's id. */
  .extend('openWallet', () => async (who: Merchant) => {
    const { id: wallet_id } = await who.call(createWallet, { body: { wallet_to_withdraw: WALLET } });
    return async (amount_in_usdt: number) => {
      const { id } = await who.call(createWithdrawal, { body: { amount_in_usdt, wallet_id } });
      return { id };
    };
  })
  /** Without anything, in each test. */
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend('stranger', ({ kantor }) => kantor.createMerchant());

/** An order as it is read afterwards: the link to its payment page is told at its creation alone. */
const asRead = ({ payment_url: _link, ...order }: Awaited<ReturnType<Merchant['order']>>) => order;

describe('orders', () => {
  test('are listed newest first, each as it was answered at its creation', async ({ merchant, stranger }) => {
    const made: { id: string }[] = [];
    for (let n = 0; n < 5; n += 1) made.push(asRead(await merchant.order(100 + n)));
    const newest = made.toReversed();
    const list = (page: number) => merchant.api.call(listMerchantOrders, { query: { page, page_size: 2 } });
    expect(await merchant.api.call(listMerchantOrders)).toEqual({ count: 5, results: newest, next_cursor: null });
    expect(await list(2)).toEqual({ count: 5, results: newest.slice(2, 4), next_cursor: expect.any(String) });
    expect(await list(4)).toEqual({ count: 5, results: [], next_cursor: null });
    expect(await stranger.api.call(listMerchantOrders)).toEqual({ count: 0, results: [], next_cursor: null });
  });

  test('are filtered by status', async ({ trader, merchant }) => {
    const [first, second] = [await merchant.order('501'), asRead(await merchant.order('502'))];
    await trader.call(confirmOrder, { params: { id: first.id } });
    const list = (status: 'ACTIVE' | 'CLOSED' | 'EXPIRED') =>
      merchant.api.call(listMerchantOrders, { query: { status } });
    expect(await list('ACTIVE')).toEqual({ count: 1, results: [second], next_cursor: null });
    expect((await list('CLOSED')).results).toMatchObject([{ id: first.id, status: 'CLOSED' }]);
    expect(await list('EXPIRED')).toEqual({ count: 0, results: [], next_cursor: null });
    const unknown = await merchant.api.raw(listMerchantOrders, { query: 'status=ALL' });
    expect(unknown.body.errors).toHaveProperty('status');
  });

  test("are found by the merchant's own number, by no other's", async ({ merchant, stranger }) => {
    const external_id = 'Счёт №7 / A&B';
    const order = asRead(await merchant.order('777', { external_id }));
    const find = (query: NonNullable<Input<typeof listMerchantOrders>['query']>) =>
      merchant.api.call(listMerchantOrders, { query });
    expect(order.requisite).toMatchObject({ fio: 'Сидоров Сидор', last_4_digits_card: '1234' });
    expect(await find({ external_id })).toEqual({ count: 1, results: [order], next_cursor: null });
    expect(await find({ external_id, status: 'ACTIVE' })).toEqual({ count: 1, results: [order], next_cursor: null });
    expect(await find({ external_id, status: 'CLOSED' })).toEqual({ count: 0, results: [], next_cursor: null });
    expect(await find({ external_id, page: 2 })).toEqual({ count: 1, results: [], next_cursor: null });
    expect(await find({ external_id: 'none' })).toEqual({ count: 0, results: [], next_cursor: null });
    expect(await stranger.api.call(listMerchantOrders, { query: { external_id } })).toEqual({
      count: 0,
      results: [],
      next_cursor: null,
    });
    for (const wrong of ['x'.repeat(129), '']) {
      const refused = await merchant.api.refusal(listMerchantOrders, { query: { external_id: wrong } });
      expect(refused.problem.errors).toHaveProperty('external_id');
    }
  });
});

describe('money', () => {
  test('withdrawals are read one by one and by pages', async ({ kantor, merchant, openWallet, stranger }) => {
    await kantor.fund(merchant.id, '100');
    const withdraw = await openWallet(merchant);
    const [params, second] = [await withdraw(10), await withdraw(20)];
    kantor.pass(MINUTE);
    await finishWithdrawal(kantor, params.id, HASH);
    const closed = {
      ...params,
      status: 'CLOSED',
      human_status: 'Выполнен',
      outcome: 'SENT',
      rejected_reason: null,
      amount_in_usdt: '10.000000',
      wallet: WALLET,
      transaction_hash: HASH,
      created_at: new Date(kantor.clock().getTime() - MINUTE).toISOString(),
      sending_at: null,
      closed_at: kantor.clock().toISOString(),
    };
    expect(await merchant.api.call(getMerchantWithdrawal, { params })).toEqual(closed);
    const { count, results } = await merchant.api.call(listMerchantWithdrawals);
    expect([count, results[1]]).toEqual([2, closed]);
    expect(results[0]).toMatchObject({ ...second, status: 'OPEN', transaction_hash: null, closed_at: null });
    const query = { page: 2, page_size: 1 };
    expect(await merchant.api.call(listMerchantWithdrawals, { query })).toEqual({
      count: 2,
      results: [closed],
      next_cursor: null,
    });
    expect((await stranger.api.refusal(getMerchantWithdrawal, { params })).code).toBe('not_found');
  });

  test('operations tell every movement of the balance, newest first', async ({ kantor, trader, openWallet }) => {
    const owner = await kantor.createMerchant({ feeBp: 1000 });
    const order = await owner.order('1000');
    await trader.call(confirmOrder, { params: { id: order.id } });
    const withdrawal = await (await openWallet(owner))(2);
    const at = kantor.clock().toISOString();
    const hold = { number: 2, type: 'SUBTRACT', amount_in_usdt: '2.000000', reason: 'withdrawal_hold' };
    const income = { number: 1, type: 'ADD', amount_in_usdt: '9.000000', reason: 'order_close' };
    expect(await owner.api.call(listMerchantOperations)).toEqual({
      count: 2,
      results: [
        { ...hold, object_id: withdrawal.id, created_at: at },
        { ...income, object_id: order.id, created_at: at },
      ],
      next_cursor: null,
    });
    expect((await owner.api.call(listMerchantOperations, { query: { page: 2, page_size: 1 } })).results).toMatchObject([
      income,
    ]);
    expect(await owner.api.call(getMerchantBalance)).toEqual({
      balance: '7.000000',
      held: '2.000000',
      debt: '0.000000',
    });
  });
});

describe('what a shop asks beforehand', () => {
  test('is the rate in force, and whether it is too old to issue anything', async ({ kantor, merchant }) => {
    const at = kantor.clock();
    await transaction(kantor.db, (tx) =>
      setRate(tx, { value: 92_5000n, source: 'test', staleAt: after(at, MINUTE), at }),
    );
    const rate = { rate: '92.5000', updated_at: at.toISOString() };
    expect(await merchant.api.call(getMerchantRate)).toEqual({ ...rate, is_stale: false });
    kantor.pass(MINUTE);
    expect(await merchant.api.call(getMerchantRate)).toEqual({ ...rate, is_stale: true });
  });

  test('is which banks there are', async ({ merchant }) => {
    expect(await merchant.api.call(listMerchantBanks)).toContainEqual({ id: 2, name: 'Т-Банк' });
  });
});

import { listOperations } from '@kantor/contract/wire/balance.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import {
  cancelTraderWithdrawal,
  cancelWithdrawal,
  createTraderWallet,
  createTraderWithdrawal,
  createWallet,
  createWithdrawal,
  getTraderWithdrawal,
  getWithdrawal,
  listTraderWithdrawals,
  listWithdrawals,
} from '@kantor/contract/wire/withdrawals.ts';
import { describe, expect } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { finishWithdrawal, rejectWithdrawal, startSending } from '../../src/modules/withdrawals/index.ts';
import { atOnce } from '../support/at-once.ts';
import { kantorTest } from '../support/fixtures.ts';
import { usdt } from '../support/money.ts';

const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const test = kantorTest
  .extend('merchant', async ({ kantor }) => {
    const merchant = await kantor.createMerchant();
    await kantor.fund(merchant.id, '1000');
    return merchant;
  })
  .extend('wallet', ({ merchant }) => merchant.call(createWallet, { body: { wallet_to_withdraw: ADDRESS } }))
  /** Asks for a withdrawal of whole USDT. */
  .extend(
    'withdraw',
    ({ merchant, wallet }) =>
      (amount: number) =>
        merchant.call(createWithdrawal, { body: { amount_in_usdt: amount, wallet_id: wallet.id } }),
  );

describe('a withdrawal', () => {
  test('sets its amount aside, and closed leaves to the chain with its hash', async ({
    kantor,
    merchant,
    withdraw,
  }) => {
    const { id, ...withdrawal } = await withdraw(300);
    expect(withdrawal).toMatchObject({
      amount_in_usdt: '300.000000',
      status: 'OPEN',
      human_status: 'Открыт',
      wallet: ADDRESS,
      outcome: null,
      rejected_reason: null,
      transaction_hash_proof: null,
      sending_at: null,
      done_datetime: null,
      can_cancel: true,
    });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('700'), held: usdt('300') });
    expect(await verify(kantor.db)).toEqual([]);
    await finishWithdrawal(kantor, id, 'f'.repeat(64));
    expect(await merchant.call(getWithdrawal, { params: { id } })).toMatchObject({
      status: 'CLOSED',
      human_status: 'Выполнен',
      outcome: 'SENT',
      transaction_hash_proof: 'f'.repeat(64),
      can_cancel: false,
    });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('700'), held: 0n });
    await expect(finishWithdrawal(kantor, id, 'a')).rejects.toMatchObject({ code: 'withdrawal_status' });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test.for([
    ['zero', 0],
    ['a fraction', 10.5],
    ['a fraction in text', '10.5'],
    ['a negative amount', -1],
    ['nothing', undefined],
  ])('of %s is refused by name', async ([_what, amount], { merchant, wallet }) => {
    const request = { body: { amount_in_usdt: amount, wallet_id: wallet.id } };
    const { status, body } = await merchant.raw(createWithdrawal, request);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['amount_in_usdt']]);
  });

  test("is not above the balance, and not to another's wallet", async ({ kantor, merchant, wallet }) => {
    const above = { body: { amount_in_usdt: 1001, wallet_id: wallet.id } };
    expect(await merchant.refusal(createWithdrawal, above)).toMatchObject({ status: 409, code: 'insufficient_funds' });
    const stranger = await kantor.createMerchant();
    await kantor.fund(stranger.id, '10');
    const foreign = { body: { amount_in_usdt: 1, wallet_id: wallet.id } };
    expect(await stranger.refusal(createWithdrawal, foreign)).toMatchObject({
      status: 400,
      problem: { errors: { wallet_id: [expect.any(String)] } },
    });
    expect(await merchant.call(listWithdrawals)).toEqual({ count: 0, results: [] });
  });

  test('asked for many times at once takes no more than the balance', async ({ kantor, merchant, withdraw }) => {
    const { answers, refusals } = await atOnce(Array.from({ length: 20 }, () => withdraw(100)));
    expect(answers).toHaveLength(10);
    expect(refusals.map(({ code }) => code)).toEqual(Array.from({ length: 10 }, () => 'insufficient_funds'));
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: 0n, held: usdt('1000') });
    expect((await merchant.call(listWithdrawals, { query: { page: 2, page_size: 6 } })).results).toHaveLength(4);
  });

  test('sent twice under one key is one withdrawal', async ({ merchant, wallet }) => {
    const body = { amount_in_usdt: 10, wallet_id: wallet.id };
    const send = () => merchant.call(createWithdrawal, { body, headers: { 'idempotency-key': 'w-1' } });
    const { answers } = await atOnce([send(), send()]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await merchant.call(listWithdrawals)).count).toBe(1);
  });
});

describe('a withdrawal that comes back', () => {
  test('cancelled by its owner, at once and once', async ({ kantor, merchant, withdraw }) => {
    const params = { id: (await withdraw(300)).id };
    kantor.pass(MINUTE);
    expect(await merchant.call(cancelWithdrawal, { params })).toMatchObject({
      status: 'CLOSED',
      human_status: 'Выполнен',
      outcome: 'CANCELLED',
      transaction_hash_proof: null,
      done_datetime: kantor.clock().toISOString(),
      can_cancel: false,
    });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('1000'), held: 0n });
    const again = await merchant.refusal(cancelWithdrawal, { params });
    expect(again).toMatchObject({ status: 409, code: 'withdrawal_status' });
    await expect(finishWithdrawal(kantor, params.id, 'a'.repeat(64))).rejects.toMatchObject({ status: 409 });
    expect((await merchant.call(listOperations)).results[0]).toMatchObject({
      amount: '300.000000',
      type: 'ADD',
      reason: 'withdrawal_release',
    });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('is not cancelled once an operator says that they are sending it', async ({ kantor, merchant, withdraw }) => {
    const params = { id: (await withdraw(300)).id };
    await startSending(kantor, params.id, 'Анна');
    expect(await merchant.call(getWithdrawal, { params })).toMatchObject({
      status: 'OPEN',
      sending_at: kantor.clock().toISOString(),
      can_cancel: false,
    });
    expect(await merchant.refusal(cancelWithdrawal, { params })).toMatchObject({
      status: 409,
      code: 'withdrawal_sending',
      problem: { detail: 'Оператор уже отправляет этот вывод, отменить его нельзя' },
    });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('700'), held: usdt('300') });
    const rejection = { reason: 'Адрес биржи', evenSending: false };
    await expect(rejectWithdrawal(kantor, params.id, rejection)).rejects.toMatchObject({ status: 409 });
    await finishWithdrawal(kantor, params.id, 'c'.repeat(64));
    expect(await merchant.call(getWithdrawal, { params })).toMatchObject({ outcome: 'SENT' });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('rejected by the operator, with the reason', async ({ kantor, merchant, withdraw }) => {
    const params = { id: (await withdraw(300)).id };
    await rejectWithdrawal(kantor, params.id, { reason: 'Адрес биржи', evenSending: false });
    const rejected = {
      status: 'CLOSED',
      outcome: 'REJECTED',
      rejected_reason: 'Адрес биржи',
      transaction_hash_proof: null,
      can_cancel: false,
    };
    expect(await merchant.call(getWithdrawal, { params })).toMatchObject(rejected);
    expect((await merchant.call(listWithdrawals)).results).toMatchObject([rejected]);
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('1000'), held: 0n });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test("is nobody's to cancel but its owner's", async ({ kantor, merchant, withdraw }) => {
    const params = { id: (await withdraw(300)).id };
    const stranger = await kantor.createMerchant();
    expect((await stranger.refusal(cancelWithdrawal, { params })).status).toBe(404);
    const trader = await kantor.createTrader();
    expect((await trader.refusal(cancelTraderWithdrawal, { params })).status).toBe(404);
    expect((await trader.refusal(cancelWithdrawal, { params })).status).toBe(403);
    expect((await merchant.call(getWithdrawal, { params })).status).toBe('OPEN');
  });
});

describe("a trader's withdrawal", () => {
  test('takes parts of a USDT, of what is available alone, and ends as a merchant’s does', async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '100' });
    const { id: wallet_id } = await trader.call(createTraderWallet, { body: { wallet_to_withdraw: ADDRESS } });
    const withdraw = (amount_in_usdt: string) => ({ body: { amount_in_usdt, wallet_id } });
    const [sent, rejected, cancelled] = [
      await trader.call(createTraderWithdrawal, withdraw('10.000001')),
      await trader.call(createTraderWithdrawal, withdraw('20')),
      await trader.call(createTraderWithdrawal, withdraw('0.5')),
    ];
    expect(sent).toMatchObject({ amount_in_usdt: '10.000001', status: 'OPEN', wallet: ADDRESS, can_cancel: true });
    expect(await verify(kantor.db)).toEqual([]);
    expect(await trader.refusal(createTraderWithdrawal, withdraw('69.5'))).toMatchObject({
      status: 409,
      code: 'insufficient_funds',
    });
    for (const wrong of ['0', '-1', '1.0000001', '1,5'])
      expect((await trader.refusal(createTraderWithdrawal, withdraw(wrong))).problem.errors).toHaveProperty(
        'amount_in_usdt',
      );

    await finishWithdrawal(kantor, sent.id, 'd'.repeat(64));
    await rejectWithdrawal(kantor, rejected.id, { reason: 'Адрес биржи', evenSending: false });
    await trader.call(cancelTraderWithdrawal, { params: { id: cancelled.id } });
    expect(await trader.call(getTraderWithdrawal, { params: { id: sent.id } })).toMatchObject({ outcome: 'SENT' });
    const { count, results } = await trader.call(listTraderWithdrawals);
    expect([count, results.map(({ outcome }) => outcome ?? '').toSorted()]).toEqual([
      3,
      ['CANCELLED', 'REJECTED', 'SENT'],
    ]);
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('89.999999'), held: 0n });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('leaves what orders hold and what is earned alone', async ({ kantor }) => {
    const trader = await kantor.createSoleTrader({ balance: '100' });
    await kantor.createRequisite(trader.id);
    const merchant = await kantor.createMerchant();
    const closed = await merchant.order('2000');
    await trader.call(confirmOrder, { params: { id: closed.id } });
    await merchant.order('3000');
    expect(await kantor.balances(trader.id)).toEqual(
      expect.objectContaining({ available: usdt('50'), held: usdt('30'), earned: usdt('0.4') }),
    );
    const { id: wallet_id } = await trader.call(createTraderWallet, { body: { wallet_to_withdraw: ADDRESS } });
    const above = { body: { amount_in_usdt: '50.000001', wallet_id } };
    expect((await trader.refusal(createTraderWithdrawal, above)).code).toBe('insufficient_funds');
    await trader.call(createTraderWithdrawal, { body: { amount_in_usdt: '50', wallet_id } });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: 0n, held: usdt('80'), earned: usdt('0.4') });
    expect(await verify(kantor.db)).toEqual([]);
  });
});

describe("the merchant's history", () => {
  test('is every plus and minus of the balance, newest first, on any page', async ({ merchant, withdraw }) => {
    for (let amount = 1; amount <= 25; amount += 1) await withdraw(amount);
    const first = await merchant.call(listOperations);
    expect(first.count).toBe(26);
    expect(first.results).toHaveLength(10);
    expect(first.results[0]).toMatchObject({ amount: '25.000000', type: 'SUBTRACT', reason: 'withdrawal_hold' });
    const last = await merchant.call(listOperations, { query: { page: 3 } });
    expect(last.results.at(-1)).toMatchObject({ amount: '1000.000000', type: 'ADD' });
    expect(last.results).toHaveLength(6);
    expect(await merchant.call(listOperations, { query: { page: 4 } })).toEqual({ count: 26, results: [] });
  });
});

describe('the hash that proves a withdrawal', () => {
  test('proves one, and the database itself refuses another', async ({ kantor, merchant, withdraw }) => {
    const [first, second] = [await withdraw(10), await withdraw(10)];
    const hash = 'ab'.repeat(32);
    await finishWithdrawal(kantor, first.id, hash);
    await expect(finishWithdrawal(kantor, second.id, hash)).rejects.toMatchObject({ status: 409, code: 'hash_taken' });
    expect((await merchant.call(getWithdrawal, { params: { id: second.id } })).status).toBe('OPEN');
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('980'), held: usdt('10') });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('is kept in one form only', async ({ kantor, withdraw }) => {
    const { id } = await withdraw(10);
    for (const hash of ['a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), 'g'.repeat(64), '']) {
      await expect(finishWithdrawal(kantor, id, hash)).rejects.toThrow('withdrawal_transaction_hash_form');
    }
  });
});

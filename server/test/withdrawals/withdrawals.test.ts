import { listOperations } from '@kantor/contract/wire/balance.ts';
import {
  createWallet,
  createWithdrawal,
  getWithdrawal,
  listWallets,
  listWithdrawals,
} from '@kantor/contract/wire/withdrawals.ts';
import { describe, expect } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { finishWithdrawal } from '../../src/modules/withdrawals/index.ts';
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

describe('a wallet', () => {
  test('is accepted as typed; one that is no TRON address is marked', async ({ kantor, merchant, wallet }) => {
    expect(wallet).toMatchObject({ wallet_to_withdraw: ADDRESS, is_valid: true });
    kantor.pass(1);
    const typed = { wallet_to_withdraw: 'мой кошелёк' };
    expect(await merchant.call(createWallet, { body: typed })).toMatchObject({ ...typed, is_valid: false });
    expect(await merchant.call(listWallets)).toMatchObject({
      count: 2,
      results: [{ is_valid: false }, { is_valid: true }],
    });
    const stranger = await kantor.createMerchant();
    expect(await stranger.call(listWallets)).toEqual({ count: 0, results: [] });
  });
});

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
      transaction_hash_proof: null,
      done_datetime: null,
    });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('700'), held: usdt('300') });
    expect(await verify(kantor.db)).toEqual([]);
    await finishWithdrawal(kantor, id, 'f'.repeat(64));
    expect(await merchant.call(getWithdrawal, { params: { id } })).toMatchObject({
      status: 'CLOSED',
      human_status: 'Выполнен',
      transaction_hash_proof: 'f'.repeat(64),
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

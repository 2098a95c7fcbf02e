import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { finishWithdrawal } from '../../src/modules/withdrawals/index.ts';
import { type Kantor, startKantor, usdt } from '../support/harness.ts';

const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
let kantor: Kantor;
let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;

beforeAll(async () => {
  kantor = await startKantor();
});
afterAll(() => kantor.close());
beforeEach(async () => {
  merchant = await kantor.createMerchant();
  await kantor.fund(merchant.id, '1000');
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  kantor.send(`/api/v1/${path}`, { method: 'POST', token: merchant.token, body, headers });
const get = async (path: string, who = merchant) => (await kantor.send(`/api/v1/${path}`, { token: who.token })).body;
const addWallet = async (address = ADDRESS) =>
  (await post('merchantwithdrawwallets/', { wallet_to_withdraw: address })).body;

describe('a wallet', () => {
  test('is accepted as typed; one that is no TRON address is marked', async () => {
    expect(await addWallet()).toMatchObject({ wallet_to_withdraw: ADDRESS, is_valid: true });
    kantor.pass(1);
    expect(await addWallet('мой кошелёк')).toMatchObject({ wallet_to_withdraw: 'мой кошелёк', is_valid: false });
    expect(await get('merchantwithdrawwallets/')).toMatchObject({
      count: 2,
      results: [{ is_valid: false }, { is_valid: true }],
    });
    expect(await get('merchantwithdrawwallets/', await kantor.createMerchant())).toEqual({ count: 0, results: [] });
  });
});

describe('a withdrawal', () => {
  test('sets its amount aside, and closed leaves to the chain with its hash', async () => {
    const wallet = await addWallet();
    const { status, body } = await post('merchantwithdraworders/', { amount_in_usdt: 300, wallet_id: wallet.id });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      amount_in_usdt: '300.000000',
      status: 'OPEN',
      human_status: 'Открыт',
      wallet: ADDRESS,
      transaction_hash_proof: null,
      done_datetime: null,
    });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('700'), held: usdt('300') });
    expect(await verify(kantor.db)).toEqual([]);
    await finishWithdrawal(kantor, body.id, 'f'.repeat(64));
    expect(await get(`merchantwithdraworders/${body.id}/`)).toMatchObject({
      status: 'CLOSED',
      human_status: 'Выполнен',
      transaction_hash_proof: 'f'.repeat(64),
    });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('700'), held: 0n });
    await expect(finishWithdrawal(kantor, body.id, 'a')).rejects.toMatchObject({ code: 'withdrawal_status' });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test.each([
    ['zero', 0],
    ['a fraction', 10.5],
    ['a fraction in text', '10.5'],
    ['a negative amount', -1],
    ['nothing', undefined],
  ])('of %s is refused by name', async (_what, amount) => {
    const wallet = await addWallet();
    const refused = await post('merchantwithdraworders/', { amount_in_usdt: amount, wallet_id: wallet.id });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['amount_in_usdt']]);
  });

  test("is not above the balance, and not to another's wallet", async () => {
    const wallet = await addWallet();
    const above = await post('merchantwithdraworders/', { amount_in_usdt: 1001, wallet_id: wallet.id });
    expect([above.status, above.body.code]).toEqual([409, 'insufficient_funds']);
    const mine = merchant;
    merchant = await kantor.createMerchant();
    await kantor.fund(merchant.id, '10');
    const foreign = await post('merchantwithdraworders/', { amount_in_usdt: 1, wallet_id: wallet.id });
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([400, ['wallet_id']]);
    expect(await get('merchantwithdraworders/', mine)).toEqual({ count: 0, results: [] });
  });

  test('asked for many times at once takes no more than the balance', async () => {
    const wallet = await addWallet();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post('merchantwithdraworders/', { amount_in_usdt: 100, wallet_id: wallet.id })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ body }) => body.code === 'insufficient_funds')).toHaveLength(10);
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: 0n, held: usdt('1000') });
    expect((await get('merchantwithdraworders/?page=2&page_size=6')).results).toHaveLength(4);
  });

  test('sent twice under one key is one withdrawal', async () => {
    const wallet = await addWallet();
    const send = () =>
      post('merchantwithdraworders/', { amount_in_usdt: 10, wallet_id: wallet.id }, { 'idempotency-key': 'w-1' });
    const [first, second] = await Promise.all([send(), send()]);
    const made = [first, second].filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect((await get('merchantwithdraworders/')).count).toBe(1);
  });
});

describe("the merchant's history", () => {
  test('is every plus and minus of the balance, newest first, on any page', async () => {
    const wallet = await addWallet();
    for (let amount = 1; amount <= 25; amount += 1) {
      await post('merchantwithdraworders/', { amount_in_usdt: amount, wallet_id: wallet.id });
    }
    const first = await get('merchantbalancehistories/');
    expect(first.count).toBe(26);
    expect(first.results).toHaveLength(10);
    expect(first.results[0]).toMatchObject({ amount: '25.000000', type: 'SUBTRACT', reason: 'withdrawal_hold' });
    const last = await get('merchantbalancehistories/?page=3');
    expect(last.results.at(-1)).toMatchObject({ amount: '1000.000000', type: 'ADD' });
    expect(last.results).toHaveLength(6);
    expect(await get('merchantbalancehistories/?page=4')).toEqual({ count: 26, results: [] });
  });
});

describe('the hash that proves a withdrawal', () => {
  const withdraw = async () => {
    const wallet = await addWallet();
    return (await post('merchantwithdraworders/', { amount_in_usdt: 10, wallet_id: wallet.id })).body.id;
  };

  test('proves one, and the database itself refuses another', async () => {
    const [first, second] = [await withdraw(), await withdraw()];
    const hash = 'ab'.repeat(32);
    await finishWithdrawal(kantor, first, hash);
    await expect(finishWithdrawal(kantor, second, hash)).rejects.toMatchObject({ status: 409, code: 'hash_taken' });
    expect((await get(`merchantwithdraworders/${second}/`)).status).toBe('OPEN');
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('980'), held: usdt('10') });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('is kept in one form only', async () => {
    const id = await withdraw();
    for (const hash of ['a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), 'g'.repeat(64), '']) {
      await expect(finishWithdrawal(kantor, id, hash)).rejects.toThrow('withdrawal_transaction_hash_form');
    }
  });
});

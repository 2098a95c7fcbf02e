import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { after, MINUTE } from '../../src/kernel/clock.ts';
import { setRate } from '../../src/modules/rates/index.ts';
import { finishWithdrawal } from '../../src/modules/withdrawals/index.ts';
import { type Kantor, startKantor } from '../support/harness.ts';

const HASH = 'a1b2'.repeat(16);

let kantor: Kantor;
let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;

beforeAll(async () => {
  kantor = await startKantor();
  merchant = await kantor.createMerchant();
  trader = await kantor.createTrader({ balance: '10000' });
  await kantor.createRequisite(trader.id, { fio: 'Сидоров Сидор', last4: '1234', bankId: 2 });
});
afterAll(() => kantor.close());

const get = async (path: string, key = merchant.key) =>
  (await kantor.send(`/merchant/v1/${path}`, { token: key })).body;

describe('orders', () => {
  test('are listed newest first, each as it was answered at its creation', async () => {
    const made: { id: string }[] = [];
    for (let n = 0; n < 5; n += 1) made.push((await kantor.order(merchant.key, 100 + n)).body);
    const newest = made.toReversed();
    expect(await get('orders')).toEqual({ count: 5, results: newest });
    expect(await get('orders?page_size=2&page=2')).toEqual({ count: 5, results: newest.slice(2, 4) });
    expect(await get('orders?page=4&page_size=2')).toEqual({ count: 5, results: [] });
    expect(await get('orders', (await kantor.createMerchant()).key)).toEqual({ count: 0, results: [] });
  });

  test('are filtered by status', async () => {
    const other = await kantor.createMerchant();
    const [first, second] = [(await kantor.order(other.key, '501')).body, (await kantor.order(other.key, '502')).body];
    await kantor.send(`/api/v1/orders/${first.id}/confirm/`, { method: 'POST', token: trader.token });
    expect(await get('orders?status=ACTIVE', other.key)).toEqual({ count: 1, results: [second] });
    expect((await get('orders?status=CLOSED', other.key)).results).toMatchObject([{ id: first.id, status: 'CLOSED' }]);
    expect(await get('orders?status=EXPIRED', other.key)).toEqual({ count: 0, results: [] });
    expect((await get('orders?status=ALL', other.key)).errors).toHaveProperty('status');
  });

  test("are found by the merchant's own number, by no other's", async () => {
    const body = { external_id: 'Счёт №7 / A&B' };
    const order = (await kantor.order(merchant.key, '777', { body })).body;
    const path = `orders?external_id=${encodeURIComponent(body.external_id)}`;
    expect(await get(path)).toEqual({ count: 1, results: [order] });
    expect((await get(path)).results[0].requisite).toMatchObject({ fio: 'Сидоров Сидор', last_4_digits_card: '1234' });
    expect(await get(`${path}&status=ACTIVE`)).toEqual({ count: 1, results: [order] });
    expect(await get(`${path}&status=CLOSED`)).toEqual({ count: 0, results: [] });
    expect(await get(`${path}&page=2`)).toEqual({ count: 1, results: [] });
    expect(await get('orders?external_id=none')).toEqual({ count: 0, results: [] });
    expect(await get(path, (await kantor.createMerchant()).key)).toEqual({ count: 0, results: [] });
    expect((await get(`orders?external_id=${'x'.repeat(129)}`)).errors).toHaveProperty('external_id');
    expect((await get('orders?external_id=')).errors).toHaveProperty('external_id');
  });
});

describe('money', () => {
  test('withdrawals are read one by one and by pages', async () => {
    const owner = await kantor.createMerchant();
    await kantor.fund(owner.id, '100');
    const post = async (path: string, body: object) =>
      (await kantor.send(`/api/v1/${path}`, { method: 'POST', token: owner.token, body })).body;
    const wallet = await post('merchantwithdrawwallets/', {
      wallet_to_withdraw: 'TVYF6rJGuUu4Ch4XdUG5Zc8Zp7nFhcMXZ2',
    });
    const ids: string[] = [];
    for (const amount of [10, 20])
      ids.push((await post('merchantwithdraworders/', { amount_in_usdt: amount, wallet_id: wallet.id })).id);
    kantor.pass(MINUTE);
    await finishWithdrawal(kantor, ids[0] ?? '', HASH);
    const closed = {
      id: ids[0],
      status: 'CLOSED',
      human_status: 'Выполнен',
      amount_in_usdt: '10.000000',
      wallet: 'TVYF6rJGuUu4Ch4XdUG5Zc8Zp7nFhcMXZ2',
      transaction_hash: HASH,
      created_at: new Date(kantor.clock().getTime() - MINUTE).toISOString(),
      closed_at: kantor.clock().toISOString(),
    };
    expect(await get(`withdrawals/${ids[0]}`, owner.key)).toEqual(closed);
    const { count, results } = await get('withdrawals', owner.key);
    expect([count, results[1]]).toEqual([2, closed]);
    expect(results[0]).toMatchObject({ id: ids[1], status: 'OPEN', transaction_hash: null, closed_at: null });
    expect(await get('withdrawals?page=2&page_size=1', owner.key)).toEqual({ count: 2, results: [closed] });
    expect((await get(`withdrawals/${ids[0]}`)).code).toBe('not_found');
  });

  test('operations tell every movement of the balance, newest first', async () => {
    const owner = await kantor.createMerchant({ feeBp: 1000 });
    const order = (await kantor.order(owner.key, '1000')).body;
    await kantor.send(`/api/v1/orders/${order.id}/confirm/`, { method: 'POST', token: trader.token });
    const wallet = await kantor.send('/api/v1/merchantwithdrawwallets/', {
      method: 'POST',
      token: owner.token,
      body: { wallet_to_withdraw: 'T' },
    });
    const withdrawal = await kantor.send('/api/v1/merchantwithdraworders/', {
      method: 'POST',
      token: owner.token,
      body: { amount_in_usdt: 2, wallet_id: wallet.body.id },
    });
    const at = kantor.clock().toISOString();
    const hold = { number: 2, type: 'SUBTRACT', amount_in_usdt: '2.000000', reason: 'withdrawal_hold' };
    const income = { number: 1, type: 'ADD', amount_in_usdt: '9.000000', reason: 'order_close' };
    expect(await get('operations', owner.key)).toEqual({
      count: 2,
      results: [
        { ...hold, object_id: withdrawal.body.id, created_at: at },
        { ...income, object_id: order.id, created_at: at },
      ],
    });
    expect((await get('operations?page=2&page_size=1', owner.key)).results).toMatchObject([income]);
    expect(await get('balance', owner.key)).toEqual({ balance: '7.000000', held: '2.000000' });
  });
});

describe('what a shop asks beforehand', () => {
  test('is the rate in force, and whether it is too old to issue anything', async () => {
    const at = kantor.clock();
    await transaction(kantor.db, (tx) =>
      setRate(tx, { value: 92_5000n, source: 'test', staleAt: after(at, MINUTE), at }),
    );
    const told = { rate: '92.5000', updated_at: at.toISOString() };
    expect(await get('rate')).toEqual({ ...told, is_stale: false });
    kantor.pass(MINUTE);
    expect(await get('rate')).toEqual({ ...told, is_stale: true });
  });

  test('is which banks there are', async () => {
    expect(await get('banks')).toContainEqual({ id: 2, name: 'Т-Банк' });
  });
});

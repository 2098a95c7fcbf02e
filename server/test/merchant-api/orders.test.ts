import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetOldAnswers } from '../../src/modules/idempotency/index.ts';
import { type Kantor, startKantor, usdt } from '../support/harness.ts';

let kantor: Kantor;
let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;

beforeAll(async () => {
  kantor = await startKantor();
  merchant = await kantor.createMerchant();
  trader = await kantor.createTrader({ balance: '100000' });
  await kantor.createRequisite(trader.id);
});
afterAll(() => kantor.close());

const countOrders = async () => {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from orders`.execute(kantor.db);
  return rows[0]?.n;
};

describe('what an order may ask for', () => {
  test.each([
    '0',
    '0.00',
    '-1',
    '1e3',
    '1,5',
    '1.555',
    '1e21',
    'NaN',
    '',
    ' 5',
    '１２',
    '٥',
    '10000000000000.01',
    '0x1F',
    '1 500',
    ['5'],
    [],
    {},
    true,
    null,
  ])('not the amount %j: the answer names the field and nothing is stored', async (amount) => {
    const before = await countOrders();
    const refused = await kantor.order(merchant.key, amount);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors)).toEqual(['amount']);
    expect(refused.headers['content-type']).toMatch('application/problem+json');
    expect(await countOrders()).toBe(before);
  });

  test.each(['0', '-1', '1e3', '1E3', '1.555', '1e21', '150000.0000000000000001', '12345678901234567890', '1e-2'])(
    'not the JSON number %s',
    async (number) => {
      const before = await countOrders();
      const refused = await kantor.send('/merchant/v1/orders', {
        method: 'POST',
        token: merchant.key,
        headers: { 'idempotency-key': `number-${number}` },
        body: `{"amount": ${number}, "method": "sbp", "external_id": "n"}`,
      });
      expect(refused.status).toBe(400);
      expect(Object.keys(refused.body.errors)).toEqual(['amount']);
      expect(await countOrders()).toBe(before);
    },
  );

  test('a JSON number with kopecks is as good as a string', async () => {
    expect((await kantor.order(merchant.key, 1234.5)).body.amount).toBe('1234.50');
  });

  test.each([
    ['an unknown field', { status: 'CLOSED' }, 'status'],
    ['an unknown method', { method: 'cash' }, 'method'],
    ['no external_id', { external_id: undefined }, 'external_id'],
    ['an empty external_id', { external_id: '  ' }, 'external_id'],
    ['a long external_id', { external_id: 'x'.repeat(129) }, 'external_id'],
    ['NUL in external_id', { external_id: 'a\u0000b' }, 'external_id'],
    ['half a character in external_id', { external_id: '\ud800' }, 'external_id'],
    ['a callback that is no address', { callback_url: 'javascript:alert(1)' }, 'callback_url'],
    ['a callback inside', { callback_url: 'http://169.254.169.254/' }, 'callback_url'],
    ['a bank that is no number', { bank: '1' }, 'bank'],
  ])('%s is refused by name', async (_what, body, field) => {
    const before = await countOrders();
    const refused = await kantor.order(merchant.key, '100', { body });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors)).toEqual([field]);
    expect(await countOrders()).toBe(before);
  });

  test('what is not JSON is refused in words', async () => {
    const headers = { 'idempotency-key': 'broken' };
    const broken = await kantor.send('/merchant/v1/orders', {
      method: 'POST',
      token: merchant.key,
      body: '{',
      headers,
    });
    expect([broken.status, broken.body.code]).toEqual([400, 'malformed']);
    const form = await kantor.send('/merchant/v1/orders', {
      method: 'POST',
      token: merchant.key,
      body: 'amount=1',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([form.status, form.body.code]).toEqual([415, 'media_type']);
    const large = await kantor.send('/merchant/v1/orders', {
      method: 'POST',
      token: merchant.key,
      body: 'x'.repeat(70_000),
      headers,
    });
    expect([large.status, large.body.code]).toEqual([413, 'too_large']);
  });

  test("a merchant's number names one order", async () => {
    const body = { external_id: 'invoice-1' };
    expect((await kantor.order(merchant.key, '501', { body })).status).toBe(201);
    const held = await kantor.balances(trader.id);
    const second = await kantor.order(merchant.key, '502', { body });
    expect([second.status, second.body.code]).toEqual([409, 'external_id_taken']);
    expect(await kantor.balances(trader.id)).toEqual(held);
    const other = await kantor.createMerchant();
    expect((await kantor.order(other.key, '502', { body })).status).toBe(201);
  });
});

describe('an Idempotency-Key', () => {
  test('is required', async () => {
    const refused = await kantor.send('/merchant/v1/orders', {
      method: 'POST',
      token: merchant.key,
      body: { amount: '10', method: 'sbp', external_id: 'without-key' },
    });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors)).toEqual(['Idempotency-Key']);
    expect((await kantor.order(merchant.key, '10', { idempotencyKey: 'x'.repeat(256) })).status).toBe(400);
  });

  test('gives the first answer again, to the letter, and does nothing more', async () => {
    const more = { idempotencyKey: 'same', body: { external_id: 'idempotent' } };
    const first = await kantor.order(merchant.key, '700', more);
    const before = [await countOrders(), await kantor.balances(trader.id)];
    await kantor.send(`/api/v1/orders/${first.body.id}/confirm/`, { method: 'POST', token: trader.token });
    const after = await kantor.balances(trader.id);
    const again = await kantor.order(merchant.key, '700', more);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.body.status).toBe('ACTIVE');
    expect(await countOrders()).toBe(before[0]);
    expect(await kantor.balances(trader.id)).toEqual(after);
  });

  test('with another body is refused', async () => {
    const body = { external_id: 'mismatch' };
    await kantor.order(merchant.key, '800', { idempotencyKey: 'mismatch', body });
    const other = await kantor.order(merchant.key, '801', { idempotencyKey: 'mismatch', body });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
  });

  test('belongs to its merchant', async () => {
    const other = await kantor.createMerchant();
    const more = { idempotencyKey: 'shared', body: { external_id: 'shared' } };
    const mine = await kantor.order(merchant.key, '900', more);
    const theirs = await kantor.order(other.key, '901', more);
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  test('sent many times at once makes one order; whoever comes while it runs is told so', async () => {
    const before = Number(await countOrders());
    const more = { idempotencyKey: 'storm', body: { external_id: 'storm' } };
    const answers = await Promise.all(Array.from({ length: 50 }, () => kantor.order(merchant.key, '1000', more)));
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    const rest = answers.filter(({ status }) => status !== 201);
    expect(new Set(rest.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['409 idempotency_running']),
    );
    expect(Number(await countOrders())).toBe(before + 1);
  });

  test('of a refused order may be tried again: nothing was done under it', async () => {
    const more = { idempotencyKey: 'refused', body: { external_id: 'refused', bank: 12 } };
    expect((await kantor.order(merchant.key, '1100', more)).status).toBe(409);
    await kantor.createRequisite(trader.id, { bankId: 12 });
    expect((await kantor.order(merchant.key, '1100', more)).status).toBe(201);
  });

  test('is forgotten after a day', async () => {
    const more = { idempotencyKey: 'old', body: { external_id: 'old' } };
    await kantor.order(merchant.key, '1200', more);
    kantor.pass(24 * 60 * 60_000 + 1);
    await forgetOldAnswers(kantor.db, kantor.clock());
    expect((await kantor.order(merchant.key, '1200', more)).body.code).toBe('external_id_taken');
  });
});

describe('a key of the merchant API', () => {
  test.each(['nonsense', 'kantor_', ''])('that is not one: %j', async (key) => {
    const refused = await kantor.send('/merchant/v1/balance', { token: key });
    expect([refused.status, refused.body.code]).toEqual([401, 'bad_api_key']);
  });

  test('opens the merchant API only, and an access token does not', async () => {
    expect((await kantor.send('/api/v1/users/me/', { token: merchant.key })).status).toBe(401);
    expect((await kantor.send('/merchant/v1/balance', { token: merchant.token })).status).toBe(401);
  });

  test('reads the balance and own orders, not those of others', async () => {
    const other = await kantor.createMerchant();
    const order = await kantor.order(other.key, '1300');
    await kantor.send(`/api/v1/orders/${order.body.id}/confirm/`, { method: 'POST', token: trader.token });
    expect((await kantor.send('/merchant/v1/balance', { token: other.key })).body).toEqual({
      balance: '12.350000',
      held: '0.000000',
    });
    expect(await kantor.balances(other.id)).toMatchObject({ available: usdt('12.35') });
    expect(
      (await kantor.send(`/merchant/v1/orders/${order.body.id}`, { token: other.key })).body.paid_at,
    ).not.toBeNull();
    const foreign = await kantor.send(`/merchant/v1/orders/${order.body.id}`, { token: merchant.key });
    const none = await kantor.send('/merchant/v1/orders/01939c2f-7000-7000-8000-000000000000', { token: merchant.key });
    const impossible = await kantor.send('/merchant/v1/orders/1', { token: merchant.key });
    expect([foreign.status, foreign.body]).toEqual([404, none.body]);
    expect(impossible.body).toEqual(none.body);
    const cancelForeign = await kantor.send(`/merchant/v1/orders/${order.body.id}/cancel`, {
      method: 'POST',
      token: merchant.key,
      headers: { 'idempotency-key': 'foreign' },
    });
    expect([cancelForeign.status, cancelForeign.body]).toEqual([404, none.body]);
  });

  test('of a blocked merchant opens nothing, five seconds later at the latest', async () => {
    const other = await kantor.createMerchant();
    expect((await kantor.send('/merchant/v1/balance', { token: other.key })).status).toBe(200);
    await sql`update users set blocked_at = now() where id = ${other.id}`.execute(kantor.db);
    kantor.pass(5000);
    expect((await kantor.send('/merchant/v1/balance', { token: other.key })).status).toBe(401);
  });
});

import { getMe } from '@kantor/contract/wire/auth.ts';
import type { WireBody } from '@kantor/contract/wire/call.ts';
import { getMerchantBalance } from '@kantor/contract/wire/merchant-account.ts';
import { cancelMerchantOrder, createMerchantOrder, getMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { forgetOldAnswers } from '../../src/modules/idempotency/index.ts';
import { atOnce } from '../support/at-once.ts';
import { kantorTest } from '../support/fixtures.ts';
import { usdt } from '../support/money.ts';

/** A request for an order, under a key of its own. */
const request = (amount: string, key: string, changes: Partial<WireBody<typeof createMerchantOrder>> = {}) => ({
  body: { amount, method: 'sbp' as const, external_id: key, ...changes },
  headers: { 'idempotency-key': key },
});

const test = kantorTest
  .extend('trader', { scope: 'file', auto: true }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '100000' });
    await kantor.createRequisite(trader.id);
    return trader;
  })
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  .extend('countOrders', ({ kantor }) => async () => {
    const { rows } = await sql<{ n: bigint }>`select count(*) as n from orders`.execute(kantor.db);
    return Number(rows[0]?.n);
  });
/** The phones are online for the requests that the tests make by themselves. */
test.beforeEach(({ kantor }) => kantor.heartbeat());

describe('what an order may ask for', () => {
  test.for([
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
  ])(
    'not the amount %j: the answer names the field and nothing is stored',
    async (amount, { merchant, countOrders }) => {
      const before = await countOrders();
      const { body, headers } = request('', 'no amount');
      const refused = await merchant.api.raw(createMerchantOrder, { headers, body: { ...body, amount } });
      expect(refused.status).toBe(400);
      expect(Object.keys(refused.body.errors ?? {})).toEqual(['amount']);
      expect(refused.headers['content-type']).toMatch('application/problem+json');
      expect(await countOrders()).toBe(before);
    },
  );

  test.for(['0', '-1', '1e3', '1E3', '1.555', '1e21', '150000.0000000000000001', '12345678901234567890', '1e-2'])(
    'not the JSON number %s',
    async (number, { merchant, countOrders }) => {
      const before = await countOrders();
      const refused = await merchant.api.raw(createMerchantOrder, {
        body: `{"amount": ${number}, "method": "sbp", "external_id": "n"}`,
        headers: { 'idempotency-key': `number-${number}` },
      });
      expect(refused.status).toBe(400);
      expect(Object.keys(refused.body.errors ?? {})).toEqual(['amount']);
      expect(await countOrders()).toBe(before);
    },
  );

  test('a JSON number with kopecks is as good as a string', async ({ merchant }) => {
    expect((await merchant.order(1234.5)).amount).toBe('1234.50');
  });

  test.for([
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
  ] as const)('%s is refused by name', async ([_what, changes, field], { merchant, countOrders }) => {
    const before = await countOrders();
    const { body, headers } = request('100', 'wrong field');
    const refused = await merchant.api.raw(createMerchantOrder, { headers, body: { ...body, ...changes } });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors ?? {})).toEqual([field]);
    expect(await countOrders()).toBe(before);
  });

  test('what is not JSON is refused in words', async ({ merchant }) => {
    const headers = { 'idempotency-key': 'broken' };
    const broken = await merchant.api.raw(createMerchantOrder, { body: '{', headers });
    expect([broken.status, broken.body.code]).toEqual([400, 'malformed']);
    const form = await merchant.api.raw(createMerchantOrder, {
      body: 'amount=1',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([form.status, form.body.code]).toEqual([415, 'media_type']);
    const large = await merchant.api.raw(createMerchantOrder, { body: 'x'.repeat(70_000), headers });
    expect([large.status, large.body.code]).toEqual([413, 'too_large']);
  });

  test("a merchant's number names one order", async ({ kantor, trader, merchant }) => {
    const invoice = { external_id: 'invoice-1' };
    await merchant.order('501', invoice);
    const held = await kantor.balances(trader.id);
    expect(await merchant.refusedOrder('502', invoice)).toMatchObject({ status: 409, code: 'external_id_taken' });
    expect(await kantor.balances(trader.id)).toEqual(held);
    const other = await kantor.createMerchant();
    await other.order('502', invoice);
  });
});

describe('an Idempotency-Key', () => {
  test('is required', async ({ merchant }) => {
    const { body } = request('10', 'without-key');
    const refused = await merchant.api.raw(createMerchantOrder, { body });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['Idempotency-Key']);
    const long = { body, headers: { 'idempotency-key': 'x'.repeat(256) } };
    expect((await merchant.api.refusal(createMerchantOrder, long)).status).toBe(400);
  });

  test('gives the first answer again, to the letter, and does nothing more', async ({
    kantor,
    trader,
    merchant,
    countOrders,
  }) => {
    const same = request('700', 'same');
    const first = await merchant.api.call(createMerchantOrder, same);
    const before = await countOrders();
    await trader.call(confirmOrder, { params: { id: first.id } });
    const after = await kantor.balances(trader.id);
    const again = await merchant.api.call(createMerchantOrder, same);
    expect(again).toEqual(first);
    expect(again.status).toBe('ACTIVE');
    expect(await countOrders()).toBe(before);
    expect(await kantor.balances(trader.id)).toEqual(after);
  });

  test('with another body is refused', async ({ merchant }) => {
    await merchant.api.call(createMerchantOrder, request('800', 'mismatch'));
    expect(await merchant.api.refusal(createMerchantOrder, request('801', 'mismatch'))).toMatchObject({
      status: 422,
      code: 'idempotency_mismatch',
    });
  });

  test('belongs to its merchant', async ({ kantor, merchant }) => {
    const other = await kantor.createMerchant();
    const mine = await merchant.api.call(createMerchantOrder, request('900', 'shared'));
    const theirs = await other.api.call(createMerchantOrder, request('901', 'shared'));
    expect(theirs.id).not.toBe(mine.id);
  });

  test('sent many times at once makes one order; a call while it runs is refused', async ({
    merchant,
    countOrders,
  }) => {
    const before = await countOrders();
    const storm = request('1000', 'storm');
    const { answers, refusals } = await atOnce(
      Array.from({ length: 50 }, () => merchant.api.call(createMerchantOrder, storm)),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(new Set(refusals.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['409 idempotency_running']),
    );
    expect(await countOrders()).toBe(before + 1);
  });

  test('of a refused order may be tried again: nothing was done under it', async ({ kantor, trader, merchant }) => {
    const refused = request('1100', 'refused', { bank: 12 });
    expect((await merchant.api.refusal(createMerchantOrder, refused)).status).toBe(409);
    await kantor.createRequisite(trader.id, { bankId: 12 });
    await merchant.api.call(createMerchantOrder, refused);
  });

  test('is forgotten after a day', async ({ kantor, merchant }) => {
    const old = request('1200', 'old');
    await merchant.api.call(createMerchantOrder, old);
    kantor.pass(DAY + 1);
    await forgetOldAnswers(kantor.db, kantor.clock());
    await kantor.heartbeat();
    expect((await merchant.api.refusal(createMerchantOrder, old)).code).toBe('external_id_taken');
  });
});

describe('a key of the merchant API', () => {
  test.for(['nonsense', 'kantor_', ''])('that is not one: %j', async (key, { merchant }) => {
    const refused = await merchant.api.raw(getMerchantBalance, { token: key });
    expect([refused.status, refused.body.code]).toEqual([401, 'bad_api_key']);
    expect(refused.body.detail).toContain('Authorization: Bearer');
  });

  test('opens the merchant API only, and an access token does not', async ({ kantor, merchant }) => {
    expect((await kantor.clientWith(merchant.key).refusal(getMe)).status).toBe(401);
    expect((await merchant.api.raw(getMerchantBalance, { token: merchant.token })).status).toBe(401);
  });

  test('reads the balance and own orders, not those of others', async ({ kantor, trader, merchant }) => {
    const other = await kantor.createMerchant();
    const order = await other.order('1300');
    await trader.call(confirmOrder, { params: { id: order.id } });
    expect(await other.api.call(getMerchantBalance)).toEqual({
      balance: '12.350000',
      held: '0.000000',
      debt: '0.000000',
    });
    expect(await kantor.balances(other.id)).toMatchObject({ available: usdt('12.35') });
    expect((await other.api.call(getMerchantOrder, { params: { id: order.id } })).paid_at).not.toBeNull();
    const refusals = [
      await merchant.api.refusal(getMerchantOrder, { params: { id: order.id } }),
      await merchant.api.refusal(getMerchantOrder, { params: { id: newId(kantor.clock()) } }),
      await merchant.api.refusal(getMerchantOrder, { params: { id: '1' } }),
      await merchant.api.refusal(cancelMerchantOrder, { params: { id: order.id } }),
    ];
    for (const { status, problem } of refusals) expect([status, problem]).toEqual([404, refusals[0]?.problem]);
  });

  test('of a blocked merchant opens nothing, five seconds later at the latest', async ({ kantor }) => {
    const other = await kantor.createMerchant();
    await other.api.call(getMerchantBalance);
    await sql`update account set blocked_at = now() where id = ${other.id}`.execute(kantor.db);
    kantor.pass(5000);
    expect((await other.api.refusal(getMerchantBalance)).status).toBe(401);
  });
});

import { REQUEST_RESULTS } from '@kantor/contract/plain/api-requests.ts';
import { createApiKey } from '@kantor/contract/wire/api-keys.ts';
import { listApiRequests } from '@kantor/contract/wire/api-requests.ts';
import { createMerchantOrder, getMerchantOrder, listMerchantOrders } from '@kantor/contract/wire/merchant-orders.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { DAY, HOUR } from '../../src/kernel/clock.ts';
import { firstIdAt, newId } from '../../src/kernel/ids.ts';
import { NO_LIMITS } from '../../src/modules/accounts/index.ts';
import { createRequestRecorder, forgetOldRequests } from '../../src/modules/api-requests/index.ts';
import { findRequests, insertRequests, type NewRequest } from '../../src/modules/api-requests/store.ts';
import { explaining, lookedAt, nodesOf } from '../support/explaining.ts';
import { kantorTest } from '../support/fixtures.ts';
import { collectLog } from '../support/log.ts';
import type { Merchant } from '../support/people.ts';

const test = kantorTest
  .extend('merchant', ({ kantor }) => kantor.createMerchant({ payoutEnable: true }))
  .extend('requisite', { auto: true, scope: 'file' }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '100000' });
    await kantor.createRequisite(trader.id);
    await kantor.heartbeat();
    return trader;
  })
  /** Asks as the merchant's server does, a moment after what was before. */
  .extend('ask', ({ kantor }) => (merchant: Merchant, ...request: Parameters<Merchant['api']['raw']>) => {
    kantor.pass(1);
    return merchant.api.raw<{ id: string }>(...request);
  })
  /** Waits until so many of a merchant's requests are kept: they are written together, a moment later. */
  .extend('kept', () => async (merchant: Merchant, n: number) => {
    const read = () => merchant.call(listApiRequests);
    await vi.waitUntil(async () => (await read()).count >= n, { timeout: 20_000, interval: 50 });
    return (await read()).results;
  });

const body = { amount: '1000', method: 'sbp', external_id: 'A-1' } as const;

describe('a request of a known key', () => {
  test('is kept with its call, its answer, its key and its address, whatever the answer was', async ({
    kantor,
    merchant,
    ask,
    kept,
  }) => {
    const headers = { 'idempotency-key': 'once' };
    const issued = await ask(merchant, createMerchantOrder, {
      body,
      headers,
      address: '203.0.113.7',
    });
    expect(issued.status).toBe(201);
    await ask(merchant, createMerchantOrder, { body, headers });
    await ask(merchant, createMerchantOrder, { body: { ...body, amount: 'много' } });
    await ask(merchant, getMerchantOrder, { params: { id: issued.body.id } });
    await ask(merchant, getMerchantOrder, { params: { id: newId(kantor.clock()) } });
    const { key: narrow } = await merchant.call(createApiKey, { body: { name: 'Только чтение', scopes: ['read'] } });
    await ask(merchant, createMerchantOrder, { body, token: narrow });
    const rows = (await kept(merchant, 6)).toReversed();
    expect(rows.map(({ method, route, status, code }) => [method, route, status, code])).toEqual([
      ['POST', '/orders', 201, null],
      ['POST', '/orders', 201, null],
      ['POST', '/orders', 400, 'invalid'],
      ['GET', '/orders/:id', 200, null],
      ['GET', '/orders/:id', 404, 'not_found'],
      ['POST', '/orders', 403, 'scope_missing'],
    ]);
    expect(rows.map(({ is_replayed: is }) => is)).toEqual([false, true, false, false, false, false]);
    expect(rows[0]).toMatchObject({ external_id: 'A-1', address: '203.0.113.7', is_test: false, object_id: null });
    expect(rows[3]).toMatchObject({ external_id: null, object_id: issued.body.id });
    expect(rows[4]?.object_id).toBeNull();
    expect(rows[5]?.key.name).toBe('Только чтение');
  });

  test('is kept also when the key is over, its address is another, or there are too many; of an unknown key it is nobody’s', async ({
    kantor,
    ask,
    kept,
  }) => {
    const merchant = await kantor.createMerchant({ limits: { ...NO_LIMITS, requestsSecond: 2 } });
    const expires = new Date(kantor.clock().getTime() + HOUR).toISOString();
    const { key: short } = await merchant.call(createApiKey, { body: { name: 'На час', expires_at: expires } });
    const { key: bound } = await merchant.call(createApiKey, { body: { name: 'Офис', addresses: ['203.0.113.0/24'] } });
    await ask(merchant, listMerchantOrders, { token: bound, address: '198.51.100.1' });
    for (let n = 0; n < 3; n += 1) await ask(merchant, listMerchantOrders);
    await ask(merchant, listMerchantOrders, { token: 'kantor_live_unknown' });
    kantor.pass(HOUR);
    await ask(merchant, listMerchantOrders, { token: short });
    const rows = (await kept(merchant, 5)).toReversed();
    expect(rows.map(({ status, code }) => [status, code])).toEqual([
      [403, 'address_refused'],
      [200, null],
      [200, null],
      [429, 'rate_limited'],
      [401, 'api_key_expired'],
    ]);
    const { rows: all } = await sql`select from api_request where merchant_id = ${merchant.id}`.execute(kantor.db);
    expect(all).toHaveLength(5);
  });

  test('leaves no secret and nothing of a payer', async ({ kantor, merchant, ask, kept }) => {
    const secrets = ['Пётр Секретов', '+79995551234', '40817810099910004312', 'payer-77', 'подарок', 'kantor_'];
    await ask(merchant, createMerchantPayout, {
      body: {
        amount: '1000',
        method: 'c2c',
        fio: secrets[0],
        phone: secrets[1],
        bank_account: secrets[2],
        external_id: 'P-1',
        payer_id: secrets[3],
        metadata: { note: secrets[4] },
      },
    });
    await ask(merchant, listMerchantOrders, {
      query: `payer_id=${secrets[3]}&search=${encodeURIComponent(String(secrets[0]))}`,
    });
    await kept(merchant, 2);
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(api_request)::text as text from api_request where merchant_id = ${merchant.id}`.execute(
      kantor.db,
    );
    for (const secret of [...secrets, merchant.key]) expect(rows.map(({ text }) => text).join()).not.toContain(secret);
  });
});

describe('what is noted', () => {
  test('is kept together, also where a proxy tells no address; of a flood one refusal a moment, and of one merchant a thousand', async ({
    kantor,
    merchant,
  }) => {
    const { log, lines } = collectLog();
    const recorder = createRequestRecorder({ db: kantor.db, clock: kantor.clock, log });
    const other = await kantor.createMerchant();
    const idOf = async ({ id }: Merchant) =>
      (await sql<{ id: string }>`select id from api_key where merchant_id = ${id}`.execute(kantor.db)).rows[0]?.id ??
      '';
    const keys = new Map([
      [merchant.id, await idOf(merchant)],
      [other.id, await idOf(other)],
    ]);
    const app = Fastify({ trustProxy: true });
    recorder.watch(app, '');
    app.get('/as/:merchant/:status', (request, reply) => {
      const { merchant: merchantId, status } = request.params as { merchant: string; status: string };
      recorder.identify(request, { merchantId, apiKeyId: keys.get(merchantId) ?? '' });
      return reply.code(Number(status)).send();
    });
    const send = (who: Merchant, status: number, address = '203.0.113.7') =>
      app.inject({ url: `/as/${who.id}/${status}`, headers: { 'x-forwarded-for': address } });
    const count = async (who: Merchant) =>
      (
        await sql<{ status: number; address: string | null; n: number }>`
        select status, host(address) as address, count(*)::int as n from api_request where merchant_id = ${who.id}
        group by status, address order by status`.execute(kantor.db)
      ).rows;
    for (let n = 0; n < 1100; n += 1) await send(merchant, n < 3 ? 429 : 200);
    await send(other, 200, '203.0.113.7:55555');
    await recorder.flush();
    expect(await count(merchant)).toEqual([
      { status: 200, address: '203.0.113.7', n: 999 },
      { status: 429, address: '203.0.113.7', n: 1 },
    ]);
    expect(await count(other)).toEqual([{ status: 200, address: null, n: 1 }]);
    expect(lines().map(({ event, repeated }) => [event, repeated])).toEqual([['api_requests_dropped', 100]]);
    await app.close();
  });

  test('is lost, and said so, while the database is away; no request fails by it', async ({ kantor, merchant }) => {
    const { log, lines } = collectLog();
    const db = createPool(kantor.databaseUrl);
    await db.destroy();
    const recorder = createRequestRecorder({ db, clock: kantor.clock, log });
    const app = Fastify();
    recorder.watch(app, '');
    app.get('/', (request, reply) => {
      recorder.identify(request, { merchantId: merchant.id, apiKeyId: merchant.id });
      return reply.send();
    });
    expect((await app.inject('/')).statusCode).toBe(200);
    await recorder.flush();
    expect(lines()).toMatchObject([{ event: 'api_requests_not_kept', repeated: 1 }]);
    await app.close();
  });
});

describe('the log', () => {
  test('is found by a request’s id, by the merchant’s own number, and by how it ended; it is nobody else’s', async ({
    kantor,
    merchant,
    ask,
    kept,
  }) => {
    await ask(merchant, listMerchantOrders, { query: 'external_id=N-1', headers: { 'x-request-id': 'first-request' } });
    const refused = { ...body, external_id: 'N-2', amount: '-1' };
    await ask(merchant, createMerchantOrder, { body: refused, headers: { 'x-request-id': 'second-request' } });
    await kept(merchant, 2);
    const found = async (query: object) =>
      (await merchant.call(listApiRequests, { query })).results.map(({ request_id: id }) => id);
    expect(await found({ search: 'first-request' })).toEqual(['first-request']);
    expect(await found({ search: 'N-2' })).toEqual(['second-request']);
    expect(await found({ search: 'N-' })).toEqual([]);
    expect(await Promise.all(REQUEST_RESULTS.map((result) => found({ result })))).toEqual([
      ['first-request'],
      ['second-request'],
      [],
    ]);
    const other = await kantor.createMerchant();
    expect(await other.call(listApiRequests, { query: { search: 'N-2' } })).toMatchObject({ count: 0, results: [] });
  });

  test('forgets after seven days', async ({ kantor, merchant, ask, kept }) => {
    await ask(merchant, listMerchantOrders);
    await kept(merchant, 1);
    kantor.pass(7 * DAY - HOUR);
    await forgetOldRequests(kantor);
    expect(await kept(merchant, 1)).toHaveLength(1);
    kantor.pass(2 * HOUR);
    await forgetOldRequests(kantor);
    expect(await merchant.call(listApiRequests)).toMatchObject({ count: 0 });
  });

  test('walks its indexes: to one number, to the refused, and to ten thousand at most', async ({
    kantor,
    merchant,
  }) => {
    const { rows: keys } = await sql<{ id: string }>`
      select id from api_key where merchant_id = ${merchant.id}`.execute(kantor.db);
    const now = kantor.clock().getTime();
    const request = (n: number): NewRequest => ({
      id: firstIdAt(new Date(now - n * 1000)).replace(/.{12}$/, String(n).padStart(12, '0')),
      merchantId: merchant.id,
      apiKeyId: keys[0]?.id ?? '',
      requestId: `request-${n}`,
      method: 'GET',
      route: '/orders',
      objectId: null,
      externalId: n % 2 === 0 ? `N-${n}` : null,
      status: n % 1000 === 0 ? 409 : 200,
      code: null,
      durationMs: 3,
      address: '203.0.113.7',
      isReplayed: false,
    });
    const db = createPool(kantor.ownerUrl);
    await insertRequests(
      db as never,
      Array.from({ length: 12_000 }, (_, n) => request(n)),
    );
    await sql`analyze api_request`.execute(db);
    await db.destroy();
    const explained = explaining(kantor.databaseUrl);
    const looked = async (sought: object) => {
      explained.plans.length = 0;
      const page = await findRequests(explained.db, { merchantId: merchant.id, page: 1, pageSize: 30, ...sought });
      const nodes = explained.plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'api_request');
      return { count: page.count, rest: page.rest !== null, most: Math.max(...nodes.map(lookedAt)) };
    };
    expect(await looked({ search: 'N-5000' })).toEqual({ count: 1, rest: false, most: 1 });
    expect(await looked({ result: 'REFUSED' })).toEqual({ count: 12, rest: false, most: 12 });
    const all = await looked({});
    expect(all).toMatchObject({ count: 1000, rest: true });
    expect(all.most).toBeLessThanOrEqual(10_001);
    await explained.destroy();
  });
});

import { createApiKey } from '@kantor/contract/wire/api-keys.ts';
import { createMerchantOrder, getMerchantOrder, listMerchantOrders } from '@kantor/contract/wire/merchant-orders.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { HOUR } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { NO_LIMITS } from '../../src/modules/accounts/index.ts';
import { createRequestRecorder } from '../../src/modules/api-requests/index.ts';
import type { Merchant } from '../support/people.ts';
import { body, test } from './fixture.ts';
import { collectLog } from '../support/log.ts';

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

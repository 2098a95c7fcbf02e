import { REQUEST_RESULTS } from '@kantor/contract/plain/api-requests.ts';
import { createApiKey } from '@kantor/contract/wire/api-keys.ts';
import { listApiRequests } from '@kantor/contract/wire/api-requests.ts';
import { createMerchantOrder, listMerchantOrders } from '@kantor/contract/wire/merchant-orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { singleStatement } from '../../src/db/tx.ts';
import { DAY, HOUR } from '../../src/kernel/clock.ts';
import { firstIdAt, newId } from '../../src/kernel/ids.ts';
import { forgetOldRequests } from '../../src/modules/api-requests/index.ts';
import { findRequests, insertRequests, type NewRequest } from '../../src/modules/api-requests/store.ts';
import { explaining, lookedAt, nodesOf } from '../support/explaining.ts';
import { body, test } from './fixture.ts';

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

  test('is narrowed to a key, to a call, to a span of time, and to how it ended within them', async ({
    kantor,
    merchant,
    ask,
    kept,
  }) => {
    const { key, id: keyId } = await merchant.call(createApiKey, { body: { name: 'Касса', scopes: ['orders'] } });
    const { key: testKey, id: testKeyId } = await merchant.call(createApiKey, {
      body: { name: 'Проба', scopes: ['orders'], is_test: true },
    });
    const start = kantor.clock();
    await ask(merchant, listMerchantOrders, { headers: { 'x-request-id': 'first-request' } });
    await ask(merchant, listMerchantOrders, { token: key, headers: { 'x-request-id': 'second-request' } });
    kantor.pass(HOUR);
    const noon = kantor.clock();
    await ask(merchant, createMerchantOrder, {
      body: { ...body, amount: '-1' },
      token: key,
      headers: { 'x-request-id': 'third-request' },
    });
    await ask(merchant, listMerchantOrders, { token: testKey, headers: { 'x-request-id': 'fourth-request' } });
    await kept(merchant, 4);
    const found = async (query: object) => {
      const { results } = await merchant.call(listApiRequests, { query });
      return results.map(({ request_id: id }) => id);
    };
    expect(await found({ key: keyId })).toEqual(['third-request', 'second-request']);
    expect(await found({ call: 'GET /orders' })).toEqual(['fourth-request', 'second-request', 'first-request']);
    expect(await found({ call: 'GET /orders', key: keyId })).toEqual(['second-request']);
    expect(await found({ from: noon.toISOString() })).toEqual(['fourth-request', 'third-request']);
    expect(await found({ from: start.toISOString(), to: noon.toISOString() })).toEqual([
      'second-request',
      'first-request',
    ]);
    expect(await found({ key: keyId, result: 'REFUSED', from: noon.toISOString() })).toEqual(['third-request']);
    expect(await found({ call: 'DELETE /orders' })).toEqual([]);
    expect(await found({ search: 'third-request', key: testKeyId })).toEqual([]);
    expect(await found({ search: 'third-request', key: keyId })).toEqual(['third-request']);
    const { results } = await merchant.call(listApiRequests, { query: { key: testKeyId } });
    expect(results.map(({ is_test: isTest, key: { name } }) => [isTest, name])).toEqual([[true, 'Проба']]);
    const other = await kantor.createMerchant();
    expect(await other.call(listApiRequests, { query: { key: keyId } })).toMatchObject({ count: 0, results: [] });
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
      route: n % 2000 === 0 ? '/payouts' : '/orders',
      objectId: null,
      externalId: n % 2 === 0 ? `N-${n}` : null,
      status: n % 1000 === 0 ? 409 : 200,
      code: null,
      durationMs: 3,
      address: '203.0.113.7',
      isReplayed: false,
    });
    await singleStatement(kantor.db, (statement) =>
      insertRequests(
        statement,
        Array.from({ length: 12_000 }, (_, n) => request(n)),
      ),
    );
    await sql`analyze api_request`.execute(kantor.ownerDb);
    const explained = explaining(kantor.databaseUrl);
    const looked = async (sought: object) => {
      explained.plans.length = 0;
      const page = await findRequests(explained.db, { merchantId: merchant.id, page: 1, pageSize: 30, ...sought });
      const nodes = explained.plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'api_request');
      return { count: page.count, rest: page.rest !== null, most: Math.max(...nodes.map(lookedAt)) };
    };
    expect(await looked({ search: 'N-5000' })).toEqual({ count: 1, rest: false, most: 1 });
    expect(await looked({ result: 'REFUSED' })).toEqual({ count: 12, rest: false, most: 12 });
    expect(await looked({ call: 'GET /payouts' })).toEqual({ count: 6, rest: false, most: 6 });
    expect(await looked({ key: newId(kantor.clock()) })).toEqual({ count: 0, rest: false, most: 0 });
    const second = { from: new Date(now - 5000_500), to: new Date(now - 4999_500) };
    expect(await looked(second)).toEqual({ count: 1, rest: false, most: 1 });
    const all = await looked({});
    expect(all).toMatchObject({ count: 1000, rest: true });
    expect(all.most).toBeLessThanOrEqual(10_001);
    await explained.destroy();
  });
});

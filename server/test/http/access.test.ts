import { getMerchantReport } from '@kantor/contract/wire/merchant-reports.ts';
import { listMerchantEvents } from '@kantor/contract/wire/merchant-events.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { ROLES, type Role, rolesThatMay } from '@kantor/contract/plain/rights.ts';
import { getMe } from '@kantor/contract/wire/auth.ts';
import { getTraderDashboard } from '@kantor/contract/wire/balance.ts';
import * as cabinets from '@kantor/contract/wire/cabinets.ts';
import type { Call, Problem } from '@kantor/contract/wire/call.ts';
import { CALLS, MERCHANT_CALLS } from '@kantor/contract/wire/calls.ts';
import { getOrder } from '@kantor/contract/wire/orders.ts';
import { listRequisites } from '@kantor/contract/wire/requisites.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { newId } from '../../src/kernel/ids.ts';
import type { RawAnswer } from '../support/test-client.ts';
import { test as base } from './fixture.ts';
import { kindOf } from './objects.ts';
import { bodyOf } from './sound.ts';

// Who may make which call, taken from the contract: a new call is in the matrix by itself.

const name = (call: Call) => `${call.method} ${call.path}`;
const guarded = CALLS.filter((call) => call.right !== 'public').map((call) => [name(call), call] as const);
const withId = guarded.filter(([, call]) => call.path.includes(':id'));
const rolesOf = ({ right }: Call): readonly Role[] => rolesThatMay(right);

const test = base
  .extend('paramsOf', ({ objects }) => (call: Call) => ({ id: objects[kindOf(call)] ?? 'no object of this kind' }))
  /** The data that must be the same after a refusal. */
  .extend(
    'snapshot',
    { scope: 'file' },
    ({ trader, objects }) =>
      () =>
        Promise.all([
          trader.call(getOrder, { params: { id: objects['orders'] ?? '' } }),
          trader.call(listRequisites),
          trader.call(cabinets.listCabinets),
          trader.call(getTraderDashboard),
        ]),
  )
  /** The same before the first of them. */
  .extend('untouched', { scope: 'file' }, ({ snapshot }) => snapshot())
  /** Keys that are not in force. */
  .extend('deadKeys', { scope: 'file' }, async ({ kantor }) => {
    const [blocked, former] = [await kantor.createMerchant(), await kantor.createMerchant()];
    await sql`update account set blocked_at = now() where id = ${blocked.id}`.execute(kantor.db);
    await sql`update api_key set revoked_at = now() where merchant_id = ${former.id}`.execute(kantor.db);
    return [blocked.key, former.key];
  });

/** Expects the same answer for another's id, for one that never was, and for impossible ones. */
async function expectAlike(foreign: string, now: Date, ask: (id: string) => Promise<RawAnswer>) {
  const { status, body } = await ask(foreign);
  expect(status).toBe(404);
  for (const id of [newId(now), '1', 'null', '%00', "'--", 'a'.repeat(100)])
    expect(await ask(id)).toMatchObject({ status, body });
}

const UNKNOWN = [400, { errors: { surprise: ['Неизвестное поле'] } }];

describe('every call of the product', () => {
  test.for(guarded)('%s: without a token, or with a wrong one, is a 401', async ([, call], { kantor, paramsOf }) => {
    for (const token of [null, 'nonsense']) {
      const answer = await kantor.guest.raw(call, { params: paramsOf(call), token });
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
      expect(answer.headers['content-type']).toMatch('application/problem+json');
    }
  });

  test.for(guarded)('%s: of another role is a 403', async ([, call], { people, paramsOf, snapshot, untouched }) => {
    for (const role of ROLES.filter((each) => !rolesOf(call).includes(each))) {
      const answer = await people[role].raw(call, { params: paramsOf(call), body: {} });
      expect([role, answer.status, answer.body.code]).toEqual([role, 403, 'forbidden']);
    }
    expect(await snapshot()).toEqual(untouched);
  });

  test.for(withId)(
    "%s: another's object, one that never was and an impossible id are the same 404",
    async ([, call], { kantor, strangers, paramsOf, snapshot, untouched }) => {
      const body = bodyOf(call);
      // Nobody's object is foreign to those who run the platform.
      const foreign = call.right.startsWith('platform.') ? newId(kantor.clock()) : paramsOf(call).id;
      for (const role of rolesOf(call)) {
        await expectAlike(foreign, kantor.clock(), (id) => strangers[role].raw(call, { params: { id }, body }));
      }
      expect(await snapshot()).toEqual(untouched);
    },
  );

  test.for(guarded)(
    '%s: an unknown parameter or field is a 400 that names it',
    async ([, call], { people, paramsOf }) => {
      const caller = people[rolesOf(call)[0] ?? 'trader'];
      const params = paramsOf(call);
      const query = await caller.raw(call, { params, query: 'surprise=1' });
      expect([query.status, query.body]).toMatchObject(UNKNOWN);
      if (call.method === 'GET' || call.upload !== undefined) return;
      const body = await caller.raw(call, { params, body: { surprise: 1 } });
      expect([body.status, body.body]).toMatchObject(UNKNOWN);
    },
  );

  test('an address that is none is a 404 in the same form', async ({ kantor, trader }) => {
    for (const path of [`${API_BASE}/nothing/`, `${MERCHANT_API_BASE}/nothing`]) {
      const answer = await kantor.request<Problem>(path, { token: trader.token });
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
  });
});

const merchantCalls = MERCHANT_CALLS.map((call) => [name(call), call] as const);
const merchantCallsWithId = merchantCalls.filter(([, call]) => call.path.includes(':id'));

describe('every call of the merchant API', () => {
  test.for(merchantCalls)(
    '%s: without a key, or with one that is not in force, is a 401',
    async ([, call], { merchant, deadKeys, paramsOf }) => {
      for (const token of [null, 'nonsense', ...deadKeys, merchant.token]) {
        const answer = await merchant.api.raw(call, { params: paramsOf(call), token });
        expect([answer.status, answer.body.code]).toEqual([401, 'bad_api_key']);
      }
    },
  );

  test.for(merchantCallsWithId)(
    "%s: another's object, one that never was and an impossible id are the same 404",
    async ([, call], { kantor, strangers, paramsOf, snapshot, untouched }) => {
      const headers = { 'idempotency-key': 'foreign' };
      await expectAlike(paramsOf(call).id, kantor.clock(), (id) =>
        strangers.merchant.api.raw(call, { params: { id }, headers, body: bodyOf(call) }),
      );
      expect(await snapshot()).toEqual(untouched);
    },
  );

  test.for(merchantCalls)(
    '%s: an unknown parameter or field is a 400 that names it',
    async ([, call], { merchant, paramsOf }) => {
      const params = paramsOf(call);
      const query = await merchant.api.raw(call, { params, query: 'surprise=1' });
      expect([query.status, query.body]).toMatchObject(UNKNOWN);
      if (call.method === 'GET' || call.upload !== undefined) return;
      const body = await merchant.api.raw(call, { params, body: { surprise: 1 } });
      expect([body.status, body.body]).toMatchObject(UNKNOWN);
    },
  );

  test.for(
    merchantCalls.filter(
      ([, call]) => call.query !== undefined && call !== listMerchantEvents && call !== getMerchantReport,
    ),
  )('%s: pages begin at 1 and have at most 100 rows', async ([, call], { merchant }) => {
    const errorsOf = async (query: string) => [query, (await merchant.api.raw(call, { query })).body.errors];
    for (const query of ['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=100000001'])
      expect(await errorsOf(query)).toMatchObject([query, { page: [expect.any(String)] }]);
    for (const query of ['page_size=0', 'page_size=101', 'page_size=x'])
      expect(await errorsOf(query)).toMatchObject([query, { page_size: [expect.any(String)] }]);
    const last = { query: 'page=100000000&page_size=100' };
    expect(await merchant.api.raw<object>(call, last)).toMatchObject({ status: 200, body: { results: [] } });
  });
});

test('every call of the contract is bound, and tried with an object of its own kind', ({ kantor, objects }) => {
  for (const [, call] of [...withId, ...merchantCallsWithId]) expect(objects).toHaveProperty(kindOf(call));
  for (const call of CALLS) expect(kantor.app.hasRoute({ method: call.method, url: API_BASE + call.path })).toBe(true);
  for (const call of MERCHANT_CALLS) {
    expect(kantor.app.hasRoute({ method: call.method, url: MERCHANT_API_BASE + call.path })).toBe(true);
  }
});

describe('every answer', () => {
  test('carries the headers that keep a browser safe', async ({ kantor }) => {
    for (const path of ['/live', API_BASE + getMe.path, '/nothing']) {
      const { headers } = await kantor.request(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
      });
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
    }
  });
});

describe("a client's word about its address", () => {
  test.for([
    [undefined, '127.0.0.1'],
    [['127.0.0.1'], '203.0.113.7'],
  ] as const)('is believed only through a balancer that is trusted: %j', async ([trustProxy, ip], { kantor }) => {
    const app = await buildApi({
      db: kantor.db,
      settings: { ...kantor.settings, ...(trustProxy && { trustProxy: [...trustProxy] }) },
    });
    let seen = '';
    app.addHook('onRequest', async (request) => {
      seen = request.ip;
    });
    await app.inject({ url: '/live', headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(seen).toBe(ip);
    await app.close();
  });
});

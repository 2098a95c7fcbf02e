import { API_BASE, ROLES, type Role } from '@kantor/contract/plain/routes.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import { CALLS, MERCHANT_CALLS } from '@kantor/contract/wire/calls.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { buildApi } from '../../src/app/build-api.ts';
import { newId } from '../../src/kernel/ids.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { creditDeposits } from '../../src/modules/chain/index.ts';
import { receiveMessage } from '../../src/modules/matching/index.ts';
import { createUser } from '../../src/modules/users/index.ts';
import { type Kantor, PASSWORD, startKantor } from '../support/harness.ts';
import { fanOutAll } from '../support/outbox-reading.ts';

// Who may make which call, taken from the contract: a new call is in the matrix by itself.

let kantor: Kantor;
let tokens: Record<Role, () => Promise<string>>;
let strangers: Record<Role, () => Promise<string>>;
/** An object of each kind that has ids, by the first part of its address: none of them is the strangers'. */
const objects: Record<string, string> = {};
let orderId: string;
let merchantKey: string;
let blockedKey: string;
let revokedKey: string;

beforeAll(async () => {
  kantor = await startKantor();
  const operator = async (username: string) => {
    await createUser(kantor.db, { role: 'operator', username, password: PASSWORD, at: kantor.clock() });
    return () => kantor.signIn(username);
  };
  const trader = await kantor.createTrader();
  const cabinetId = await kantor.createCabinet(trader.id);
  objects['cabinets'] = cabinetId;
  objects['bank_details'] = await kantor.createRequisite(trader.id, { cabinetId });
  const row = () => ({ id: newId(kantor.clock()), traderId: trader.id, createdAt: kantor.clock() });
  const deposit = row();
  objects['accountwallettransactions'] = deposit.id;
  const transfer = { ...deposit, txHash: '', logIndex: 0, amount: 1n, blockNumber: 1n, rawData: '' };
  await transaction(kantor.db, (tx) => creditDeposits(tx, [transfer], kantor.clock()));
  const message = { messageId: '1', phone: '', application: '', text: '', plainRequest: '', heardAt: kantor.clock() };
  await receiveMessage(kantor, { id: cabinetId, traderId: trader.id }, message);
  const kept = await kantor.send(`${API_BASE}/devicenotifications/`, { token: trader.token });
  objects['devicenotifications'] = kept.body.results[0].id;
  const merchant = await kantor.createMerchant();
  orderId = (await kantor.order(merchant.key, '100')).body.id;
  objects['orders'] = orderId;
  objects['appeals'] = await openAppeal(kantor, { merchantId: merchant.id, orderId, amount: 1n });
  await sql`update users set payout_enable = true`.execute(kantor.db);
  await kantor.fund(merchant.id, '100');
  const post = async (path: string, token: () => Promise<string>, body: object = {}) =>
    (await kantor.send(`${API_BASE}/${path}`, { method: 'POST', token, body })).body.id;
  objects['withdraworders'] = await post('withdraworders/', merchant.token, { amount: 10, fio: 'Имя', phone: '1' });
  await post(`withdraworders/${objects['withdraworders']}/take_on_work/`, trader.token);
  await post('webhooks/endpoint/', merchant.token, { url: 'https://shop.example/', is_active: true });
  const wallet = await post('merchantwithdrawwallets/', merchant.token, { wallet_to_withdraw: 'T' });
  objects['merchantwithdraworders'] = await post('merchantwithdraworders/', merchant.token, {
    amount_in_usdt: 1,
    wallet_id: wallet,
  });
  // The same things by the names of the merchant API.
  const { withdraworders: payouts, merchantwithdraworders: withdrawals } = objects;
  Object.assign(objects, { payouts, withdrawals });
  objects['apikeys'] = (await kantor.send(`${API_BASE}/apikeys/`, { token: merchant.token })).body.results[0].id;
  await fanOutAll(kantor);
  objects['webhooks'] = (await kantor.send(`${API_BASE}/webhooks/`, { token: merchant.token })).body.results[0].id;
  tokens = { trader: trader.token, merchant: merchant.token, operator: await operator('operator-1') };
  const otherMerchant = await kantor.createMerchant();
  strangers = {
    trader: (await kantor.createTrader()).token,
    merchant: otherMerchant.token,
    operator: await operator('operator-2'),
  };
  await sql`update users set payout_enable = true`.execute(kantor.db);
  merchantKey = otherMerchant.key;
  const blocked = await kantor.createMerchant();
  blockedKey = blocked.key;
  await sql`update users set blocked_at = now() where id = ${blocked.id}`.execute(kantor.db);
  const former = await kantor.createMerchant();
  revokedKey = former.key;
  await sql`update api_key set revoked_at = now() where merchant_id = ${former.id}`.execute(kantor.db);
});
afterAll(() => kantor.close());

const name = (call: Call) => `${call.method} ${call.path}`;
const objectOf = (call: Call) => objects[call.path.split('/')[1] ?? ''] ?? 'no object of this kind in this test';
const url = (base: string, call: Call, id = objectOf(call)) => base + call.path.replace(':id', id);
const guarded = CALLS.filter((call) => call.roles !== 'public').map((call) => [name(call), call] as const);
const withId = guarded.filter(([, call]) => call.path.includes(':id'));
/** Sound bodies: with another, a call is refused before its object is looked for. */
const BODIES: Record<string, object> = {
  '/bank_details/:id/': { bank_type: 1 },
  '/bank_details/:id/toggle/': { is_active: false },
  '/cabinets/:id/': { device_name: 'Чужой', bank_detail: [] },
  '/cabinets/:id/toggle/': { is_active: false },
  '/cabinets/:id/connect/': { application: 'sms_gateway' },
};

const snapshot = async () => ({
  order: (await kantor.send(`${API_BASE}/orders/${orderId}/`, { token: tokens.trader })).body,
  requisites: (await kantor.send(`${API_BASE}/bank_details/`, { token: tokens.trader })).body,
  cabinets: (await kantor.send(`${API_BASE}/cabinets/`, { token: tokens.trader })).body,
  dashboard: (await kantor.send(`${API_BASE}/trader/dashboard/`, { token: tokens.trader })).body,
});

describe('every call of the product', () => {
  test.each(guarded)('%s: without a token, or with a wrong one, is a 401', async (_name, call) => {
    for (const token of [undefined, 'nonsense']) {
      const answer = await kantor.send(url(API_BASE, call), { method: call.method, ...(token && { token }) });
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
      expect(answer.headers['content-type']).toMatch('application/problem+json');
    }
  });

  test.each(guarded)('%s: of another role is a 403', async (_name, call) => {
    const before = await snapshot();
    for (const role of ROLES.filter((each) => !call.roles.includes(each as never))) {
      const answer = await kantor.send(url(API_BASE, call), {
        method: call.method,
        token: tokens[role],
        body: {},
      });
      expect([role, answer.status, answer.body.code]).toEqual([role, 403, 'forbidden']);
    }
    expect(await snapshot()).toEqual(before);
  });

  test.each(withId)(
    "%s: another's object, one that never was and an impossible id are the same 404",
    async (_name, call) => {
      const before = await snapshot();
      for (const role of call.roles as readonly Role[]) {
        const of = async (id: string) => {
          const { status, body } = await kantor.send(url(API_BASE, call, id), {
            method: call.method,
            token: strangers[role],
            ...(call.method === 'GET' ? {} : { body: BODIES[call.path] }),
          });
          return { status, body };
        };
        const foreign = await of(objectOf(call));
        expect(foreign.status).toBe(404);
        for (const id of [newId(kantor.clock()), '1', 'null', '%00', "'--", 'a'.repeat(100)])
          expect(await of(id)).toEqual(foreign);
      }
      expect(await snapshot()).toEqual(before);
    },
  );

  test.each(guarded)('%s: an unknown parameter or field is a 400 that names it', async (_name, call) => {
    const role = (call.roles as readonly Role[])[0] ?? 'trader';
    const query = await kantor.send(`${url(API_BASE, call)}?surprise=1`, {
      method: call.method,
      token: tokens[role],
    });
    expect([query.status, query.body.errors]).toMatchObject([400, { surprise: ['Неизвестное поле'] }]);
    if (call.method === 'GET' || call.upload !== undefined) return;
    const body = await kantor.send(url(API_BASE, call), {
      method: call.method,
      token: tokens[role],
      body: { surprise: 1 },
    });
    expect([body.status, body.body.errors]).toMatchObject([400, { surprise: ['Неизвестное поле'] }]);
  });

  test('an address that is none is a 404 in the same form', async () => {
    for (const path of [`${API_BASE}/nothing/`, `${MERCHANT_API_BASE}/nothing`]) {
      const answer = await kantor.send(path, { token: tokens.trader });
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
  });
});

const merchantCalls = MERCHANT_CALLS.map((call) => [name(call), call] as const);
const merchantCallsWithId = merchantCalls.filter(([, call]) => call.path.includes(':id'));

describe('every call of the merchant API', () => {
  test.each(merchantCalls)('%s: without a key, or with one that is not in force, is a 401', async (_name, call) => {
    for (const token of [undefined, 'nonsense', revokedKey, blockedKey, await tokens.merchant()]) {
      const answer = await kantor.send(url(MERCHANT_API_BASE, call), { method: call.method, ...(token && { token }) });
      expect([answer.status, answer.body.code]).toEqual([401, 'bad_api_key']);
    }
  });

  test.each(merchantCallsWithId)(
    "%s: another's object, one that never was and an impossible id are the same 404",
    async (_name, call) => {
      const before = await snapshot();
      const of = async (id: string) => {
        const { status, body } = await kantor.send(url(MERCHANT_API_BASE, call, id), {
          method: call.method,
          token: merchantKey,
          headers: { 'idempotency-key': 'foreign' },
        });
        return { status, body };
      };
      const foreign = await of(objectOf(call));
      expect(foreign.status).toBe(404);
      for (const id of [newId(kantor.clock()), '1', 'null', '%00', "'--", 'a'.repeat(100)])
        expect(await of(id)).toEqual(foreign);
      expect(await snapshot()).toEqual(before);
    },
  );

  test.each(merchantCalls)('%s: an unknown parameter or field is a 400 that names it', async (_name, call) => {
    const { method } = call;
    const query = await kantor.send(`${url(MERCHANT_API_BASE, call)}?surprise=1`, { method, token: merchantKey });
    expect([query.status, query.body.errors]).toMatchObject([400, { surprise: ['Неизвестное поле'] }]);
    if (method === 'GET' || call.upload !== undefined) return;
    const body = { surprise: 1 };
    const sent = await kantor.send(url(MERCHANT_API_BASE, call), { method, token: merchantKey, body });
    expect([sent.status, sent.body.errors]).toMatchObject([400, { surprise: ['Неизвестное поле'] }]);
  });

  test.each(merchantCalls.filter(([, { query }]) => query !== undefined))(
    '%s: pages begin at 1 and have at most 100 rows',
    async (_name, call) => {
      const read = (query: string) =>
        kantor.send(`${url(MERCHANT_API_BASE, call)}?${query}`, { method: call.method, token: merchantKey });
      for (const query of ['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=100000001'])
        expect([query, (await read(query)).body.errors]).toMatchObject([query, { page: [expect.any(String)] }]);
      for (const query of ['page_size=0', 'page_size=101', 'page_size=x'])
        expect([query, (await read(query)).body.errors]).toMatchObject([query, { page_size: [expect.any(String)] }]);
      const { status, body } = await read('page=100000000&page_size=100');
      expect([status, body.results]).toEqual([200, []]);
    },
  );
});

test('every call of the contract is bound, and tried with an object of its own kind', () => {
  for (const [, { path }] of [...withId, ...merchantCallsWithId])
    expect(objects).toHaveProperty(path.split('/')[1] ?? '');
  for (const call of CALLS) expect(kantor.app.hasRoute({ method: call.method, url: API_BASE + call.path })).toBe(true);
  for (const call of MERCHANT_CALLS) {
    expect(kantor.app.hasRoute({ method: call.method, url: MERCHANT_API_BASE + call.path })).toBe(true);
  }
});

describe('every answer', () => {
  test('carries the headers that keep a browser safe', async () => {
    for (const path of ['/live', `${API_BASE}/users/me/`, '/nothing']) {
      const { headers } = await kantor.send(path);
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
  test.each([
    [undefined, '127.0.0.1'],
    [['127.0.0.1'], '203.0.113.7'],
  ])('is believed only through a balancer that is trusted: %j', async (trustProxy, ip) => {
    const app = await buildApi({ db: kantor.db, settings: { ...kantor.settings, ...(trustProxy && { trustProxy }) } });
    let seen = '';
    app.addHook('onRequest', async (request) => {
      seen = request.ip;
    });
    await app.inject({ url: '/live', headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(seen).toBe(ip);
    await app.close();
  });
});

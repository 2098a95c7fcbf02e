import { opens, type KeyScope, KEY_SCOPES } from '@kantor/contract/plain/api-keys.ts';
import { createApiKey, listApiKeys } from '@kantor/contract/wire/api-keys.ts';
import { MERCHANT_CALLS } from '@kantor/contract/wire/calls.ts';
import { getInbox } from '@kantor/contract/wire/inbox.ts';
import { getMerchantBalance, listMerchantBanks } from '@kantor/contract/wire/merchant-account.ts';
import { createMerchantOrder, listMerchantOrders } from '@kantor/contract/wire/merchant-orders.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import type { WireBody } from '@kantor/contract/wire/call.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { test as base } from '../support/fixtures.ts';
import { createTestClient } from '../support/test-client.ts';

const test = base
  /** A key of each scope alone. */
  .extend('keys', { scope: 'file' }, async ({ kantor }) => {
    const owner = await kantor.createMerchant();
    const made = KEY_SCOPES.map(async (scope) => {
      const { key } = await owner.call(createApiKey, { body: { name: scope, scopes: [scope] } });
      return [scope, key] as const;
    });
    return Promise.all(made);
  })
  .extend('create', ({ kantor, merchant }) => (terms: Partial<WireBody<typeof createApiKey>> = {}) => {
    kantor.pass(1);
    return merchant.call(createApiKey, { body: { name: 'Касса', ...terms } });
  })
  .extend(
    'balanceOf',
    ({ merchant }) =>
      (token: string) =>
        merchant.api.raw(getMerchantBalance, { token }),
  );

const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('The scopes of a key', () => {
  test('every call of the merchant API names what it needs', () => {
    for (const call of MERCHANT_CALLS)
      expect([call.path, [...KEY_SCOPES, 'any']]).toEqual([call.path, expect.arrayContaining([call.scope])]);
  });

  test.for(MERCHANT_CALLS.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s: is let in by its scope, refused by others, and `read` opens what only reads',
    async ([, call], { merchant, keys }) => {
      const refusals: string[] = [];
      for (const [scope, key] of keys) {
        const answer = await merchant.api.raw(call, { token: key, params: { id: 'x' }, body: {} });
        if (answer.body.code === 'scope_missing') {
          refusals.push(scope);
          expect(answer).toMatchObject({
            status: 403,
            body: { detail: expect.stringContaining(`«${String(call.scope)}»`) },
          });
        }
      }
      const { scope = 'any', method } = call;
      expect(refusals).toEqual(KEY_SCOPES.filter((each) => !opens([each], { method, scope })));
    },
  );

  test('a refused call does nothing', async ({ kantor, merchant, create }) => {
    await kantor.heartbeat();
    const { key } = await create({ scopes: ['read', 'payouts'] });
    const body = { amount: '100', method: 'sbp', external_id: 'scope-1' } as const;
    expect(code(await merchant.api.raw(createMerchantOrder, { body, token: key }))).toEqual([403, 'scope_missing']);
    const found = await merchant.api.call(listMerchantOrders, { query: { external_id: 'scope-1' } });
    expect(found.count).toBe(0);
  });

  test('are those of yesterday unless others are chosen, kept in one order, each once', async ({ create }) => {
    const yesterday: KeyScope[] = ['orders', 'payouts', 'read'];
    expect((await create()).scopes).toEqual(yesterday);
    expect((await create({ scopes: ['read', 'orders', 'read'] })).scopes).toEqual(['orders', 'read']);
  });

  test('are at least one, and one of those that there are', async ({ kantor, merchant }) => {
    for (const scopes of [[], ['all']]) {
      const answer = await merchant.raw(createApiKey, { body: { name: 'Касса', scopes } });
      expect(code(answer)).toEqual([400, 'invalid']);
    }
    for (const scopes of ['{}', '{all}', '{orders,orders,orders,orders,orders}'])
      await expect(
        sql`update api_key set scopes = ${scopes} where merchant_id = ${merchant.id}`.execute(kantor.ownerDb),
      ).rejects.toThrow('api_key_scopes_check');
  });
});

describe('The addresses of a key', () => {
  test('are networks: it is let in from them alone, and whoever holds it is told from where they came', async ({
    kantor,
    create,
  }) => {
    const app = await buildApi({
      db: kantor.db,
      settings: { ...kantor.settings, trustProxy: ['127.0.0.1'] },
      clock: kantor.clock,
    });
    const from = async (address: string, token: string) => {
      const client = createTestClient(app, MERCHANT_API_BASE, token);
      return client.raw(getMerchantBalance, { headers: { 'x-forwarded-for': address } });
    };
    const { key, addresses } = await create({ addresses: ['203.0.113.7/24', '198.51.100.1', '2001:db8::1/32'] });
    expect(addresses.toSorted()).toEqual(['198.51.100.1/32', '2001:db8::/32', '203.0.113.0/24']);
    for (const address of ['203.0.113.0', '203.0.113.255', '198.51.100.1', '2001:db8:ffff::1', '::ffff:203.0.113.9'])
      expect([address, (await from(address, key)).status]).toEqual([address, 200]);
    for (const address of ['203.0.114.0', '198.51.100.2', '2001:db9::1', '::ffff:198.51.100.2']) {
      const answer = await from(address, key);
      expect([address, ...code(answer)]).toEqual([address, 403, 'address_refused']);
      expect(answer.body).toMatchObject({ detail: expect.stringContaining(address) });
    }
    await app.close();
  });

  test('none: from anywhere', async ({ create, balanceOf }) => {
    expect((await balanceOf((await create()).key)).status).toBe(200);
  });

  test('are twenty at most, and addresses', async ({ merchant }) => {
    for (const addresses of [
      ['shop.example'],
      ['203.0.113.7/33'],
      ['fe80::1%eth0'],
      Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`),
    ])
      expect(code(await merchant.raw(createApiKey, { body: { name: 'Касса', addresses } }))).toEqual([400, 'invalid']);
  });
});

describe('The end of a key', () => {
  test('comes to the second, with a sentence of its own; nothing refuses it before', async ({
    kantor,
    create,
    balanceOf,
  }) => {
    const expiresAt = new Date(kantor.clock().getTime() + HOUR);
    const { key } = await create({ expires_at: expiresAt.toISOString() });
    kantor.pass(HOUR - 2);
    expect((await balanceOf(key)).status).toBe(200);
    kantor.pass(1);
    expect(await balanceOf(key)).toMatchObject({
      status: 401,
      body: { code: 'api_key_expired', detail: expect.stringContaining('Срок действия ключа API истёк') },
    });
  });

  test('is in the future', async ({ kantor, merchant }) => {
    const body = { name: 'Касса', expires_at: kantor.clock().toISOString() };
    expect(await merchant.raw(createApiKey, { body })).toMatchObject({
      status: 400,
      body: { errors: { expires_at: [expect.any(String)] } },
    });
  });

  test('is told a week ahead, until it has come or the key is revoked', async ({ kantor }) => {
    const merchant = await kantor.createMerchant();
    const expiresAt = new Date(kantor.clock().getTime() + 8 * DAY);
    const { id } = await merchant.call(createApiKey, { body: { name: 'Касса', expires_at: expiresAt.toISOString() } });
    const told = async () =>
      (await merchant.call(getInbox)).items.map(({ what, count, id: key }) => [what, count, key]);
    expect(await merchant.call(getInbox)).toEqual({
      items: [],
      changes_at: new Date(expiresAt.getTime() - 7 * DAY).toISOString(),
    });
    kantor.pass(DAY);
    expect(await told()).toEqual([['keys_expiring', 1, id]]);
    kantor.pass(7 * DAY);
    expect(await told()).toEqual([]);
  });

  test('makes room for another key', async ({ kantor }) => {
    const merchant = await kantor.createMerchant();
    const soon = new Date(kantor.clock().getTime() + MINUTE).toISOString();
    for (let n = 0; n < 19; n += 1) await merchant.call(createApiKey, { body: { name: 'Касса', expires_at: soon } });
    expect(await merchant.refusal(createApiKey, { body: { name: 'Касса' } })).toMatchObject({ code: 'too_many_keys' });
    kantor.pass(MINUTE);
    expect((await merchant.call(createApiKey, { body: { name: 'Касса' } })).expires_at).toBeNull();
  });
});

describe('The last use of a key', () => {
  test('is kept once a minute, off the path of requests', async ({ kantor }) => {
    const merchant = await kantor.createMerchant();
    const app = await buildApi({ db: kantor.db, settings: kantor.settings, clock: kantor.clock });
    const client = createTestClient(app, MERCHANT_API_BASE, merchant.key);
    const lastUse = async () => (await merchant.call(listApiKeys)).results[0]?.last_used_at;
    expect(await lastUse()).toBeNull();
    const first = kantor.clock().toISOString();
    await client.call(listMerchantBanks);
    // Nothing was written for the request itself.
    expect(await lastUse()).toBeNull();
    kantor.pass(30 * SECOND);
    await client.call(listMerchantBanks);
    await app.close();
    expect(await lastUse()).toBe(first);
  });
});

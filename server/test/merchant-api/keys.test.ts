import { createApiKey, listApiKeys, revokeApiKey } from '@kantor/contract/wire/api-keys.ts';
import { getMerchantBalance } from '@kantor/contract/wire/merchant-account.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { atOnce } from '../support/at-once.ts';
import { test as base } from '../support/fixtures.ts';
import type { Merchant } from '../support/people.ts';
import { createTestClient } from '../support/test-client.ts';

const test = base
  /** Makes a key, a millisecond after the one before. */
  .extend('create', ({ kantor, merchant }) => (name: string, owner: Merchant = merchant) => {
    kantor.pass(1);
    return owner.call(createApiKey, { body: { name } });
  })
  /** Whether a key is let in. */
  .extend(
    'opens',
    ({ merchant }) =>
      async (key: string) =>
        (await merchant.api.raw(getMerchantBalance, { token: key })).status === 200,
  );

test('a key is shown once and opens the merchant API; only its hash is kept', async ({
  kantor,
  merchant,
  create,
  opens,
}) => {
  const { key, ...shown } = await create('  Касса 1 ');
  expect(key).toMatch(/^kantor_live_[\w-]{43}$/);
  expect(shown).toEqual({
    id: expect.any(String),
    name: 'Касса 1',
    scopes: ['orders', 'payouts', 'read'],
    addresses: [],
    is_test: false,
    created_at: kantor.clock().toISOString(),
    expires_at: null,
    last_used_at: null,
    revoked_at: null,
    end_reason: null,
  });
  expect(await opens(key)).toBe(true);
  expect((await merchant.call(listApiKeys)).results[0]).toEqual(shown);
  const { rows } = await sql<{ row: string }>`
    select api_key::text || (select coalesce(string_agg(answer, ''), '') from idempotency_key) as row
    from api_key`.execute(kantor.db);
  expect(rows.map(({ row }) => row).join()).not.toContain(key);
});

test.for([undefined, '', '   ', 'x'.repeat(101), 'a\u0000b', 7])(
  'a key is not called %j',
  async (name, { merchant }) => {
    const { count } = await merchant.call(listApiKeys);
    const { status, body } = await merchant.raw(createApiKey, { body: { name } });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['name']]);
    expect((await merchant.call(listApiKeys)).count).toBe(count);
  },
);

test('a revoked key stays in the list; the newest is first; others see none of it', async ({
  kantor,
  merchant,
  create,
}) => {
  const [first, second] = [await create('Первый'), await create('Второй')];
  kantor.pass(1000);
  const revoked = await merchant.call(revokeApiKey, { params: { id: first.id } });
  const { key: _key, ...shown } = first;
  expect(revoked).toEqual({ ...shown, revoked_at: kantor.clock().toISOString(), end_reason: 'revoked' });
  const { results, count } = await merchant.call(listApiKeys);
  expect(count).toBe(results.length);
  expect(results.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(results[1]?.revoked_at).toBe(kantor.clock().toISOString());
  const other = await kantor.createMerchant();
  expect(await other.call(listApiKeys)).toMatchObject({ count: 1, results: [{ name: 'Магазин' }] });
});

test('a key is revoked once: a second time changes nothing', async ({ kantor, merchant, create }) => {
  const params = { id: (await create('Дважды')).id };
  const first = await merchant.call(revokeApiKey, { params });
  kantor.pass(MINUTE);
  expect(await merchant.call(revokeApiKey, { params })).toEqual(first);
});

test('five seconds after its revocation no server lets a key in, also one that has just done so', async ({
  kantor,
  merchant,
  create,
  opens,
}) => {
  const { id, key } = await create('Чужие руки');
  const elsewhere = await buildApi({ db: kantor.db, settings: kantor.settings, clock: kantor.clock });
  const there = createTestClient(elsewhere, MERCHANT_API_BASE, key);
  expect(await opens(key)).toBe(true);
  await there.call(getMerchantBalance);
  await merchant.call(revokeApiKey, { params: { id } });
  kantor.pass(5000);
  expect(await opens(key)).toBe(false);
  expect((await there.refusal(getMerchantBalance)).status).toBe(401);
  await elsewhere.close();
});

test('twenty keys are in force at most, also when many are asked for at once; a revoked one makes room', async ({
  kantor,
  create,
}) => {
  const owner = await kantor.createMerchant();
  const { answers, refusals } = await atOnce(Array.from({ length: 25 }, (_, n) => create(`Ключ ${n}`, owner)));
  expect(answers).toHaveLength(19);
  for (const refused of refusals) expect(refused).toMatchObject({ status: 409, code: 'too_many_keys' });
  expect((await owner.call(listApiKeys)).count).toBe(20);
  await owner.call(revokeApiKey, { params: { id: answers[0]?.id ?? '' } });
  await create('Взамен', owner);
  await expect(create('Лишний', owner)).rejects.toMatchObject({ status: 409 });
});

test('all keys in force are listed, however many were revoked since', async ({ kantor, create }) => {
  const owner = await kantor.createMerchant();
  const [oldest] = (await owner.call(listApiKeys)).results;
  for (let n = 0; n < 55; n += 1) {
    const { id } = await create(`Ключ ${n}`, owner);
    await owner.call(revokeApiKey, { params: { id } });
  }
  const { results, count } = await owner.call(listApiKeys);
  expect([count, results.length]).toEqual([51, 51]);
  expect(results.at(-1)).toEqual(oldest);
  expect(results[0]?.name).toBe('Ключ 54');
});

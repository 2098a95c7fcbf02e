import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { send } from '../support/calls.ts';
import { type Kantor, startKantor } from '../support/harness.ts';

let kantor: Kantor;
let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;

beforeAll(async () => {
  kantor = await startKantor();
  merchant = await kantor.createMerchant();
});
afterAll(() => kantor.close());

/** Each key is made a millisecond after the one before. */
const create = (name: unknown, token = merchant.token) => {
  kantor.pass(1);
  return kantor.send('/api/v1/apikeys/', { method: 'POST', token, body: { name } });
};
const list = async (token = merchant.token) => (await kantor.send('/api/v1/apikeys/', { token })).body;
const revoke = (id: string, token = merchant.token) =>
  kantor.send(`/api/v1/apikeys/${id}/revoke/`, { method: 'POST', token });
const balance = async (key: string) => (await kantor.send('/merchant/v1/balance', { token: key })).status;

test('a key is shown once and opens the merchant API; only its hash is kept', async () => {
  const { status, body } = await create('  Касса 1 ');
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(String),
    name: 'Касса 1',
    created_at: kantor.clock().toISOString(),
    revoked_at: null,
    key: expect.stringMatching(/^kantor_[\w-]{43}$/),
  });
  expect(await balance(body.key)).toBe(200);
  const { key, ...shown } = body;
  expect((await list()).results[0]).toEqual(shown);
  const { rows } = await sql<{ row: string }>`
    select api_key::text || (select coalesce(string_agg(answer, ''), '') from idempotency_key) as row
    from api_key`.execute(kantor.db);
  expect(rows.map(({ row }) => row).join()).not.toContain(key);
});

test.each([undefined, '', '   ', 'x'.repeat(101), 'a\u0000b', 7])('a key is not called %j', async (name) => {
  const { count } = await list();
  const refused = await create(name);
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['name']]);
  expect((await list()).count).toBe(count);
});

test('a revoked key stays in the list; the newest is first; others see none of it', async () => {
  const [first, second] = [(await create('Первый')).body, (await create('Второй')).body];
  kantor.pass(1000);
  const revoked = await revoke(first.id);
  const { key: _key, ...shown } = first;
  expect([revoked.status, revoked.body]).toEqual([200, { ...shown, revoked_at: kantor.clock().toISOString() }]);
  const { results, count } = await list();
  expect(count).toBe(results.length);
  expect(results.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
  expect(results[1].revoked_at).toBe(kantor.clock().toISOString());
  const other = await kantor.createMerchant();
  expect(await list(other.token)).toMatchObject({ count: 1, results: [{ name: 'Магазин' }] });
});

test('a key is revoked once: a second time changes nothing', async () => {
  const { id } = (await create('Дважды')).body;
  const first = await revoke(id);
  kantor.pass(60_000);
  const second = await revoke(id);
  expect([second.status, second.body]).toEqual([200, first.body]);
});

test('five seconds after its revocation no server lets a key in, also one that has just done so', async () => {
  const { id, key } = (await create('Чужие руки')).body;
  const elsewhere = await buildApi({ db: kantor.db, settings: kantor.settings, clock: kantor.clock });
  const there = async () => (await send(elsewhere, '/merchant/v1/balance', { token: key })).status;
  expect([await balance(key), await there()]).toEqual([200, 200]);
  await revoke(id);
  kantor.pass(5000);
  expect([await balance(key), await there()]).toEqual([401, 401]);
  await elsewhere.close();
});

test('twenty keys are in force at most, also when many are asked for at once; a revoked one makes room', async () => {
  const owner = await kantor.createMerchant();
  const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => create(`Ключ ${n}`, owner.token)));
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(19);
  const refused = answers.find(({ status }) => status !== 201);
  expect([refused?.status, refused?.body.code]).toEqual([409, 'too_many_keys']);
  expect((await list(owner.token)).count).toBe(20);
  await revoke(made[0]?.body.id, owner.token);
  expect((await create('Взамен', owner.token)).status).toBe(201);
  expect((await create('Лишний', owner.token)).status).toBe(409);
});

test('all keys in force are listed, however many were revoked since', async () => {
  const owner = await kantor.createMerchant();
  const [oldest] = (await list(owner.token)).results;
  for (let n = 0; n < 55; n += 1) await revoke((await create(`Ключ ${n}`, owner.token)).body.id, owner.token);
  const { results, count } = await list(owner.token);
  expect([count, results.length]).toEqual([51, 51]);
  expect(results.at(-1)).toEqual(oldest);
  expect(results[0].name).toBe('Ключ 54');
});

import { createHash, randomUUID } from 'node:crypto';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { MEMBER_ROLES } from '@kantor/contract/plain/rights.ts';
import { getMe, login, refresh } from '@kantor/contract/wire/auth.ts';
import argon2 from '@node-rs/argon2';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createPool } from '../../src/db/pool.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { createOldDatabase } from '../support/database.ts';
import { JWT_SECRET } from '../support/kantor.ts';
import { createTestClient } from '../support/test-client.ts';

// Migration 071: a user of before is a person and the account that they own; operators are the platform's people.

const OLD = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const passwordOf = (name: string) => `the password of ${name}`;

/** The people of the version before, in the order in which they came; those in `blocked` are. */
const USERS = [
  ['first', 'operator', 'blocked'],
  ['anna', 'operator'],
  ['Trader', 'trader'],
  ['shop', 'merchant'],
  ['boris', 'operator'],
  ['gone', 'merchant', 'blocked'],
] as const;
type Name = (typeof USERS)[number][0];

async function startOld() {
  const { ownerUrl: url, drop } = await createOldDatabase('070');
  const db = createPool(url);
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  const ids = Object.fromEntries(USERS.map(([name]) => [name, randomUUID()])) as Record<Name, string>;
  const at = (place: number) => new Date(Date.UTC(2026, 0, 1 + place));
  for (const [place, [name, role, blocked]] of USERS.entries()) {
    const hash = await argon2.hash(passwordOf(name), OLD);
    await sql`
      insert into users (id, role, username, password_hash, payout_enable, wallet, fee_bp, reward_bp, blocked_at, created_at)
      values (${ids[name]}, ${role}, ${name}, ${hash}, ${role === 'trader'}, ${role === 'trader' ? 'T-old' : ''},
        ${role === 'merchant' ? 600 : 0}, ${role === 'trader' ? 350 : 0}, ${blocked ? at(30) : null}, ${at(place)})`.execute(
      db,
    );
  }
  return { db, ids, at, upgrade: () => migrate(url) };
}

/** The product of this version on the database. */
async function serve({ db }: Pick<Awaited<ReturnType<typeof startOld>>, 'db'>) {
  const app = await buildApi({ db, settings: { jwtSecret: JWT_SECRET, dataDir: '/nowhere' } });
  onTestFinished(() => app.close());
  const guest = createTestClient(app, API_BASE);
  return {
    guest,
    with: (token: string) => createTestClient(app, API_BASE, token),
    signIn: (name: string) => guest.call(login, { body: { username: name, password: passwordOf(name) } }),
  };
}

test('everybody signs in as before, and is what they were', async () => {
  const old = await startOld();
  await old.upgrade();
  const product = await serve(old);
  const meOf = async (name: Name) => product.with((await product.signIn(name)).access).call(getMe);
  expect(await meOf('Trader')).toMatchObject({
    username: 'Trader',
    role: 'trader',
    wallet: 'T-old',
    payout_enable: true,
    member_role: 'owner',
    account: { id: old.ids.Trader, name: 'Trader' },
  });
  expect(await meOf('shop')).toMatchObject({ role: 'merchant', member_role: 'owner', account: { id: old.ids.shop } });
  // The eldest operator who may sign in owns the platform.
  expect(await meOf('anna')).toMatchObject({
    role: 'operator',
    member_role: 'owner',
    account: { id: PLATFORM_ACCOUNT },
  });
  expect(await meOf('boris')).toMatchObject({ role: 'operator', member_role: 'operator' });
  for (const name of ['first', 'gone'] as const) {
    const body = { username: name, password: passwordOf(name) };
    expect(await product.guest.refusal(login, { body })).toMatchObject({ status: 403, code: 'blocked' });
    const wrong = { username: name, password: passwordOf('anna') };
    expect(await product.guest.refusal(login, { body: wrong })).toMatchObject({ status: 401 });
  }
});

test('nobody is lost or made, and each keeps their id, fees and block', async () => {
  const old = await startOld();
  const { rows: before } = await sql<{ id: string; name: string; role: string; created_at: Date }>`
    select id, role::text, username as name, fee_bp, reward_bp, blocked_at, created_at from users order by id`.execute(
    old.db,
  );
  await old.upgrade();
  const { rows: persons } = await sql`select id, username as name, created_at from person order by id`.execute(old.db);
  expect(persons).toEqual(before.map(({ id, name, created_at: createdAt }) => ({ id, name, created_at: createdAt })));
  const { rows: accounts } = await sql`
    select id, role::text, name, fee_bp, reward_bp, blocked_at, created_at from account
    where id <> ${PLATFORM_ACCOUNT} order by id`.execute(old.db);
  expect(accounts).toEqual(before.filter(({ role }) => role !== 'operator'));
  const { rows: members } = await sql<{ account: string; role: string }>`
    select account_role::text as account, role from member`.execute(old.db);
  expect(members).toHaveLength(USERS.length);
  for (const { account, role } of members) expect(MEMBER_ROLES[account as 'trader']).toContain(role);
});

test('a session of before goes on, in its account; what operators left behind is no account’s', async () => {
  const old = await startOld();
  const { db, ids, at } = old;
  const day = at(40);
  const soon = new Date(Date.now() + 3600_000);
  const [token, session] = ['a refresh token of the version before', randomUUID()];
  const began = new Date(Date.now() - 3600_000);
  await sql`insert into session (id, user_id, created_at) values (${session}, ${ids.Trader}, ${began})`.execute(db);
  await sql`insert into session (id, user_id, created_at) values (${randomUUID()}, ${ids.boris}, ${began})`.execute(db);
  const hash = createHash('sha256').update(token).digest();
  await sql`insert into refresh_token (hash, session_id, expires_at) values (${hash}, ${session}, ${soon})`.execute(db);
  for (const name of ['Trader', 'anna'] as const) {
    await sql`insert into known_network (user_id, network, seen_at) values (${ids[name]}, '203.0.113.0/24', ${day})`.execute(
      db,
    );
    await sql`
      insert into idempotency_key (owner_id, key, request_hash, answer, created_at)
      values (${ids[name]}, 'key', sha256(''), '{}', ${day})`.execute(db);
    await sql`insert into upload_quota (owner_id, since, uploads, bytes) values (${ids[name]}, ${day}, 1, 1)`.execute(
      db,
    );
  }
  const correction = randomUUID();
  await sql`
    insert into correction (id, kind, user_id, account, against, amount_usdt, reason, status, proposed_by, created_at, lapses_at,
      decided_by, decided_at)
    values (${correction}, 'adjustment', ${ids.Trader}, 'available', 'revenue', 1, 'bonus', 'ACCEPTED', ${ids.anna}, ${day},
      ${at(41)}, ${ids.boris}, ${day})`.execute(db);
  await old.upgrade();
  const product = await serve(old);
  const { access } = await product.guest.call(refresh, { body: { refresh: token } });
  expect((await product.with(access).call(getMe)).account.id).toBe(ids.Trader);
  const { rows } = await sql`
    select (select array_agg(account_id order by account_id) from session) as sessions,
      (select array_agg(person_id) from known_network) @> ${[ids.Trader, ids.anna]}::uuid[] as networks,
      (select array_agg(owner_id) from idempotency_key) as keys, (select array_agg(owner_id) from upload_quota) as quotas,
      (select array[proposed_by, decided_by] from correction where id = ${correction}) as decided`.execute(db);
  expect(rows).toEqual([
    {
      sessions: [PLATFORM_ACCOUNT, ids.Trader].toSorted(),
      networks: true,
      keys: [ids.Trader],
      quotas: [ids.Trader],
      decided: [ids.anna, ids.boris],
    },
  ]);
});

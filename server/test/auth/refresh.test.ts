import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { getMe, login, logout, refresh } from '@kantor/contract/wire/auth.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { createPool } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/tx.ts';
import { DAY, SECOND } from '../../src/kernel/clock.ts';
import { blockAccount, changePassword, forgetExpiredSessions } from '../../src/modules/auth/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import { PASSWORD } from '../support/people.ts';
import { createTestClient, type TestClient } from '../support/test-client.ts';

const test = kantorTest
  /** A client without a token, at another process on the same database. */
  .extend('other', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const db = createPool(kantor.databaseUrl);
    const app = await buildApi({ db, settings: kantor.settings, clock: kantor.clock });
    onCleanup(async () => {
      await app.close();
      await db.destroy();
    });
    return {
      guest: createTestClient(app, API_BASE),
      clientWith: (token: string) => createTestClient(app, API_BASE, token),
    };
  })
  .extend('user', ({ kantor }) => kantor.createTrader())
  .extend(
    'signIn',
    ({ kantor, user }) =>
      () =>
        kantor.guest.call(login, { body: { username: user.username, password: PASSWORD } }),
  )
  /** The first refresh token of a new session. */
  .extend('first', async ({ signIn }) => (await signIn()).refresh)
  /** The next pair of tokens for a refresh token. */
  .extend(
    'next',
    ({ kantor }) =>
      (token: string) =>
        refreshAt(kantor.guest, token),
  )
  .extend(
    'expectInvalid',
    ({ kantor }) =>
      (token: string) =>
        refuses(kantor.guest, token),
  )
  /** Also the other half of a refusal: nobody of the family gets in any more. */
  .extend('expectSignedOut', ({ expectInvalid }) => async (...tokens: string[]) => {
    for (const token of tokens) await expectInvalid(token);
  })
  .extend(
    'statusOfMe',
    ({ kantor }) =>
      async (access: string, node: { clientWith: (token: string) => TestClient } = kantor) =>
        (await node.clientWith(access).raw(getMe)).status,
  );

/** Expects that a refresh token is in force no more. */
async function refuses(guest: TestClient, token: string) {
  expect(await guest.refusal(refresh, { body: { refresh: token } })).toMatchObject({
    status: 401,
    code: 'refresh_invalid',
    problem: { detail: 'Сессия завершена. Войдите снова' },
  });
}

const refreshAt = (guest: TestClient, token: string) => guest.call(refresh, { body: { refresh: token } });

describe('Refreshing', () => {
  test('replaces both tokens', async ({ first, next, statusOfMe }) => {
    const pair = await next(first);
    expect(pair.refresh).toMatch(/^[\w-]{43}$/);
    expect(pair.refresh).not.toBe(first);
    expect(await statusOfMe(pair.access)).toBe(200);
    await next(pair.refresh);
  });

  test('keeps only hashes', async ({ kantor, first, next }) => {
    const second = (await next(first)).refresh;
    const { rows } = await sql<{ row: string }>`select refresh_token::text as row from refresh_token`.execute(
      kantor.db,
    );
    const stored = rows.map(({ row }) => row).join('\n');
    for (const token of [first, second]) {
      expect(stored).not.toContain(token);
      expect(stored).not.toContain(Buffer.from(token).toString('hex'));
      expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    }
  });

  test('gives ten tabs at once, in two processes, one and the same successor', async ({ kantor, other, first }) => {
    let newest = first;
    for (let round = 0; round < 20; round += 1) {
      const tabs = Array.from({ length: 10 }, (_, n) => refreshAt(n % 2 ? kantor.guest : other.guest, newest));
      const successors = new Set((await Promise.all(tabs)).map((pair) => pair.refresh));
      expect(successors.size).toBe(1);
      [newest] = [...successors] as [string];
    }
  });

  test('gives the same successor again, for 10 seconds, to a client that lost the answer', async ({
    kantor,
    first,
    next,
  }) => {
    const lost = (await next(first)).refresh;
    kantor.pass(10 * SECOND);
    expect((await next(first)).refresh).toBe(lost);
    await next(lost);
  });

  test('gives a slow tab the newest token, however far the others are', async ({ kantor, first, next }) => {
    const second = (await next(first)).refresh;
    kantor.pass(4 * SECOND);
    const third = (await next(second)).refresh;
    kantor.pass(4 * SECOND);
    const fourth = (await next(third)).refresh;
    for (const slow of [first, second, third]) expect((await next(slow)).refresh).toBe(fourth);
    kantor.pass(60 * SECOND);
    await next(fourth);
  });

  test('accepts a token for 30 days after it was given', async ({ kantor, signIn, first, next, expectInvalid }) => {
    const unused = (await signIn()).refresh;
    kantor.pass(30 * DAY - 1);
    await next(first);
    kantor.pass(1);
    await expectInvalid(unused);
  });

  test.for(['x', 'a'.repeat(43), '\u0000', 'eyJhbGciOiJIUzI1NiJ9.e30.x'])(
    'refuses the unknown token %j',
    async (token, { expectInvalid }) => {
      await expectInvalid(token);
    },
  );

  test('refuses a body with fields it does not know', async ({ kantor, first, next }) => {
    const body = { refresh: first, lifetime: 1 };
    expect((await kantor.guest.raw(refresh, { body })).status).toBe(400);
    await next(first);
  });
});

describe('A stolen refresh token', () => {
  test('signs everyone of the family out when the thief comes after its owner', async ({
    kantor,
    signIn,
    first,
    next,
    expectInvalid,
    expectSignedOut,
    statusOfMe,
  }) => {
    const access = (await signIn()).access;
    const owners = await next(first);
    kantor.pass(10 * SECOND + 1);
    expect(await statusOfMe(owners.access)).toBe(200);
    await expectInvalid(first);
    await expectSignedOut(owners.refresh, first);
    expect(await statusOfMe(owners.access)).toBe(401);
    // Other sessions of the user are others' business.
    expect(await statusOfMe(access)).toBe(200);
  });

  test('signs everyone of the family out when the owner comes after the thief', async ({
    kantor,
    first,
    next,
    expectInvalid,
    expectSignedOut,
    statusOfMe,
  }) => {
    const thiefs = await next(first);
    const thiefsNext = await next(thiefs.refresh);
    kantor.pass(10 * SECOND + 1);
    await expectInvalid(first);
    await expectSignedOut(thiefsNext.refresh, thiefs.refresh);
    expect(await statusOfMe(thiefsNext.access)).toBe(401);
  });

  test('signs out even when the newest token is fresh, if the one shown was replaced too long ago', async ({
    kantor,
    first,
    next,
    expectInvalid,
    expectSignedOut,
  }) => {
    const second = (await next(first)).refresh;
    kantor.pass(9 * SECOND);
    const third = (await next(second)).refresh;
    kantor.pass(2 * SECOND);
    await expectInvalid(first);
    await expectSignedOut(second, third);
  });
});

describe('Signing out', () => {
  test('ends the session at once here, and within 5 seconds in other processes', async ({
    kantor,
    other,
    first,
    next,
    expectSignedOut,
    statusOfMe,
  }) => {
    const { access, refresh: newest } = await next(first);
    expect(await statusOfMe(access)).toBe(200);
    expect(await statusOfMe(access, other)).toBe(200);
    await kantor.guest.call(logout, { body: { refresh: newest } });
    expect(await statusOfMe(access)).toBe(401);
    kantor.pass(5 * SECOND);
    expect(await statusOfMe(access, other)).toBe(401);
    await expectSignedOut(first, newest);
  });

  test('works with a token that was replaced, too', async ({ kantor, first, next, expectSignedOut }) => {
    const newest = (await next(first)).refresh;
    await kantor.guest.call(logout, { body: { refresh: first } });
    await expectSignedOut(newest);
  });

  test.for(['x', 'a'.repeat(43)])('answers 204 to the unknown token %j', async (token, { kantor, first, next }) => {
    expect(await kantor.guest.raw(logout, { body: { refresh: token } })).toMatchObject({
      status: 204,
      body: undefined,
    });
    await next(first);
  });
});

describe('A user who may no longer be signed in', () => {
  test('is signed out everywhere within 5 seconds when blocked, and stays out when unblocked', async ({
    kantor,
    user,
    first,
    next,
    expectSignedOut,
    statusOfMe,
  }) => {
    const { access, refresh: newest } = await next(first);
    expect(await statusOfMe(access)).toBe(200);
    await transaction(kantor.db, (tx) => blockAccount(tx, user.id, kantor.clock()));
    kantor.pass(5 * SECOND);
    expect(await statusOfMe(access)).toBe(401);
    expect(await kantor.guest.refusal(refresh, { body: { refresh: newest } })).toMatchObject({ code: 'blocked' });
    await sql`update account set blocked_at = null where id = ${user.id}`.execute(kantor.db);
    kantor.pass(5 * SECOND);
    expect(await statusOfMe(access)).toBe(401);
    await expectSignedOut(newest);
  });

  test('is kept out even if only the block was written, and loses the session at a refresh', async ({
    kantor,
    user,
    signIn,
    first,
    expectSignedOut,
    statusOfMe,
  }) => {
    const { access } = await signIn();
    await sql`update account set blocked_at = ${kantor.clock()} where id = ${user.id}`.execute(kantor.db);
    expect(await statusOfMe(access)).toBe(401);
    expect(await kantor.guest.refusal(refresh, { body: { refresh: first } })).toMatchObject({
      status: 403,
      code: 'blocked',
      problem: { detail: 'Аккаунт заблокирован. Обратитесь к оператору' },
    });
    await sql`update account set blocked_at = null where id = ${user.id}`.execute(kantor.db);
    await expectSignedOut(first);
  });

  test('must sign in anew after a change of password', async ({ kantor, user, signIn, first }) => {
    const { rows } = await sql<{
      hash: string;
    }>`select password_hash as hash from person where id = ${user.personId}`.execute(kantor.db);
    await transaction(kantor.db, (tx) => changePassword(tx, user.personId, rows[0]?.hash ?? '', kantor.clock()));
    expect(await kantor.guest.refusal(refresh, { body: { refresh: first } })).toMatchObject({
      code: 'password_changed',
    });
    await signIn();
  });
});

test('Expired sessions are forgotten, living ones are not', async ({ kantor, signIn, next }) => {
  kantor.pass(31 * DAY);
  const living = (await signIn()).refresh;
  expect(await forgetExpiredSessions(kantor.db, kantor.clock())).toBeGreaterThan(0);
  const left = await sql<{ sessions: bigint; tokens: bigint }>`
    select (select count(*) from session) as sessions, (select count(*) from refresh_token) as tokens`.execute(
    kantor.db,
  );
  expect(left.rows).toEqual([{ sessions: 1n, tokens: 1n }]);
  await next(living);
});

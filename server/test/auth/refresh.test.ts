import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { createPool, type Database } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/tx.ts';
import { blockUser, changePassword, forgetExpiredSessions } from '../../src/modules/auth/index.ts';
import { type Answer, send } from '../support/calls.ts';
import { type Kantor, PASSWORD, startKantor } from '../support/harness.ts';

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

let kantor: Kantor;
/** Another process on the same database. */
let otherDb: Database;
let other: FastifyInstance;
beforeAll(async () => {
  kantor = await startKantor();
  otherDb = createPool(kantor.databaseUrl);
  other = await buildApi({ db: otherDb, settings: kantor.settings, clock: kantor.clock });
});
afterAll(async () => {
  await other.close();
  await otherDb.destroy();
  await kantor.close();
});

let user: { id: string; username: string };
/** The first refresh token of a new session. */
let first: string;
beforeEach(async () => {
  user = await kantor.createTrader();
  first = (await signIn()).body.refresh;
});

const signIn = () =>
  kantor.send('/api/v1/auth/login/', { method: 'POST', body: { username: user.username, password: PASSWORD } });
const refreshAt = (app: FastifyInstance, refresh: string) =>
  send(app, '/api/v1/auth/refresh/', { method: 'POST', body: { refresh } });
const refresh = (token: string) => refreshAt(kantor.app, token);
const logout = (token: string) => kantor.send('/api/v1/auth/logout/', { method: 'POST', body: { refresh: token } });
const statusOfMe = async (access: string, app = kantor.app) =>
  (await send(app, '/api/v1/users/me/', { token: access })).status;

function expectInvalid(answer: Answer) {
  expect(answer).toMatchObject({
    status: 401,
    body: { code: 'refresh_invalid', detail: 'Сессия завершена. Войдите снова' },
  });
}
/** Also the other half of a refusal: nobody of the family gets in any more. */
async function expectSignedOut(...tokens: string[]) {
  for (const token of tokens) expectInvalid(await refresh(token));
}

describe('Refreshing', () => {
  it('replaces both tokens', async () => {
    const answer = await refresh(first);
    expect(answer.status).toBe(200);
    expect(answer.body.refresh).toMatch(/^[\w-]{43}$/);
    expect(answer.body.refresh).not.toBe(first);
    expect(await statusOfMe(answer.body.access)).toBe(200);
    expect((await refresh(answer.body.refresh)).status).toBe(200);
  });

  it('keeps only hashes', async () => {
    const second = (await refresh(first)).body.refresh;
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

  it('gives ten tabs at once, in two processes, one and the same successor', async () => {
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => refreshAt(n % 2 ? kantor.app : other, first)),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      const successors = new Set(answers.map(({ body }) => body.refresh));
      expect(successors.size).toBe(1);
      [first] = [...successors] as [string];
    }
  });

  it('gives the same successor to whoever lost the answer, for 10 seconds', async () => {
    const lost = (await refresh(first)).body.refresh;
    kantor.pass(10 * SECOND);
    const retried = await refresh(first);
    expect(retried).toMatchObject({ status: 200, body: { refresh: lost } });
    expect((await refresh(lost)).status).toBe(200);
  });

  it('gives a slow tab the newest token, however far the others are', async () => {
    const second = (await refresh(first)).body.refresh;
    kantor.pass(4 * SECOND);
    const third = (await refresh(second)).body.refresh;
    kantor.pass(4 * SECOND);
    const fourth = (await refresh(third)).body.refresh;
    for (const slow of [first, second, third]) expect((await refresh(slow)).body.refresh).toBe(fourth);
    kantor.pass(60 * SECOND);
    expect((await refresh(fourth)).status).toBe(200);
  });

  it('accepts a token for 30 days after it was given', async () => {
    const unused = (await signIn()).body.refresh;
    kantor.pass(30 * DAY - 1);
    expect((await refresh(first)).status).toBe(200);
    kantor.pass(1);
    expectInvalid(await refresh(unused));
  });

  it.each(['x', 'a'.repeat(43), '\u0000', 'eyJhbGciOiJIUzI1NiJ9.e30.x'])(
    'refuses the unknown token %j',
    async (token) => {
      expectInvalid(await refresh(token));
    },
  );

  it('refuses a body with fields it does not know', async () => {
    const body = { refresh: first, lifetime: 1 };
    expect((await kantor.send('/api/v1/auth/refresh/', { method: 'POST', body })).status).toBe(400);
    expect((await refresh(first)).status).toBe(200);
  });
});

describe('A stolen refresh token', () => {
  it('signs everyone of the family out when the thief comes after its owner', async () => {
    const access = (await signIn()).body.access;
    const owners = (await refresh(first)).body;
    kantor.pass(10 * SECOND + 1);
    expect(await statusOfMe(owners.access)).toBe(200);
    expectInvalid(await refresh(first));
    await expectSignedOut(owners.refresh, first);
    expect(await statusOfMe(owners.access)).toBe(401);
    // Other sessions of the user are others' business.
    expect(await statusOfMe(access)).toBe(200);
  });

  it('signs everyone of the family out when the owner comes after the thief', async () => {
    const thiefs = (await refresh(first)).body;
    const thiefsNext = (await refresh(thiefs.refresh)).body;
    kantor.pass(10 * SECOND + 1);
    expectInvalid(await refresh(first));
    await expectSignedOut(thiefsNext.refresh, thiefs.refresh);
    expect(await statusOfMe(thiefsNext.access)).toBe(401);
  });

  it('signs out even when the newest token is fresh, if the one shown was replaced too long ago', async () => {
    const second = (await refresh(first)).body.refresh;
    kantor.pass(9 * SECOND);
    const third = (await refresh(second)).body.refresh;
    kantor.pass(2 * SECOND);
    expectInvalid(await refresh(first));
    await expectSignedOut(second, third);
  });
});

describe('Signing out', () => {
  it('ends the session at once here, and within 5 seconds in other processes', async () => {
    const { access, refresh: newest } = (await refresh(first)).body;
    expect(await statusOfMe(access)).toBe(200);
    expect(await statusOfMe(access, other)).toBe(200);
    expect((await logout(newest)).status).toBe(204);
    expect(await statusOfMe(access)).toBe(401);
    kantor.pass(5 * SECOND);
    expect(await statusOfMe(access, other)).toBe(401);
    await expectSignedOut(first, newest);
  });

  it('works with a token that was replaced, too', async () => {
    const newest = (await refresh(first)).body.refresh;
    expect((await logout(first)).status).toBe(204);
    await expectSignedOut(newest);
  });

  it.each(['x', 'a'.repeat(43)])('answers 204 to the unknown token %j', async (token) => {
    expect(await logout(token)).toMatchObject({ status: 204, body: undefined });
    expect((await refresh(first)).status).toBe(200);
  });
});

describe('A user who may no longer be signed in', () => {
  it('is signed out everywhere within 5 seconds when blocked, and stays out when unblocked', async () => {
    const { access, refresh: newest } = (await refresh(first)).body;
    expect(await statusOfMe(access)).toBe(200);
    await transaction(kantor.db, (tx) => blockUser(tx, user.id, kantor.clock()));
    kantor.pass(5 * SECOND);
    expect(await statusOfMe(access)).toBe(401);
    await sql`update users set blocked_at = null where id = ${user.id}`.execute(kantor.db);
    kantor.pass(5 * SECOND);
    expect(await statusOfMe(access)).toBe(401);
    await expectSignedOut(newest);
  });

  it('is kept out even if only the block was written, and loses the session at a refresh', async () => {
    const { access } = (await signIn()).body;
    await sql`update users set blocked_at = ${kantor.clock()} where id = ${user.id}`.execute(kantor.db);
    expect(await statusOfMe(access)).toBe(401);
    expectInvalid(await refresh(first));
    await sql`update users set blocked_at = null where id = ${user.id}`.execute(kantor.db);
    await expectSignedOut(first);
  });

  it('must sign in anew after a change of password', async () => {
    const { rows } = await sql<{ hash: string }>`select password_hash as hash from users where id = ${user.id}`.execute(
      kantor.db,
    );
    await transaction(kantor.db, (tx) => changePassword(tx, user.id, rows[0]?.hash ?? '', kantor.clock()));
    await expectSignedOut(first);
    expect((await signIn()).status).toBe(200);
  });
});

it('Expired sessions are forgotten, living ones are not', async () => {
  kantor.pass(31 * DAY);
  const living = (await signIn()).body.refresh;
  expect(await forgetExpiredSessions(kantor.db, kantor.clock())).toBeGreaterThan(0);
  const left = await sql<{ sessions: bigint; tokens: bigint }>`
    select (select count(*) from session) as sessions, (select count(*) from refresh_token) as tokens`.execute(
    kantor.db,
  );
  expect(left.rows).toEqual([{ sessions: 1n, tokens: 1n }]);
  expect((await refresh(living)).status).toBe(200);
});

import { getMe, login as signIn } from '@kantor/contract/wire/auth.ts';
import argon2 from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, describe, expect, vi } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { blockAccount } from '../../src/modules/auth/index.ts';
import { admitAttempt, createOwner, hashPassword, type Queue } from '../../src/modules/people/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import { REQUEST_ID } from '../support/inject-fetch.ts';
import { PASSWORD } from '../support/people.ts';

// The real thing, with its calls written down.
const checks = vi.spyOn(argon2, 'verify');
afterAll(() => checks.mockRestore());

const test = kantorTest
  .extend('trader', ({ kantor }) => kantor.createTrader())
  .extend('username', ({ trader }) => trader.username)
  .extend(
    'login',
    ({ kantor }) =>
      (body: unknown) =>
        kantor.guest.raw(signIn, { body }),
  );

const badCredentials = {
  type: 'about:blank',
  title: 'Unauthorized',
  status: 401,
  detail: 'Неверное имя или пароль',
  code: 'bad_credentials',
  request_id: REQUEST_ID,
};

describe('Signing in', () => {
  test.beforeEach(() => void checks.mockClear());

  test('gives a pair of tokens, of which the access token opens the profile', async ({ kantor, username }) => {
    const tokens = await kantor.guest.call(signIn, { body: { username, password: PASSWORD } });
    expect(Object.keys(tokens)).toEqual(['access', 'refresh']);
    expect(tokens.refresh).toMatch(/^[\w-]{43}$/);
    expect(await kantor.clientWith(tokens.access).call(getMe)).toMatchObject({
      username,
      role: 'trader',
      wallet: '',
      payout_enable: false,
    });
  });

  test('takes the name in any case and with spaces around it', async ({ username, login }) => {
    expect((await login({ username: ` ${username.toUpperCase()} `, password: PASSWORD })).status).toBe(200);
  });

  test('refuses a wrong password and an unknown name alike, at the cost of one hash each', async ({
    kantor,
    username,
    login,
  }) => {
    const real = { role: 'trader', username: `${username}-real`, password: PASSWORD, at: kantor.clock() } as const;
    await createOwner(kantor.db, real);
    const wrong = await login({ username: real.username, password: 'wrong' });
    expect(checks).toHaveBeenCalledTimes(1);
    const unknown = await login({ username: 'nobody', password: 'wrong' });
    expect(checks).toHaveBeenCalledTimes(2);

    expect(wrong).toMatchObject({ status: 401, body: badCredentials });
    expect(unknown.body).toEqual(wrong.body);
    const parameters = checks.mock.calls.map(
      ([hash]) => /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/.exec(String(hash))?.[0],
    );
    expect(parameters[0]).toBeDefined();
    expect(parameters[1]).toBe(parameters[0]);
    for (const [hash] of checks.mock.calls) expect(String(hash)).toHaveLength(97);
  });

  test.for(['', 'no\u0000body', 'имя', "' or 1=1 --", 'a'.repeat(150), 'trader\ud800'])(
    'refuses the impossible name %j as any unknown one',
    async (name, { login }) => {
      expect(await login({ username: name, password: 'wrong' })).toMatchObject({ status: 401, body: badCredentials });
      expect(checks).toHaveBeenCalledTimes(1);
    },
  );

  test('tells a blocked user so, but only after the right password', async ({ kantor, trader, username, login }) => {
    await transaction(kantor.db, (tx) => blockAccount(tx, trader.id, kantor.clock()));
    expect((await login({ username, password: 'wrong' })).body).toEqual(badCredentials);
    expect(await login({ username, password: PASSWORD })).toMatchObject({
      status: 403,
      body: { code: 'blocked', detail: 'Аккаунт заблокирован. Обратитесь к оператору' },
    });
    const sessions = await sql`select from session where account_id = ${trader.id} and revoked_at is null`.execute(
      kantor.db,
    );
    expect(sessions.rows).toHaveLength(0);
  });

  test('does not open a session for a password that is changed while it is checked', async ({
    kantor,
    trader,
    username,
    login,
  }) => {
    const other = await hashPassword('another password');
    checks.mockImplementationOnce(async () => {
      await sql`update person set password_hash = ${other} where id = ${trader.personId}`.execute(kantor.db);
      return true;
    });
    expect((await login({ username, password: PASSWORD })).body).toEqual(badCredentials);
  });

  test.for([
    ['a missing password', { username: 'a' }, 'password'],
    ['an unknown field', { username: 'a', password: 'b', role: 'operator' }, 'role'],
    ['a name that is no text', { username: 1, password: 'b' }, 'username'],
    ['a password too long to be hashed', { username: 'a', password: 'b'.repeat(257) }, 'password'],
  ])('refuses %s by the name of the field', async ([_what, body, field], { login }) => {
    const answer = await login(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
    expect(checks).not.toHaveBeenCalled();
  });

  test('works half of the threads at most', async ({ login }) => {
    let running = 0;
    let most = 0;
    const { promise: areTwo, resolve: two } = Promise.withResolvers<void>();
    checks.mockImplementation(async () => {
      most = Math.max(most, (running += 1));
      if (running === 2) two();
      await areTwo;
      await new Promise(setImmediate);
      running -= 1;
      return false;
    });
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => (await login({ username: `flood-${n}`, password: 'x' })).status),
    );
    checks.mockReset();
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(most).toBe(2);
  });
});

describe('Checks of passwords', () => {
  const checkPassword = (password: string, queue: Queue = 'unknown') =>
    admitAttempt(queue, (check) => check('', password)).catch((error: Error) => error.message);
  const turn = () => new Promise(setImmediate);

  test('run two at once; 64 wait, more are turned away, the known go first, and all are served in turn', async () => {
    const ends: ((error?: Error) => void)[] = [];
    const begun: string[] = [];
    checks.mockImplementation((_hash, password) => {
      begun.push(String(password));
      return new Promise((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve(true)));
      });
    });
    const passwords = Array.from({ length: 66 }, (_, n) => String(n));
    const results = passwords.map((password) => checkPassword(password));
    await expect(admitAttempt('unknown', (check) => check('', 'one more'))).rejects.toMatchObject({
      status: 503,
      code: 'busy',
    });
    const known = [checkPassword('known 1', 'known'), checkPassword('known 2', 'known')];
    const order = ['0', '1', 'known 1', 'known 2', ...passwords.slice(2)];
    for (let served = 2; served <= 68; served += 1) {
      await turn();
      expect(begun).toEqual(order.slice(0, served));
      ends.shift()?.(served === 2 ? new Error('failed') : undefined);
    }
    ends.shift()?.();
    expect(await Promise.all(results)).toEqual(['failed', ...Array<boolean>(65).fill(true)]);
    expect(await Promise.all(known)).toEqual([true, true]);
    const later = checkPassword('later');
    await turn();
    ends.shift()?.();
    expect(await later).toBe(true);
    checks.mockReset();
  });
});

describe('Creating a user', () => {
  test.for(['ab', 'имя', 'with space', '-dash', 'a'.repeat(151)])(
    'refuses the name %j',
    async (username, { kantor }) => {
      const request = { role: 'trader' as const, username, password: PASSWORD, at: kantor.clock() };
      await expect(createOwner(kantor.db, request)).rejects.toMatchObject({
        status: 400,
        errors: { username: [expect.any(String)] },
      });
    },
  );

  test('refuses a name that differs from another only by case', async ({ kantor }) => {
    const { username } = await kantor.createMerchant();
    const request = {
      role: 'trader' as const,
      username: username.toUpperCase(),
      password: PASSWORD,
      at: kantor.clock(),
    };
    await expect(createOwner(kantor.db, request)).rejects.toMatchObject({ status: 409, code: 'username_taken' });
  });
});

import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { login } from '@kantor/contract/wire/auth.ts';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { createPool } from '../../src/db/pool.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { RateLimited } from '../../src/kernel/errors.ts';
import { networkOf } from '../../src/kernel/network.ts';
import { inMinutes } from '../../src/kernel/in-minutes.ts';
import { kantorTest } from '../support/fixtures.ts';
import { REQUEST_ID } from '../support/inject-fetch.ts';
import { PASSWORD } from '../support/people.ts';
import { createTestClient } from '../support/test-client.ts';

let addresses = 0;
/** An address that was never seen. */
const newAddress = () => `10.${(addresses += 1) >> 8}.${addresses & 255}.1`;

const test = kantorTest
  /** Starts one more process on the database. */
  .extend('startAnother', ({ kantor }) => async () => {
    const db = createPool(kantor.databaseUrl);
    const app = await buildApi({ db, settings: kantor.settings, clock: kantor.clock });
    app.addHook('onClose', () => db.destroy());
    return app;
  })
  .extend('other', async ({ startAnother }, { onCleanup }) => {
    const other = await startAnother();
    onCleanup(() => other.close());
    return other;
  })
  .extend('username', async ({ kantor }) => (await kantor.createTrader()).username)
  .extend(
    'login',
    ({ kantor }) =>
      (name: string, password: string, { app = kantor.app, address = newAddress() } = {}) =>
        createTestClient(app, API_BASE).raw(login, { body: { username: name, password }, address }),
  )
  /** Fails by turns in both processes. */
  .extend(
    'fail',
    ({ kantor, other, login }) =>
      async (times: number, name: (n: number) => string, address: (n: number) => string = newAddress) => {
        for (let n = 0; n < times; n += 1) {
          const { status } = await login(name(n), 'wrong', { app: n % 2 ? other : kantor.app, address: address(n) });
          if (status !== 401) throw new Error(`Failure ${n + 1} was answered with ${status}`);
        }
      },
  );

test.beforeEach(async ({ kantor }) => {
  await sql`delete from rate_limit`.execute(kantor.db);
  // The limiter goes by the system's time, which stands still here.
  vi.useFakeTimers({ toFake: ['Date'] });
});
test.afterEach(() => void vi.useRealTimers());

describe('After 10 failures of one name', () => {
  test.beforeEach(({ fail, username }) => fail(10, (n) => (n % 2 ? ` ${username.toUpperCase()}` : username)));

  test('nobody may try that name from anywhere, not even with the right password', async ({
    kantor,
    other,
    username,
    login,
  }) => {
    for (const app of [kantor.app, other]) {
      const answer = await login(username, PASSWORD, { app });
      expect(answer.status).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.body).toEqual({
        type: 'about:blank',
        title: 'Too Many Requests',
        status: 429,
        detail: 'Слишком много попыток входа. Попробуйте снова через 15 минут',
        code: 'rate_limited',
        request_id: REQUEST_ID,
      });
    }
  });

  test('a process that starts now knows it too', async ({ startAnother, username, login }) => {
    const restarted = await startAnother();
    expect((await login(username, PASSWORD, { app: restarted })).status).toBe(429);
    await restarted.close();
  });

  test('other names sign in', async ({ kantor, login }) => {
    const neighbour = await kantor.createTrader();
    expect((await login(neighbour.username, PASSWORD)).status).toBe(200);
  });

  test('15 minutes later the owner signs in; refused tries in between do not prolong it', async ({
    username,
    login,
  }) => {
    vi.setSystemTime(Date.now() + 14 * MINUTE);
    const refused = await login(username, PASSWORD);
    expect(refused.body.detail).toBe('Слишком много попыток входа. Попробуйте снова через 1 минуту');
    vi.setSystemTime(Date.now() + MINUTE);
    expect((await login(username, PASSWORD)).status).toBe(200);
  });
});

describe('A success', () => {
  test('gives the name its ten tries back', async ({ username, login, fail }) => {
    await fail(9, () => username);
    expect((await login(username, PASSWORD)).status).toBe(200);
    await fail(10, () => username);
    expect((await login(username, PASSWORD)).status).toBe(429);
  });

  test('is not counted against its address, but does not give back the failures', async ({ username, login, fail }) => {
    const address = newAddress();
    for (let n = 0; n < 60; n += 1) expect((await login(username, PASSWORD, { address })).status).toBe(200);
    const guess = (n: number) => `guess-${n}`;
    const there = () => address;
    await fail(25, guess, there);
    expect((await login(username, PASSWORD, { address })).status).toBe(200);
    await fail(25, guess, there);
    expect((await login(username, PASSWORD, { address })).status).toBe(429);
  });
});

describe('After 50 failures from one address', () => {
  const guesses = (n: number) => `guess-${n}`;

  test('nobody signs in from there; others do', async ({ kantor, other, username, login, fail }) => {
    const address = newAddress();
    await fail(50, guesses, () => address);
    for (const app of [kantor.app, other]) expect((await login(username, PASSWORD, { address, app })).status).toBe(429);
    expect((await login(username, PASSWORD)).status).toBe(200);
  });

  test('that address can no longer lock names', async ({ username, login, fail }) => {
    const address = newAddress();
    await fail(50, guesses, () => address);
    for (let n = 0; n < 12; n += 1) await login(username, 'wrong', { address });
    expect((await login(username, PASSWORD)).status).toBe(200);
  });

  test('an IPv6 customer is one address however many it uses', async ({ username, login, fail }) => {
    await fail(50, guesses, (n) => `2001:db8:1:2:${n.toString(16)}::${n + 1}`);
    expect((await login(username, PASSWORD, { address: '2001:db8:1:2::ffff' })).status).toBe(429);
    expect((await login(username, PASSWORD, { address: '2001:db8:1:3::1' })).status).toBe(200);
  });
});

test('Attempts at the same moment cannot pass together: 10 of 40, in two processes', async ({
  kantor,
  other,
  username,
  login,
}) => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => login(username, 'wrong', { app: n % 2 ? other : kantor.app })),
  );
  const passed = answers.filter(({ status }) => status !== 429);
  expect(passed).toHaveLength(10);
});

test('The table shows no names: someone may have typed a password there', async ({ kantor, login }) => {
  await login('my secret password', 'x');
  const { rows } = await sql<{ key: string }>`select key from rate_limit where key like 'login_name:%'`.execute(
    kantor.db,
  );
  const hash = createHash('sha256').update('my secret password').digest('base64url');
  expect(rows).toEqual([{ key: `login_name:${hash}` }]);
});

test('The refusal knows the seconds to wait', () => {
  expect(new RateLimited('', 899_001).retryAfter).toBe(900);
  expect(new RateLimited('', 0).retryAfter).toBe(1);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['', ''],
])('The address %j counts as %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  [0, '1 минуту'],
  [60_001, '2 минуты'],
  [5 * MINUTE, '5 минут'],
  [11 * MINUTE, '11 минут'],
  [21 * MINUTE, '21 минуту'],
])('%i ms read %j', (ms, text) => {
  expect(inMinutes(ms)).toBe(text);
});

import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { createPool } from '../../src/db/pool.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { RateLimited } from '../../src/kernel/errors.ts';
import { networkOf } from '../../src/kernel/network.ts';
import { inMinutes } from '../../src/modules/auth/rules.ts';
import { type Kantor, PASSWORD, startKantor } from '../support/harness.ts';

let kantor: Kantor;
/** Starts one more process on the database. */
const startAnother = async () => {
  const db = createPool(kantor.databaseUrl);
  const app = await buildApi({ db, settings: kantor.settings, clock: kantor.clock });
  app.addHook('onClose', () => db.destroy());
  return app;
};
let other: FastifyInstance;
beforeAll(async () => {
  kantor = await startKantor();
  other = await startAnother();
});
afterAll(async () => {
  await other.close();
  await kantor.close();
});

let username: string;
beforeEach(async () => {
  ({ username } = await kantor.createTrader());
  await sql`delete from rate_limit`.execute(kantor.db);
  // The limiter goes by the system's time, which stands still here.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => vi.useRealTimers());

let addresses = 0;
/** An address that was never seen. */
const newAddress = () => `10.${(addresses += 1) >> 8}.${addresses & 255}.1`;
const login = (name: string, password: string, { app = kantor.app, address = newAddress() } = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/auth/login/',
    remoteAddress: address,
    payload: { username: name, password },
  });
/** Fails by turns in both processes. */
const fail = async (times: number, name: (n: number) => string, address: (n: number) => string = newAddress) => {
  for (let n = 0; n < times; n += 1) {
    const { statusCode } = await login(name(n), 'wrong', { app: n % 2 ? other : kantor.app, address: address(n) });
    expect(statusCode, `failure ${n + 1}`).toBe(401);
  }
};

describe('After 10 failures of one name', () => {
  beforeEach(() => fail(10, (n) => (n % 2 ? ` ${username.toUpperCase()}` : username)));

  it('nobody may try that name from anywhere, not even with the right password', async () => {
    for (const app of [kantor.app, other]) {
      const answer = await login(username, PASSWORD, { app });
      expect(answer.statusCode).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.json()).toEqual({
        type: 'about:blank',
        title: 'Too Many Requests',
        status: 429,
        detail: 'Слишком много попыток входа. Попробуйте снова через 15 минут',
        code: 'rate_limited',
      });
    }
  });

  it('a process that starts now knows it too', async () => {
    const restarted = await startAnother();
    expect((await login(username, PASSWORD, { app: restarted })).statusCode).toBe(429);
    await restarted.close();
  });

  it('other names sign in', async () => {
    const neighbour = await kantor.createTrader();
    expect((await login(neighbour.username, PASSWORD)).statusCode).toBe(200);
  });

  it('15 minutes later the owner signs in; refused tries in between do not prolong it', async () => {
    vi.setSystemTime(Date.now() + 14 * MINUTE);
    const refused = await login(username, PASSWORD);
    expect(refused.json().detail).toBe('Слишком много попыток входа. Попробуйте снова через 1 минуту');
    vi.setSystemTime(Date.now() + MINUTE);
    expect((await login(username, PASSWORD)).statusCode).toBe(200);
  });
});

describe('A success', () => {
  it('gives the name its ten tries back', async () => {
    await fail(9, () => username);
    expect((await login(username, PASSWORD)).statusCode).toBe(200);
    await fail(10, () => username);
    expect((await login(username, PASSWORD)).statusCode).toBe(429);
  });

  it('is not counted against its address, but does not give back the failures', async () => {
    const address = newAddress();
    for (let n = 0; n < 60; n += 1) expect((await login(username, PASSWORD, { address })).statusCode).toBe(200);
    const guess = (n: number) => `guess-${n}`;
    const there = () => address;
    await fail(25, guess, there);
    expect((await login(username, PASSWORD, { address })).statusCode).toBe(200);
    await fail(25, guess, there);
    expect((await login(username, PASSWORD, { address })).statusCode).toBe(429);
  });
});

describe('After 50 failures from one address', () => {
  const guesses = (n: number) => `guess-${n}`;

  it('nobody signs in from there; others do', async () => {
    const address = newAddress();
    await fail(50, guesses, () => address);
    for (const app of [kantor.app, other])
      expect((await login(username, PASSWORD, { address, app })).statusCode).toBe(429);
    expect((await login(username, PASSWORD)).statusCode).toBe(200);
  });

  it('that address can no longer lock names', async () => {
    const address = newAddress();
    await fail(50, guesses, () => address);
    for (let n = 0; n < 12; n += 1) await login(username, 'wrong', { address });
    expect((await login(username, PASSWORD)).statusCode).toBe(200);
  });

  it('an IPv6 customer is one address however many it uses', async () => {
    await fail(50, guesses, (n) => `2001:db8:1:2:${n.toString(16)}::${n + 1}`);
    expect((await login(username, PASSWORD, { address: '2001:db8:1:2::ffff' })).statusCode).toBe(429);
    expect((await login(username, PASSWORD, { address: '2001:db8:1:3::1' })).statusCode).toBe(200);
  });
});

it('Attempts at the same moment cannot pass together: 10 of 40, in two processes', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => login(username, 'wrong', { app: n % 2 ? other : kantor.app })),
  );
  const passed = answers.filter(({ statusCode }) => statusCode !== 429);
  expect(passed).toHaveLength(10);
});

it('The table shows no names: someone may have typed a password there', async () => {
  await login('my secret password', 'x');
  const { rows } = await sql<{ key: string }>`select key from rate_limit where key like 'login_name:%'`.execute(
    kantor.db,
  );
  const hash = createHash('sha256').update('my secret password').digest('base64url');
  expect(rows).toEqual([{ key: `login_name:${hash}` }]);
});

it('The refusal knows the seconds to wait', () => {
  expect(new RateLimited('', 899_001).retryAfter).toBe(900);
  expect(new RateLimited('', 0).retryAfter).toBe(1);
});

it.each([
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

it.each([
  [0, '1 минуту'],
  [60_001, '2 минуты'],
  [5 * MINUTE, '5 минут'],
  [11 * MINUTE, '11 минут'],
  [21 * MINUTE, '21 минуту'],
])('%i ms are told as %j', (ms, text) => {
  expect(inMinutes(ms)).toBe(text);
});

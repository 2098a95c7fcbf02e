import { API_BASE, login as loginRoute } from '@kantor/contract/plain/routes.ts';
import { getMe } from '@kantor/contract/wire/auth.ts';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { createPool } from '../../src/db/pool.ts';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { neighbourhoodOf } from '../../src/kernel/network.ts';
import { forgetOldNetworks } from '../../src/modules/auth/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { PASSWORD } from '../support/people.ts';

let networks = 0;
/** An address of a network that was never seen. */
const elsewhere = () => `10.${(networks += 1) >> 8}.${networks & 255}.1`;
const HOME = '192.0.2.7';

interface Attempt {
  password?: string;
  address?: string;
  cookie?: string | undefined;
}

const test = freshKantorTest
  .extend('user', ({ kantor }) => kantor.createTrader())
  .extend('tryAt', ({ kantor }) => async (username: string, { password = PASSWORD, address, cookie }: Attempt = {}) => {
    const { statusCode, cookies, headers } = await kantor.app.inject({
      method: 'POST',
      url: API_BASE + loginRoute.path,
      payload: { username, password },
      remoteAddress: address ?? elsewhere(),
      ...(cookie !== undefined && { headers: { cookie: `other=1; kantor_browser=${cookie}; more=2` } }),
    });
    return { status: statusCode, mark: cookies[0]?.value, header: String(headers['set-cookie']) };
  })
  .extend(
    'signIn',
    ({ user, tryAt }) =>
      (attempt?: Attempt) =>
        tryAt(user.username, attempt),
  )
  /** Wrong passwords from networks that were never seen: nobody unknown may try the name any more. */
  .extend('lockOut', ({ signIn }) => async () => {
    for (let n = 0; n < 10; n += 1) await signIn({ password: 'wrong' });
    const { status } = await signIn();
    if (status !== 429) throw new Error(`The name is not locked: ${status}`);
  });

// The limiter goes by the system's time, which stands still here.
test.beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
test.afterEach(() => void vi.useRealTimers());

describe('A browser that has signed in', () => {
  test('is marked: for signing in alone, out of reach of scripts and of other sites', async ({
    kantor,
    user,
    signIn,
  }) => {
    const { header, mark = '' } = await signIn();
    expect(header).toMatch(
      /^kantor_browser=[\w-]+; Path=\/api\/v1\/auth\/login\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    );
    const db = createPool(kantor.databaseUrl);
    const app = await buildApi({ db, settings: { ...kantor.settings, production: true }, clock: kantor.clock });
    const body = { username: user.username, password: PASSWORD };
    const secure = await app.inject({ method: 'POST', url: API_BASE + loginRoute.path, payload: body });
    expect(String(secure.headers['set-cookie'])).toMatch(/; SameSite=Strict; Secure$/);
    await app.close();
    await db.destroy();
    // It names nobody to its reader, and opens nothing.
    const bytes = Buffer.from(mark, 'base64url').toString('hex');
    expect(bytes).not.toContain(user.id.replaceAll('-', ''));
    expect((await kantor.guest.raw(getMe, { token: mark })).status).toBe(401);
  });

  test('signs in though strangers have locked the name, from any network', async ({ signIn, lockOut }) => {
    const { mark } = await signIn();
    await lockOut();
    const again = await signIn({ cookie: mark });
    expect(again.status).toBe(200);
    expect((await signIn({ cookie: again.mark })).status).toBe(200);
    expect((await signIn()).status).toBe(429);
  });

  test('is not held back by the failures of its address', async ({ signIn, tryAt }) => {
    const { mark } = await signIn();
    for (let n = 0; n < 50; n += 1) await tryAt(`guess-${n}`, { password: 'wrong', address: HOME });
    expect((await signIn({ address: HOME })).status).toBe(429);
    expect((await signIn({ address: HOME, cookie: mark })).status).toBe(200);
  });

  test('has ten tries of its own, which lock nobody else out', async ({ signIn }) => {
    const { mark } = await signIn();
    for (let n = 0; n < 10; n += 1) expect((await signIn({ password: 'wrong', cookie: mark })).status).toBe(401);
    expect((await signIn({ cookie: mark })).status).toBe(429);
    expect((await signIn()).status).toBe(200);
    vi.setSystemTime(Date.now() + 15 * MINUTE);
    expect((await signIn({ cookie: mark })).status).toBe(200);
  });

  test('keeps its count while its mark is renewed', async ({ signIn }) => {
    let { mark } = await signIn();
    for (let n = 0; n < 9; n += 1) await signIn({ password: 'wrong', cookie: mark });
    const former = mark;
    ({ mark } = await signIn({ cookie: mark }));
    for (let n = 0; n < 10; n += 1) await signIn({ password: 'wrong', cookie: n % 2 ? mark : former });
    expect((await signIn({ cookie: former })).status).toBe(429);
  });
});

describe('A mark', () => {
  test('is worth nothing for another name, once changed, or made up', async ({ kantor, signIn, lockOut, tryAt }) => {
    const { mark = '' } = await signIn();
    const stranger = await kantor.createTrader();
    const { mark: foreign } = await tryAt(stranger.username);
    await lockOut();
    const flipped = (mark.startsWith('A') ? 'B' : 'A') + mark.slice(1);
    // One bit of its id would be a new count.
    const bytes = Buffer.from(mark, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(15) ^ 1, 15);
    const another = bytes.toString('base64url');
    for (const cookie of [foreign, flipped, another, mark.slice(0, -4), `${mark}AAAA`, 'A'.repeat(mark.length), ''])
      expect((await signIn({ cookie })).status).toBe(429);
    expect((await signIn({ cookie: mark })).status).toBe(200);
  });

  test('ends with the password', async ({ kantor, user, signIn, lockOut }) => {
    const { mark } = await signIn();
    const password = /^Password: (.+)$/m.exec(await kantor.cli('set-password', user.username))?.[1] ?? '';
    await lockOut();
    expect((await signIn({ cookie: mark, password })).status).toBe(429);
  });

  test('ends after four hundred days', async ({ kantor, signIn, lockOut }) => {
    const { mark } = await signIn();
    await lockOut();
    kantor.pass(400 * DAY - MINUTE);
    expect((await signIn({ cookie: mark })).status).toBe(200);
    kantor.pass(MINUTE);
    expect((await signIn({ cookie: mark })).status).toBe(429);
  });
});

describe('A network from which a name has signed in', () => {
  test('is counted apart: strangers elsewhere do not lock it', async ({ signIn, lockOut }) => {
    await signIn({ address: HOME });
    await lockOut();
    expect((await signIn({ address: '192.0.2.200' })).status).toBe(200);
    expect((await signIn({ address: '192.0.3.7' })).status).toBe(429);
  });

  test('has ten tries of a name too', async ({ signIn }) => {
    await signIn({ address: HOME });
    for (let n = 0; n < 10; n += 1) await signIn({ password: 'wrong', address: `192.0.2.${n}` });
    expect((await signIn({ address: HOME })).status).toBe(429);
    // Those elsewhere have theirs.
    expect((await signIn()).status).toBe(200);
  });

  test('is forgotten after ninety days without a sign-in', async ({ kantor, signIn, lockOut }) => {
    await signIn({ address: HOME });
    await lockOut();
    kantor.pass(90 * DAY - 1);
    expect((await signIn({ address: HOME })).status).toBe(200);
    kantor.pass(90 * DAY);
    expect((await signIn({ address: HOME })).status).toBe(429);
    await forgetOldNetworks(kantor.db, kantor.clock());
    expect((await sql`select from known_network`.execute(kantor.db)).rows).toHaveLength(0);
  });

  test('is one of twenty at most: the one not seen for longest makes room', async ({ kantor, signIn }) => {
    for (let n = 0; n < 22; n += 1) {
      await signIn({ address: `198.51.${n}.1` });
      kantor.pass(1);
    }
    const { rows } = await sql<{ network: string }>`select network from known_network order by seen_at`.execute(
      kantor.db,
    );
    expect(rows.map(({ network }) => network)).toEqual(Array.from({ length: 20 }, (_, n) => `198.51.${n + 2}.0/24`));
  });

  test('tells a stranger nothing: a name that nobody has is locked like any', async ({ lockOut, tryAt, signIn }) => {
    await lockOut();
    const nobody = 'nobody-at-all';
    for (let n = 0; n < 10; n += 1) expect((await tryAt(nobody, { password: 'wrong' })).status).toBe(401);
    const [known, unknown] = [await signIn({ password: 'wrong' }), await tryAt(nobody, { password: 'wrong' })];
    expect([known.status, unknown.status]).toEqual([429, 429]);
  });
});

test('Who is turned away because too many wait has lost no try', async ({ kantor, user, signIn }) => {
  const flood = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      kantor.app.inject({
        method: 'POST',
        url: API_BASE + loginRoute.path,
        payload: { username: n < 150 ? `nobody-${n}` : user.username, password: 'wrong' },
        remoteAddress: elsewhere(),
      }),
    ),
  );
  const refused = flood.slice(150).map(({ statusCode }) => statusCode);
  expect(refused.filter((status) => status === 503).length).toBeGreaterThan(40);
  expect((await signIn()).status).toBe(200);
});

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2ff:3:4:5:6', '2001:db8:1:200::/56'],
  ['2001:db8:1:2::1', '2001:db8:1:0::/56'],
  ['::1', '0:0:0:0::/56'],
  ['', ''],
])('The address %j is in %j', (address, network) => {
  expect(neighbourhoodOf(address)).toBe(network);
});

import { getMe, login } from '@kantor/contract/wire/auth.ts';
import { getMerchantDashboard } from '@kantor/contract/wire/balance.ts';
import { SignJWT } from 'jose';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { test as base } from '../support/fixtures.ts';
import { PASSWORD } from '../support/people.ts';
import { ACCESS_KEY, FORGERIES, forge, takeApart, withClaims, withHeader } from './forgeries.ts';

const test = base
  /** The tokens of a session of its own. */
  .extend('good', async ({ kantor, trader, merchant }) => {
    const body = { username: trader.username, password: PASSWORD };
    const { access, refresh } = await kantor.guest.call(login, { body });
    const now = Math.floor(kantor.clock().getTime() / 1000);
    return takeApart(access, { refresh, now, stranger: merchant.id });
  })
  .extend(
    'me',
    ({ kantor }) =>
      (authorization: string) =>
        kantor.guest.raw(getMe, { headers: { authorization } }),
  );

describe('An access token', () => {
  test('is taken when it is ours, however it was put together', async ({ good, me, trader }) => {
    expect(good.header).toEqual({ alg: 'HS256', typ: 'at+jwt' });
    expect(good.claims).toEqual({
      iss: 'kantor',
      aud: 'kantor-api',
      iat: good.now,
      exp: good.now + 600,
      sub: trader.personId,
      account: trader.id,
      sid: expect.any(String),
    });
    const again = await new SignJWT(good.claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(ACCESS_KEY);
    // The forgeries below fail for their one change: without one they are good.
    for (const token of [
      good.text,
      again,
      forge(good.header, good.claims),
      withClaims(good, {}),
      withHeader(good, {}),
    ]) {
      expect((await me(`Bearer ${token}`)).status).toBe(200);
    }
  });

  test.for(Object.entries(FORGERIES))('is refused: %s', async ([, forgery], { good, me }) => {
    const token = forgery(good);
    for (const warm of [false, true]) {
      expect(await me(`Bearer ${token}`), warm ? 'with the session remembered' : 'at first sight').toMatchObject({
        status: 401,
        body: { code: 'unauthorized', detail: 'Войдите в систему' },
        headers: { 'www-authenticate': 'Bearer' },
      });
      expect((await me(`Bearer ${good.text}`)).status).toBe(200);
    }
  });

  test.for<[what: string, authorization: (token: string, key: string) => string]>([
    ['no header', () => ''],
    ['another scheme', (token) => `Basic ${token}`],
    ['the scheme alone', () => 'Bearer '],
    ['the token alone', (token) => token],
    ['two tokens', (token) => `Bearer ${token} ${token}`],
    ['an API key', (_token, key) => `Bearer ${key}`],
  ])('is needed: %s', async ([, authorization], { good, me, merchant }) => {
    expect((await me(authorization(good.text, merchant.key))).status).toBe(401);
  });

  test('lasts 10 minutes, also when it was seen before', async ({ good, me, kantor }) => {
    expect((await me(`Bearer ${good.text}`)).status).toBe(200);
    kantor.pass(10 * MINUTE - 1000);
    expect((await me(`Bearer ${good.text}`)).status).toBe(200);
    kantor.pass(1000);
    expect((await me(`Bearer ${good.text}`)).status).toBe(401);
  });

  test('opens only calls of its role', async ({ trader, merchant }) => {
    expect((await trader.refusal(getMerchantDashboard)).status).toBe(403);
    await merchant.call(getMerchantDashboard);
  });
});

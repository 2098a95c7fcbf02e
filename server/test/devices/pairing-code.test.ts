import { createHash } from 'node:crypto';
import { pathOf } from '@kantor/contract/client.ts';
import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { blockCabinet, connectCabinet, getCabinetQr } from '@kantor/contract/wire/cabinets.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import type { Settings } from '../../src/app/settings.ts';
import { after, MINUTE } from '../../src/kernel/clock.ts';
import { forgetPairingTokens } from '../../src/modules/devices/index.ts';
import { scan } from '../support/phone.ts';
import { createTestClient } from '../support/test-client.ts';
import { test as base } from './fixture.ts';

const test = base
  .extend('params', ({ cabinetId }) => ({ id: cabinetId }))
  /** The phone's reading of the QR code. */
  .extend(
    'ask',
    ({ trader, params }) =>
      async (headers = {}, client: Pick<typeof trader, 'call'> = trader) =>
        scan(Buffer.from(await client.call(getCabinetQr, { params, headers }))),
  )
  /** The trader, signed in at a server that is set up otherwise. */
  .extend('traderAt', ({ kantor, trader }, { onCleanup }) => async (settings: Partial<Settings>) => {
    const app = await buildApi({ db: kantor.db, settings: { ...kantor.settings, ...settings }, clock: kantor.clock });
    onCleanup(() => app.close());
    return createTestClient(app, API_BASE, trader.token);
  })
  /** The tokens that are kept; those of the tests before are gone. */
  .extend('tokens', async ({ kantor }) => {
    await sql`delete from pairing_token`.execute(kantor.db);
    return async () =>
      (
        await sql<{ hash: Buffer; cabinet: string; expiresAt: Date; usedAt: Date | null }>`
          select hash, cabinet_id as cabinet, expires_at as "expiresAt", used_at as "usedAt" from pairing_token`.execute(
          kantor.db,
        )
      ).rows;
  });

const sha256 = (text: string) => createHash('sha256').update(text).digest();

describe('the QR code of a cabinet', () => {
  test('is a picture with the server and a token whose hash is kept for ten minutes', async ({
    kantor,
    trader,
    cabinetId,
    params,
    tokens,
  }) => {
    const answer = await kantor.app.inject({
      url: API_BASE + pathOf(getCabinetQr.path, params),
      headers: { authorization: `Bearer ${await trader.token()}`, host: 'localhost:3000' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' });
    const { server, token, ...rest } = await scan(answer.rawPayload);
    expect(rest).toEqual({});
    expect(server).toBe('http://localhost:3000');
    // 256 bits.
    expect(token).toMatch(/^[\w-]{43}$/);
    const expiresAt = after(kantor.clock(), 10 * MINUTE);
    expect(await tokens()).toEqual([{ hash: sha256(token), cabinet: cabinetId, expiresAt, usedAt: null }]);
  });

  test('keeps the token itself nowhere', async ({ kantor, cabinetId, ask }) => {
    const { token } = await ask();
    const { rows } = await sql<{ text: string }>`
      select pairing_token::text as text from pairing_token where cabinet_id = ${cabinetId}`.execute(kantor.db);
    const bytes = Buffer.from(token, 'base64url').toString('hex');
    expect(rows).toHaveLength(1);
    for (const form of [token, bytes]) expect(rows[0]?.text).not.toContain(form);
  });

  test('has another token each time', async ({ ask, tokens }) => {
    const [first, second] = [await ask(), await ask()];
    expect(first.token).not.toBe(second.token);
    expect(await tokens()).toHaveLength(2);
  });

  test('leads to the public address, whatever the request says', async ({ ask, traderAt }) => {
    const trader = await traderAt({ publicUrl: 'https://kantor.example/' });
    expect((await ask({ host: 'evil.example/?' }, trader)).server).toBe('https://kantor.example');
  });

  test.for(['kantor.local', '192.168.0.7:3000', '[::1]:8080', 'a-b.example.org:65535'])(
    'without one leads to where it was asked for: %s',
    async (host, { ask }) => {
      expect((await ask({ host })).server).toBe(`http://${host}`);
    },
  );

  test.for([
    [['127.0.0.1'], 'https'],
    [[], 'http'],
  ] as const)(
    'leads to https where balancers that are trusted, %j, say that it was asked for so',
    async ([trustProxy, scheme], { ask, traderAt }) => {
      const trader = await traderAt({ trustProxy: [...trustProxy] });
      const { server } = await ask({ host: 'kantor.example', 'x-forwarded-proto': 'https' }, trader);
      expect(server).toBe(`${scheme}://kantor.example`);
    },
  );

  test.for([
    'user@evil.example',
    'evil.example/path',
    'evil.example?',
    'evil.example#',
    'a b',
    'локальный',
    'host:port',
    'host:65536',
    '[1:2]',
    '999.1.1.1',
    '[evil.example]',
    'x"}{"',
    'a'.repeat(300),
  ])('is not drawn for the host %j, and no token is made', async (host, { trader, params, tokens }) => {
    const { status, body } = await trader.raw(getCabinetQr, { params, headers: { host } });
    expect([status, body.code]).toEqual([400, 'bad_host']);
    expect(await tokens()).toEqual([]);
  });

  test('of someone else’s cabinet makes no token', async ({ kantor, params, tokens }) => {
    const stranger = await kantor.createTrader();
    expect((await stranger.refusal(getCabinetQr, { params })).status).toBe(404);
    expect(await tokens()).toEqual([]);
  });

  test('of a blocked cabinet makes no token', async ({ trader, params, tokens }) => {
    await trader.call(blockCabinet, { params });
    expect(await trader.refusal(getCabinetQr, { params })).toMatchObject({ status: 409, code: 'cabinet_blocked' });
    expect(await tokens()).toEqual([]);
  });
});

describe('connecting an application', () => {
  test('leads to the public address', async ({ params, traderAt }) => {
    const trader = await traderAt({ publicUrl: 'https://kantor.example/' });
    const { address } = await trader.call(connectCabinet, { params, body: { application: 'sms_gateway' } });
    expect(address).toMatch(new RegExp(`^https://kantor\\.example${DEVICE_API_BASE}/sms-gateway/`));
  });

  test.for([undefined, 'phone', 'telegram', 1])(
    'needs to know which: %j is none',
    async (application, { trader, params }) => {
      const { status, body } = await trader.raw(connectCabinet, { params, body: { application } });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['application']]);
    },
  );
});

test('expired tokens are forgotten, and no others', async ({ kantor, ask, tokens }) => {
  await ask();
  kantor.pass(1);
  await ask();
  kantor.pass(10 * MINUTE - 2);
  await forgetPairingTokens(kantor);
  expect(await tokens()).toHaveLength(2);
  kantor.pass(1);
  await forgetPairingTokens(kantor);
  expect(await tokens()).toHaveLength(1);
});

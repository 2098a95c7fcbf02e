import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { forgetPairingTokens } from '../../src/modules/devices/index.ts';
import { type Kantor, startKantor } from '../support/harness.ts';
import { scan } from '../support/phone.ts';

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let cabinet: string;

beforeAll(async () => {
  kantor = await startKantor();
  trader = await kantor.createTrader();
});
afterAll(() => kantor.close());
beforeEach(async () => {
  await sql`delete from pairing_token`.execute(kantor.db);
  cabinet = await kantor.createCabinet(trader.id);
});

const ask = async (host = 'localhost:3000', app = kantor.app, more: Record<string, string> = {}) =>
  app.inject({
    url: `/api/v1/cabinets/${cabinet}/get_qr/`,
    headers: { authorization: `Bearer ${await trader.token()}`, host, ...more },
  });

const tokens = async () =>
  (
    await sql<{ hash: Buffer; cabinet: string; expiresAt: Date; usedAt: Date | null }>`
      select hash, cabinet_id as cabinet, expires_at as "expiresAt", used_at as "usedAt" from pairing_token`.execute(
      kantor.db,
    )
  ).rows;

const sha256 = (text: string) => createHash('sha256').update(text).digest();

describe('the QR code of a cabinet', () => {
  test('is a picture with the server and a token whose hash is kept for ten minutes', async () => {
    const answer = await ask();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' });
    const { server, token, ...rest } = await scan(answer.rawPayload);
    expect(rest).toEqual({});
    expect(server).toBe('http://localhost:3000');
    // 256 bits.
    expect(token).toMatch(/^[\w-]{43}$/);
    const expiresAt = new Date(kantor.clock().getTime() + 10 * MINUTE);
    expect(await tokens()).toEqual([{ hash: sha256(token), cabinet, expiresAt, usedAt: null }]);
  });

  test('keeps the token itself nowhere', async () => {
    const { token } = await scan((await ask()).rawPayload);
    const { rows } = await sql<{ text: string }>`select pairing_token::text as text from pairing_token`.execute(
      kantor.db,
    );
    const bytes = Buffer.from(token, 'base64url').toString('hex');
    expect(rows).toHaveLength(1);
    for (const form of [token, bytes]) expect(rows[0]?.text).not.toContain(form);
  });

  test('has another token each time', async () => {
    const pictures = [await ask(), await ask()];
    const [first, second] = await Promise.all(pictures.map(({ rawPayload }) => scan(rawPayload)));
    expect(first?.token).not.toBe(second?.token);
    expect(await tokens()).toHaveLength(2);
  });

  test('leads to the public address, whatever the request says', async () => {
    const settings = { ...kantor.settings, publicUrl: 'https://kantor.example/' };
    const app = await buildApi({ db: kantor.db, settings, clock: kantor.clock });
    const { server } = await scan((await ask('evil.example/?', app)).rawPayload);
    expect(server).toBe('https://kantor.example');
    await app.close();
  });

  test.each(['kantor.local', '192.168.0.7:3000', '[::1]:8080', 'a-b.example.org:65535'])(
    'without one leads to where it was asked for: %s',
    async (host) => {
      expect((await scan((await ask(host)).rawPayload)).server).toBe(`http://${host}`);
    },
  );

  test.each([
    [['127.0.0.1'], 'https'],
    [[], 'http'],
  ])(
    'leads to https where balancers that are trusted, %j, say that it was asked for so',
    async (trustProxy, scheme) => {
      const app = await buildApi({ db: kantor.db, settings: { ...kantor.settings, trustProxy }, clock: kantor.clock });
      const answer = await ask('kantor.example', app, { 'x-forwarded-proto': 'https' });
      expect((await scan(answer.rawPayload)).server).toBe(`${scheme}://kantor.example`);
      await app.close();
    },
  );

  test.each([
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
  ])('is not drawn for the host %j, and no token is made', async (host) => {
    const answer = await ask(host);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_host']);
    expect(await tokens()).toEqual([]);
  });

  test('of someone else’s cabinet makes no token', async () => {
    cabinet = await kantor.createCabinet((await kantor.createTrader()).id);
    expect((await ask()).statusCode).toBe(404);
    expect(await tokens()).toEqual([]);
  });

  test('of a blocked cabinet makes no token', async () => {
    const path = `/api/v1/cabinets/${cabinet}/block_forever/`;
    await kantor.send(path, { method: 'POST', token: trader.token });
    const answer = await ask();
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'cabinet_blocked']);
    expect(await tokens()).toEqual([]);
  });
});

describe('connecting an application', () => {
  test('leads to the public address', async () => {
    const settings = { ...kantor.settings, publicUrl: 'https://kantor.example/' };
    const app = await buildApi({ db: kantor.db, settings, clock: kantor.clock });
    const answer = await app.inject({
      method: 'POST',
      url: `/api/v1/cabinets/${cabinet}/connect/`,
      headers: { authorization: `Bearer ${await trader.token()}`, 'content-type': 'application/json' },
      payload: { application: 'sms_gateway' },
    });
    expect(answer.json().address).toMatch(/^https:\/\/kantor\.example\/device\/v1\/sms-gateway\//);
    await app.close();
  });

  test.each([undefined, 'phone', 'telegram', 1])('needs to know which: %j is none', async (application) => {
    const path = `/api/v1/cabinets/${cabinet}/connect/`;
    const { status, body } = await kantor.send(path, { method: 'POST', token: trader.token, body: { application } });
    expect([status, Object.keys(body.errors)]).toEqual([400, ['application']]);
  });
});

test('expired tokens are forgotten, and no others', async () => {
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

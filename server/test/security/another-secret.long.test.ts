import { join } from 'node:path';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { getMe, login, refresh } from '@kantor/contract/wire/auth.ts';
import { createExport } from '@kantor/contract/wire/exports.ts';
import { getWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { secretsOf as serverSecrets } from '../../src/app/settings.ts';
import { createPushKeys } from '../../src/modules/alerts/index.ts';
import { transaction } from '../../src/db/tx.ts';
import type { ServerSecrets } from '../../src/kernel/derive-key.ts';
import { newId } from '../../src/kernel/ids.ts';
import { createFiles, diskStore, type Files, insertFile, USUAL_UPLOADS } from '../../src/modules/files/index.ts';
import { createPaymentTokens } from '../../src/modules/payment-page/tokens.ts';
import { resealTotps } from '../../src/modules/second-factor/index.ts';
import { secretsOf, signedHeaders } from '../../src/modules/webhooks/secrets.ts';
import { follow } from '../exports/fixture.ts';
import { kantorTest } from '../support/fixtures.ts';
import { JWT_SECRET, type Kantor } from '../support/kantor.ts';
import { PASSWORD, type Person } from '../support/people.ts';
import { pairPhone, Phone } from '../support/phone.ts';
import { setUpTotp } from '../support/second-factors.ts';
import { startServer } from '../support/server-process.ts';
import { createTestClient } from '../support/test-client.ts';

// The server's secret is exchanged while everybody works (decision 134).

const NEXT = 'another secret that is only used by tests';
const encode = (text: string) => new TextEncoder().encode(text);
const BOTH = [encode(NEXT), encode(JWT_SECRET)] as const;

/** The same marketplace, served by a process with other secrets. */
async function serve(kantor: Kantor, jwtSecret: string, otherJwtSecret?: string) {
  const settings = { ...kantor.settings, jwtSecret, otherJwtSecret };
  const app: FastifyInstance = await buildApi({ db: kantor.db, clock: kantor.clock, settings });
  return {
    kantor: { ...kantor, app },
    close: () => app.close(),
    guest: createTestClient(app, API_BASE),
    me: async (token: string) => (await createTestClient(app, API_BASE, token).raw(getMe)).status,
    visit: async (link: string) => (await app.inject({ url: new URL(link).pathname })).statusCode,
  };
}
type Served = Awaited<ReturnType<typeof serve>>;

const test = kantorTest
  .extend('before', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const served = await serve(kantor, JWT_SECRET, NEXT);
    onCleanup(served.close);
    return served;
  })
  .extend('after', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const served = await serve(kantor, NEXT, JWT_SECRET);
    onCleanup(served.close);
    return served;
  })
  .extend('alone', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const served = await serve(kantor, NEXT);
    onCleanup(served.close);
    return served;
  });

const signIn = (served: Served, { username }: Person, factor: { code?: string; recovery_code?: string } = {}) =>
  served.guest.raw<{ access: string; refresh: string }>(login, { body: { username, password: PASSWORD, ...factor } });

describe('while processes have the former secret first and others the next one', () => {
  test('whoever is signed in stays so, whichever process they come to', async ({ kantor, before, after, alone }) => {
    const trader = await kantor.createTrader();
    const token = await trader.token();
    expect([await before.me(token), await after.me(token), await alone.me(token)]).toEqual([200, 200, 401]);
    const { body } = await signIn(after, trader);
    expect([await before.me(body.access), await after.me(body.access), await alone.me(body.access)]).toEqual([
      200, 200, 200,
    ]);
  });

  test('a tab that comes to another process with a replaced token gets the same successor', async ({
    kantor,
    before,
    after,
  }) => {
    const trader = await kantor.createTrader();
    const first = (await signIn(before, trader)).body.refresh;
    const renew = async ({ guest }: Served, token: string) =>
      (await guest.call(refresh, { body: { refresh: token } })).refresh;
    const second = await renew(before, first);
    expect(await renew(after, first)).toBe(second);
    const third = await renew(after, second);
    expect(third).not.toBe(second);
    expect([await renew(before, second), await renew(before, first), await renew(after, first)]).toEqual([
      third,
      third,
      third,
    ]);
  });

  test('links of payers lead to their orders', async ({ kantor, before, after, alone }) => {
    const { order } = await kantor.activeOrder();
    const link = order.payment_url;
    expect([await before.visit(link), await after.visit(link), await alone.visit(link)]).toEqual([200, 200, 404]);
    const next = link.replace(/[^/]+$/, createPaymentTokens(encode(NEXT)).tokenOf(order.id));
    expect(next).not.toBe(link);
    expect([await before.visit(next), await after.visit(next), await alone.visit(next)]).toEqual([200, 200, 200]);
  });

  test('links of files and of lists lead to them', async ({ kantor, before, after, alone }) => {
    const trader = await kantor.createTrader();
    const { url } = await trader.call(createExport, { body: { list: 'pings' } });
    const statusAt = async (served: Served) => (await follow(served.kantor, url)).status;
    expect([await statusAt(before), await statusAt(after), await statusAt(alone)]).toEqual([200, 200, 404]);

    const store = diskStore(join(kantor.settings.dataDir, 'files'));
    const filesBy = (secret: ServerSecrets) =>
      createFiles({ ...kantor, store, secret, isInForce: () => Promise.resolve(true), terms: USUAL_UPLOADS });
    const file = {
      id: newId(kantor.clock()),
      name: 'a.png',
      mediaType: 'image/png' as const,
      size: 1,
      sha256: Buffer.alloc(32),
    };
    await store.put(file.id, Buffer.from('a'));
    await transaction(kantor.db, (tx) => insertFile(tx, file, trader.id, kantor.clock()));
    const caller = { id: trader.id, session: { id: file.id } } as Parameters<Files['linksFor']>[0];
    const link = new URL(filesBy(encode(JWT_SECRET)).linksFor(caller)(file.id, file.name).url, 'http://here')
      .searchParams;
    const shown = {
      fileId: file.id,
      holder: { kind: 'session' as const, id: file.id, accountId: trader.id },
      expires: Number(link.get('expires')),
      signature: link.get('signature') ?? '',
    };
    expect((await filesBy(BOTH).open(shown)).name).toBe('a.png');
    await expect(filesBy(encode(NEXT)).open(shown)).rejects.toMatchObject({ status: 404 });
  });

  test('phones are heard, those of before and those of now', async ({ kantor, before, after, alone }) => {
    const trader = await kantor.createTrader();
    const former = await pairPhone(kantor, trader, await kantor.createCabinet(trader.id));
    const next = await pairPhone(after.kantor, trader, await kantor.createCabinet(trader.id));
    const ping = async (served: Served, { id, key, counter }: Phone) => {
      const phone = new Phone(served.kantor, { id, key });
      phone.counter = counter + 10;
      return (await phone.ping()).status;
    };
    expect((await ping(after, former)) < 300).toBe(true);
    former.counter += 20;
    expect([(await ping(before, former)) < 300, (await ping(before, next)) < 300]).toEqual([true, true]);
    former.counter += 20;
    expect(await ping(alone, former)).toBe(401);
  });

  test('a webhook is proven by the secret that the merchant has, and by the one that they are shown next', async ({
    kantor,
    after,
  }) => {
    const merchant = await kantor.createMerchant();
    const { secret: had } = await merchant.call(getWebhookEndpoint);
    const { secret: shown } = await createTestClient(after.kantor.app, API_BASE, merchant.token).call(
      getWebhookEndpoint,
    );
    expect(shown).not.toBe(had);
    const signer = { id: merchant.id, secretVersion: 1, lastRawVersion: 0, formerSecretUntil: null };
    const message = { id: 'm', at: kantor.clock(), body: '{}' };
    const signatures = signedHeaders(message, secretsOf(BOTH, signer, message.at))['webhook-signature']?.split(' ');
    for (const secret of [had, shown]) {
      const bytes = Buffer.from(secret.replace('whsec_', ''), 'base64');
      expect(signatures).toContain(signedHeaders(message, [bytes])['webhook-signature']);
    }
  });

  test('codes and recovery codes are taken', async ({ kantor, after, alone }) => {
    const merchant = await kantor.createMerchant();
    const app = await setUpTotp(kantor, merchant);
    expect((await signIn(after, merchant, { code: app.code() })).status).toBe(200);
    const [first = '', second = ''] = app.codes;
    expect((await signIn(alone, merchant, { recovery_code: first })).status).toBe(403);
    expect((await signIn(after, merchant, { recovery_code: first })).status).toBe(200);
    expect((await signIn(after, merchant, { recovery_code: first })).body).toMatchObject({ code: 'code_used' });
    expect((await signIn(after, merchant, { recovery_code: second })).status).toBe(200);
  });
});

test('a process that is started with both serves whoever is signed in', async ({ kantor }) => {
  const trader = await kantor.createTrader();
  const server = await startServer(kantor.databaseUrl, 'api', {
    KANTOR_JWT_SECRET: NEXT,
    KANTOR_OTHER_JWT_SECRET: JWT_SECRET,
  });
  const answer = await fetch(`${server.url}${API_BASE}/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: trader.username, password: PASSWORD }),
  });
  const { access } = (await answer.json()) as { access: string };
  // The test's clock stands elsewhere: what the process made is known here by the secrets alone.
  const now = await serve({ ...kantor, clock: () => new Date() }, JWT_SECRET, NEXT);
  expect(await now.me(access)).toBe(200);
  await Promise.all([now.close(), server.kill('SIGTERM')]);
});

describe('rotate-secret', () => {
  test('seals anew what is sealed, and says what rests on the former', async ({ kantor, after, alone }) => {
    const people = [await kantor.createMerchant(), await kantor.createMerchant(), await kantor.createMerchant()];
    const apps = [];
    for (const person of people) apps.push(await setUpTotp(kantor, person));
    const keyBy = (secret: Uint8Array | typeof BOTH) => createPushKeys({ ...kantor, secret })();
    const { publicKey } = await keyBy(encode(JWT_SECRET));
    expect((await keyBy(BOTH)).publicKey).toBe(publicKey);

    // It is broken off after two people.
    let left = 3;
    const broken = kantor.db.withPlugin({
      transformQuery: ({ node }) => {
        left -= 1;
        if (left < 0) throw new Error('Broken off');
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    await expect(resealTotps(broken, BOTH)).rejects.toThrow('Broken off');
    kantor.cliSettings.secrets = serverSecrets({ jwtSecret: NEXT, otherJwtSecret: JWT_SECRET });
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from totp`.execute(kantor.db);
    const total = rows[0]?.n ?? 0;
    expect(await kantor.cli('rotate-secret')).toContain(`the codes of ${total - 2} people`);
    const again = await kantor.cli('rotate-secret');
    expect(again).toContain('the codes of 0 people');
    expect(again).toMatch(
      /On the former secret rest: \d+ phones, \d+ secrets of webhooks, recovery codes of \d+ people/,
    );
    expect((await keyBy(encode(NEXT))).publicKey).toBe(publicKey);
    for (const [index, person] of people.entries()) {
      const code = apps[index]?.code() ?? '';
      expect((await signIn(index === 0 ? after : alone, person, { code })).status).toBe(200);
    }
  });

  test('asks for both secrets', async ({ kantor }) => {
    kantor.cliSettings.secrets = serverSecrets({ jwtSecret: NEXT });
    await expect(kantor.cli('rotate-secret')).rejects.toThrow('Set KANTOR_OTHER_JWT_SECRET');
  });

  test('tells that nothing rests on the former once all is new', async ({ kantor }) => {
    kantor.cliSettings.secrets = serverSecrets({ jwtSecret: NEXT, otherJwtSecret: JWT_SECRET });
    await sql`update server_secret set since = '2000-01-01'`.execute(kantor.ownerDb);
    expect(await kantor.cli('rotate-secret')).toContain('KANTOR_OTHER_JWT_SECRET may go');
  });
});

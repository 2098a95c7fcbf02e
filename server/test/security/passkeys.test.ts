import type { Refused } from '@kantor/contract/client.ts';
import { login, refresh, stepUp } from '@kantor/contract/wire/auth.ts';
import {
  addPasskey,
  challengePasskey,
  getSecurity,
  removePasskey,
  startPasskey,
} from '@kantor/contract/wire/security.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { relyingPartyOf } from '../../src/modules/second-factor/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import type { Merchant } from '../support/people.ts';
import { PASSWORD } from '../support/people.ts';
import { softwarePasskey } from '../support/software-passkey.ts';

const SITE = { origin: 'https://kantor.example', rpId: 'kantor.example' };
type Key = ReturnType<typeof softwarePasskey>;
type Asked = { challenge: string; options: Record<string, unknown> };

const add = async (person: Merchant, key: Key, name = 'Ноутбук') => {
  const { challenge, options } = await person.call(startPasskey);
  return person.call(addPasskey, { body: { challenge, name, response: key.create(options) } });
};

const test = freshKantorTest
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .override('options', { publicUrl: SITE.origin })
  .extend('key', () => softwarePasskey(SITE))
  .extend('signIn', ({ kantor, merchant }) => (passkey?: { challenge: string; response: ReturnType<Key['sign']> }) => {
    const body = { username: merchant.username, password: PASSWORD, ...(passkey && { passkey }) };
    return kantor.guest.raw(login, { body });
  })
  .extend('asked', ({ signIn }) => async (): Promise<Asked> => {
    const { body } = await signIn();
    return (body as unknown as { passkey: Asked }).passkey;
  });

const wrong = { status: 403, body: { code: 'wrong_passkey' } };

describe('A passkey', () => {
  test('is added under a name, asked for at sign-ins, and tells when it was used', async ({
    kantor,
    merchant,
    key,
    signIn,
    asked,
  }) => {
    const { recovery_codes: codes } = await add(merchant, key);
    expect(codes).toHaveLength(10);
    const { challenge, options } = await asked();
    expect(options).toMatchObject({ rpId: SITE.rpId });
    expect(await signIn()).toMatchObject({ status: 403, body: { methods: ['passkey', 'recovery_code'] } });
    kantor.pass(MINUTE);
    expect((await signIn({ challenge, response: key.sign(options) })).status).toBe(200);
    expect((await merchant.call(getSecurity)).passkeys).toMatchObject([
      { name: 'Ноутбук', last_used_at: kantor.clock().toISOString() },
    ]);
  });

  test('answers a challenge once, right or wrong', async ({ merchant, key, signIn, asked }) => {
    await add(merchant, key);
    const one = await asked();
    const response = key.sign(one.options);
    expect((await signIn({ challenge: one.challenge, response })).status).toBe(200);
    expect(await signIn({ challenge: one.challenge, response })).toMatchObject(wrong);
    const two = await asked();
    expect(await signIn({ challenge: two.challenge, response })).toMatchObject(wrong);
    expect(await signIn({ challenge: two.challenge, response: key.sign(two.options) })).toMatchObject(wrong);
  });

  test('answers within five minutes', async ({ kantor, merchant, key, signIn, asked }) => {
    await add(merchant, key);
    const { challenge, options } = await asked();
    kantor.pass(5 * MINUTE + 1);
    expect(await signIn({ challenge, response: key.sign(options) })).toMatchObject(wrong);
  });

  test('of another site, another challenge, another key or a former counter lets nobody in', async ({
    merchant,
    key,
    signIn,
    asked,
  }) => {
    await add(merchant, key);
    const tryWith = async (make: (options: Record<string, unknown>) => ReturnType<Key['sign']>) => {
      const { challenge, options } = await asked();
      return signIn({ challenge, response: make(options) });
    };
    expect((await tryWith((options) => key.sign(options, 7))).status).toBe(200);
    const stranger = softwarePasskey(SITE);
    expect(await tryWith((options) => ({ ...stranger.sign(options, 8), id: key.sign(options).id }))).toMatchObject(
      wrong,
    );
    expect(await tryWith((options) => stranger.sign(options, 8))).toMatchObject(wrong);
    expect(await tryWith(() => key.sign({ challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }, 9))).toMatchObject(wrong);
    // The counter of a key that was copied stands still.
    expect(await tryWith((options) => key.sign(options, 7))).toMatchObject(wrong);
  });

  test('of another origin or another site’s name is not added, and does not sign', async ({ merchant }) => {
    for (const site of [
      { ...SITE, origin: 'https://kantor.example.evil.test' },
      { ...SITE, rpId: 'evil.test' },
      { ...SITE, origin: 'http://kantor.example' },
    ]) {
      const { challenge, options } = await merchant.call(startPasskey);
      const body = { challenge, name: 'Чужой', response: softwarePasskey(site).create(options) };
      expect((await merchant.refusal(addPasskey, { body })).status).toBe(400);
    }
  });

  test('signs at its own origin alone', async ({ kantor, merchant, key, signIn, asked }) => {
    await add(merchant, key);
    const { challenge, options } = await asked();
    const response = key.sign(options);
    const said = { type: 'webauthn.get', challenge: options['challenge'], origin: 'https://evil.test' };
    const clientDataJSON = Buffer.from(JSON.stringify(said)).toString('base64url');
    const elsewhere = { ...response, response: { ...response.response, clientDataJSON } };
    expect(await signIn({ challenge, response: elsewhere })).toMatchObject(wrong);
    expect((await sql`select from passkey where counter > 0`.execute(kantor.db)).rows).toHaveLength(0);
  });

  test('of another person is none', async ({ kantor, merchant, key, signIn, asked }) => {
    await add(merchant, key);
    const other = await kantor.createMerchant();
    const theirs = softwarePasskey(SITE);
    await add(other, theirs);
    const { challenge, options } = await asked();
    expect(await signIn({ challenge, response: theirs.sign(options) })).toMatchObject(wrong);
  });

  test('is added once, and its challenge is good once', async ({ merchant, key }) => {
    const { challenge, options } = await merchant.call(startPasskey);
    const body = { challenge, name: 'Ключ', response: key.create(options) };
    await merchant.call(addPasskey, { body });
    expect(await merchant.refusal(addPasskey, { body })).toMatchObject({ status: 409, code: 'setup_over' });
    expect(await add(merchant, key).catch((refused: Refused) => refused.code)).toBe('passkey_known');
  });

  test('is removed by its person alone', async ({ kantor, merchant, key, signIn }) => {
    const { id } = await add(merchant, key);
    const other = await kantor.createMerchant();
    expect((await other.refusal(removePasskey, { params: { id } })).status).toBe(404);
    await merchant.call(removePasskey, { params: { id } });
    expect((await signIn()).status).toBe(200);
  });

  test('is a step-up, by a challenge of its own', async ({ kantor, merchant, key, signIn, asked }) => {
    await add(merchant, key);
    const { challenge, options } = await asked();
    const signedIn = await signIn({ challenge, response: key.sign(options) });
    kantor.pass(10 * MINUTE + 1);
    const token = (signedIn.body as unknown as { refresh: string }).refresh;
    const { access } = await kantor.guest.call(refresh, { body: { refresh: token } });
    const session = kantor.clientWith(access);
    const prove = async (request: Asked) =>
      session.raw(stepUp, {
        body: {
          purpose: 'keys',
          passkey: { challenge: request.challenge, response: key.sign(request.options) },
        },
      });
    expect((await prove(await session.call(challengePasskey))).status).toBe(200);
    // What was asked for at a sign-in is for the sign-in.
    expect(await prove(await asked())).toMatchObject(wrong);
  });
});

describe('Passkeys are offered', () => {
  test.each([
    ['https://kantor.example', { id: 'kantor.example', origin: 'https://kantor.example' }],
    ['https://kantor.example:8443/x', { id: 'kantor.example', origin: 'https://kantor.example:8443' }],
    ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://kantor.example', undefined],
    ['https://192.0.2.1', undefined],
    ['https://[2001:db8::1]', undefined],
    [undefined, undefined],
  ])('at %s: %j', (address, party) => {
    expect(relyingPartyOf(address)).toEqual(party);
  });
});

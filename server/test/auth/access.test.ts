import { createHmac, createSecretKey, generateKeyPairSync, sign as signRaw } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JWT_SECRET, type Kantor, PASSWORD, startKantor } from '../support/harness.ts';

const MINUTE = 60_000;
const key = createSecretKey(Buffer.from(JWT_SECRET));

let kantor: Kantor;
let trader: { id: string; username: string; token: string };
let merchant: { id: string; token: string };
/** The parts of a good token. */
let header: Record<string, unknown>;
let claims: Record<string, unknown>;
beforeAll(async () => {
  kantor = await startKantor();
});
afterAll(() => kantor.close());
beforeEach(async () => {
  const { id, username, token } = await kantor.createTrader();
  trader = { id, username, token: await token() };
  const shop = await kantor.createMerchant();
  merchant = { id: shop.id, token: await shop.token() };
  const part = (n: number) => JSON.parse(Buffer.from(trader.token.split('.')[n] ?? '', 'base64url').toString());
  header = part(0);
  claims = part(1);
});

const me = async (authorization: string) => kantor.send('/api/v1/users/me/', { headers: { authorization } });
const now = () => Math.floor(kantor.clock().getTime() / 1000);

const b64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
/** Any header and claims, signed rightly with our own key, or with another. */
const forge = (head: unknown, body: unknown, secret = JWT_SECRET, hash = 'sha256') => {
  const input = `${b64(head)}.${b64(body)}`;
  return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`;
};
const withHeader = (changes: object) => forge({ ...header, ...changes }, claims);
const withClaims = (changes: object) => forge(header, { ...claims, ...changes });
const without = (name: string) => forge(header, { ...claims, [name]: undefined });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const publicJwk = rsa.publicKey.export({ format: 'jwk' });
const rs256 = (head: object) => {
  const input = `${b64({ ...header, alg: 'RS256', ...head })}.${b64(claims)}`;
  return `${input}.${signRaw('sha256', Buffer.from(input), rsa.privateKey).toString('base64url')}`;
};
const parts = () => trader.token.split('.') as [string, string, string];

/** Every way of forging that we know of, made anew from a good token. */
const FORGERIES: Record<string, () => string | Promise<string>> = {
  'no signature, alg none': () => new UnsecuredJWT(claims).encode(),
  'alg none with our typ': () => `${b64({ ...header, alg: 'none' })}.${parts()[1]}.`,
  'alg None': () => `${b64({ ...header, alg: 'None' })}.${parts()[1]}.`,
  'alg none, but with the signature': () => `${b64({ ...header, alg: 'none' })}.${parts()[1]}.${parts()[2]}`,
  'our alg without a signature': () => `${parts()[0]}.${parts()[1]}.`,
  'two parts only': () => `${parts()[0]}.${parts()[1]}`,
  'four parts': () => `${trader.token}.${parts()[2]}`,
  'HS384 with our key': () => forge({ ...header, alg: 'HS384' }, claims, JWT_SECRET, 'sha384'),
  'HS512 with our key': () => forge({ ...header, alg: 'HS512' }, claims, JWT_SECRET, 'sha512'),
  'alg in lower case': () => withHeader({ alg: 'hs256' }),
  'no alg': () => withHeader({ alg: undefined }),
  'RS256 with a key of their own': () => rs256({}),
  'RS256 with their key in jwk': () => rs256({ jwk: publicJwk }),
  'RS256 with their key at jku': () => rs256({ jku: 'https://evil.example/jwks.json' }),
  'RS256 with their key at x5u': () => rs256({ x5u: 'https://evil.example/cert.pem' }),
  'HS256 with a public key as the secret': () => forge(header, claims, publicPem),
  'HS256 with an empty secret': () => forge(header, claims, '', 'sha256'),
  'HS256 with a guessed secret': () => forge(header, claims, 'secret'),
  'jwk beside our own signature': () => withHeader({ jwk: publicJwk }),
  'jku beside our own signature': () => withHeader({ jku: 'https://evil.example/jwks.json' }),
  'kid that walks the disk': () => withHeader({ kid: '../../../../dev/null' }),
  'a critical header nobody knows': () => withHeader({ crit: ['exp'], exp: 1 }),
  'b64 switched off': () => withHeader({ crit: ['b64'], b64: false }),
  'typ JWT': () => withHeader({ typ: 'JWT' }),
  'typ of a refresh token': () => withHeader({ typ: 'rt+jwt' }),
  'no typ': () => withHeader({ typ: undefined }),
  'another issuer': () => withClaims({ iss: 'evil' }),
  'no issuer': () => without('iss'),
  'another audience': () => withClaims({ aud: 'merchant-api' }),
  'our audience among others': () => withClaims({ aud: ['kantor-api', 'merchant-api'] }),
  'no audience': () => without('aud'),
  'expired this second': () => withClaims({ exp: now() }),
  'expired long ago': () => withClaims({ iat: 1, exp: 2 }),
  'no expiry': () => without('exp'),
  'expiry as text': () => withClaims({ exp: String(now() + 600) }),
  'not yet valid': () => withClaims({ nbf: now() + 60 }),
  'no subject': () => without('sub'),
  'a subject that is no id': () => withClaims({ sub: "' or 1=1" }),
  'another user in our session': () => withClaims({ sub: merchant.id }),
  'a higher role': () => withClaims({ role: 'operator' }),
  'a role that does not exist': () => withClaims({ role: 'root' }),
  'no session': () => without('sid'),
  'a session that does not exist': () => withClaims({ sid: '01980000-0000-7000-8000-000000000000' }),
  'a claim we never write': () => withClaims({ admin: true }),
  'the payload changed under the signature': () =>
    `${parts()[0]}.${b64({ ...claims, role: 'operator' })}.${parts()[2]}`,
  'the header changed under the signature': () => `${b64({ ...header, kid: '1' })}.${parts()[1]}.${parts()[2]}`,
  'a truncated signature': () => trader.token.slice(0, -4),
  'a signature one bit off': () => {
    const signature = Buffer.from(parts()[2], 'base64url');
    signature.writeUInt8(signature.readUInt8(0) ^ 1, 0);
    return `${parts()[0]}.${parts()[1]}.${signature.toString('base64url')}`;
  },
  'a signature longer than it is': () => `${trader.token}AAAA`,
  'claims that are no object': () => forge(header, '[]'),
  'claims that are no JSON': () => forge(header, 'claims'),
  'a megabyte': () => withClaims({ sub: 'a'.repeat(6000) }),
  'the refresh token': async () => {
    const body = { username: trader.username, password: PASSWORD };
    return (await kantor.send('/api/v1/auth/login/', { method: 'POST', body })).body.refresh;
  },
};

describe('An access token', () => {
  it('is taken when it is ours, however it was put together', async () => {
    expect(header).toEqual({ alg: 'HS256', typ: 'at+jwt' });
    expect(claims).toEqual({
      iss: 'kantor',
      aud: 'kantor-api',
      iat: now(),
      exp: now() + 600,
      sub: trader.id,
      role: 'trader',
      sid: expect.any(String),
    });
    const again = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(key);
    // The forgeries below fail for their one change: without one they are good.
    for (const token of [trader.token, again, forge(header, claims), withClaims({}), withHeader({})]) {
      expect((await me(`Bearer ${token}`)).status).toBe(200);
    }
  });

  it.each(Object.keys(FORGERIES))('is refused: %s', async (name) => {
    const token = await FORGERIES[name]?.();
    for (const warm of [false, true]) {
      expect(await me(`Bearer ${token}`), warm ? 'with the session remembered' : 'at first sight').toMatchObject({
        status: 401,
        body: { code: 'unauthorized', detail: 'Войдите в систему' },
        headers: { 'www-authenticate': 'Bearer' },
      });
      expect((await me(`Bearer ${trader.token}`)).status).toBe(200);
    }
  });

  it.each([
    ['no header', () => ''],
    ['another scheme', () => `Basic ${trader.token}`],
    ['the scheme alone', () => 'Bearer '],
    ['the token alone', () => trader.token],
    ['two tokens', () => `Bearer ${trader.token} ${trader.token}`],
    ['an API key', async () => `Bearer ${(await kantor.createMerchant()).key}`],
  ])('is needed: %s', async (_name, authorization) => {
    expect((await me(await authorization())).status).toBe(401);
  });

  it('lasts 10 minutes, also when it was seen before', async () => {
    expect((await me(`Bearer ${trader.token}`)).status).toBe(200);
    kantor.pass(10 * MINUTE - 1000);
    expect((await me(`Bearer ${trader.token}`)).status).toBe(200);
    kantor.pass(1000);
    expect((await me(`Bearer ${trader.token}`)).status).toBe(401);
  });

  it('opens only calls of its role', async () => {
    expect((await kantor.send('/api/v1/merchant/dashboard/', { token: trader.token })).status).toBe(403);
    expect((await kantor.send('/api/v1/merchant/dashboard/', { token: merchant.token })).status).toBe(200);
  });
});

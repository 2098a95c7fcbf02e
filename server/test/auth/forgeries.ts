import { createHmac, generateKeyPairSync, type KeyObject, sign as signRaw } from 'node:crypto';
import { UnsecuredJWT } from 'jose';
import { deriveKey } from '../../src/kernel/derive-key.ts';
import { JWT_SECRET } from '../support/kantor.ts';

// Ways of forging an access token. Each takes a good one and changes one thing.

/** A good access token, and what forgers know beside it. */
export interface GoodToken {
  text: string;
  /** Header, claims and signature, as they are sent. */
  parts: [string, string, string];
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  /** The refresh token of the same session. */
  refresh: string;
  /** Seconds. */
  now: number;
  /** Another user's id. */
  stranger: string;
}

const json = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());

export function takeApart(text: string, rest: Pick<GoodToken, 'refresh' | 'now' | 'stranger'>): GoodToken {
  const [head = '', body = '', signature = ''] = text.split('.');
  return { text, parts: [head, body, signature], header: json(head), claims: json(body), ...rest };
}

const b64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Our own key of access tokens. */
export const ACCESS_KEY = deriveKey(Buffer.from(JWT_SECRET), 'access token');

/** Any header and claims, signed rightly with our own key, or with another. */
export const forge = (head: unknown, body: unknown, secret: KeyObject | string = ACCESS_KEY, hash = 'sha256') => {
  const input = `${b64(head)}.${b64(body)}`;
  return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`;
};
export const withHeader = ({ header, claims }: GoodToken, changes: object) => forge({ ...header, ...changes }, claims);
export const withClaims = ({ header, claims }: GoodToken, changes: object) => forge(header, { ...claims, ...changes });

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const publicJwk = rsa.publicKey.export({ format: 'jwk' });
const rs256 = ({ header, claims }: GoodToken, head: object) => {
  const input = `${b64({ ...header, alg: 'RS256', ...head })}.${b64(claims)}`;
  return `${input}.${signRaw('sha256', Buffer.from(input), rsa.privateKey).toString('base64url')}`;
};

/** Every way of forging that we know of, made anew from a good token. */
export const FORGERIES: Record<string, (token: GoodToken) => string> = {
  'no signature, alg none': (token) => new UnsecuredJWT(token.claims).encode(),
  'alg none with our typ': (token) => `${b64({ ...token.header, alg: 'none' })}.${token.parts[1]}.`,
  'alg None': (token) => `${b64({ ...token.header, alg: 'None' })}.${token.parts[1]}.`,
  'alg none, but with the signature': (token) =>
    `${b64({ ...token.header, alg: 'none' })}.${token.parts[1]}.${token.parts[2]}`,
  'our alg without a signature': (token) => `${token.parts[0]}.${token.parts[1]}.`,
  'two parts only': (token) => `${token.parts[0]}.${token.parts[1]}`,
  'four parts': (token) => `${token.text}.${token.parts[2]}`,
  'HS384 with our key': (token) => forge({ ...token.header, alg: 'HS384' }, token.claims, ACCESS_KEY, 'sha384'),
  'HS512 with our key': (token) => forge({ ...token.header, alg: 'HS512' }, token.claims, ACCESS_KEY, 'sha512'),
  'alg in lower case': (token) => withHeader(token, { alg: 'hs256' }),
  'no alg': (token) => withHeader(token, { alg: undefined }),
  'RS256 with a key of their own': (token) => rs256(token, {}),
  'RS256 with their key in jwk': (token) => rs256(token, { jwk: publicJwk }),
  'RS256 with their key at jku': (token) => rs256(token, { jku: 'https://evil.example/jwks.json' }),
  'RS256 with their key at x5u': (token) => rs256(token, { x5u: 'https://evil.example/cert.pem' }),
  'HS256 with a public key as the secret': (token) => forge(token.header, token.claims, publicPem),
  'HS256 with an empty secret': (token) => forge(token.header, token.claims, '', 'sha256'),
  "HS256 with the server's secret itself": (token) => forge(token.header, token.claims, JWT_SECRET),
  'HS256 with a guessed secret': (token) => forge(token.header, token.claims, 'secret'),
  'jwk beside our own signature': (token) => withHeader(token, { jwk: publicJwk }),
  'jku beside our own signature': (token) => withHeader(token, { jku: 'https://evil.example/jwks.json' }),
  'kid that walks the disk': (token) => withHeader(token, { kid: '../../../../dev/null' }),
  'a critical header nobody knows': (token) => withHeader(token, { crit: ['exp'], exp: 1 }),
  'b64 switched off': (token) => withHeader(token, { crit: ['b64'], b64: false }),
  'typ JWT': (token) => withHeader(token, { typ: 'JWT' }),
  'typ of a refresh token': (token) => withHeader(token, { typ: 'rt+jwt' }),
  'no typ': (token) => withHeader(token, { typ: undefined }),
  'another issuer': (token) => withClaims(token, { iss: 'evil' }),
  'no issuer': (token) => withClaims(token, { iss: undefined }),
  'another audience': (token) => withClaims(token, { aud: 'merchant-api' }),
  'our audience among others': (token) => withClaims(token, { aud: ['kantor-api', 'merchant-api'] }),
  'no audience': (token) => withClaims(token, { aud: undefined }),
  'expired this second': (token) => withClaims(token, { exp: token.now }),
  'expired long ago': (token) => withClaims(token, { iat: 1, exp: 2 }),
  'no expiry': (token) => withClaims(token, { exp: undefined }),
  'expiry as text': (token) => withClaims(token, { exp: String(token.now + 600) }),
  'an expiry beyond all times': (token) => withClaims(token, { exp: 1e300 }),
  'an expiry a second too late': (token) => withClaims(token, { exp: token.now + 601 }),
  'an expiry between two seconds': (token) => withClaims(token, { exp: token.now + 599.5 }),
  'a beginning between two seconds': (token) => withClaims(token, { iat: token.now + 0.5 }),
  'an expiry before the beginning': (token) => withClaims(token, { iat: token.now + 60, exp: token.now + 30 }),
  'not yet valid': (token) => withClaims(token, { nbf: token.now + 60 }),
  'no subject': (token) => withClaims(token, { sub: undefined }),
  'a subject that is no id': (token) => withClaims(token, { sub: "' or 1=1" }),
  'another user in our session': (token) => withClaims(token, { sub: token.stranger }),
  'a higher role': (token) => withClaims(token, { role: 'operator' }),
  'a role that does not exist': (token) => withClaims(token, { role: 'root' }),
  'no session': (token) => withClaims(token, { sid: undefined }),
  'a session that does not exist': (token) => withClaims(token, { sid: '01980000-0000-7000-8000-000000000000' }),
  'a claim we never write': (token) => withClaims(token, { admin: true }),
  'the payload changed under the signature': (token) =>
    `${token.parts[0]}.${b64({ ...token.claims, role: 'operator' })}.${token.parts[2]}`,
  'the header changed under the signature': (token) =>
    `${b64({ ...token.header, kid: '1' })}.${token.parts[1]}.${token.parts[2]}`,
  'a truncated signature': (token) => token.text.slice(0, -4),
  'a signature one bit off': (token) => {
    const signature = Buffer.from(token.parts[2], 'base64url');
    signature.writeUInt8(signature.readUInt8(0) ^ 1, 0);
    return `${token.parts[0]}.${token.parts[1]}.${signature.toString('base64url')}`;
  },
  'a signature longer than it is': (token) => `${token.text}AAAA`,
  'claims that are no object': (token) => forge(token.header, '[]'),
  'claims that are no JSON': (token) => forge(token.header, 'claims'),
  'a megabyte': (token) => withClaims(token, { sub: 'a'.repeat(6000) }),
  'the refresh token': (token) => token.refresh,
};

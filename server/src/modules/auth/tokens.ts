import { createHash, createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { after, SECOND } from '../../kernel/clock.ts';
import { deriveKeys, type ServerSecrets } from '../../kernel/derive-key.ts';
import { ACCESS_LIFETIME_MS } from './rules.ts';

const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
const ISSUER = 'kantor';
const AUDIENCE = 'kantor-api';

const header = z.strictObject({ alg: z.literal(ALGORITHM), typ: z.literal(TYPE) });
const claims = z
  .strictObject({
    iss: z.literal(ISSUER),
    aud: z.literal(AUDIENCE),
    /** Seconds. */
    iat: z.int(),
    exp: z.int(),
    /** Person. */
    sub: z.uuid(),
    /** The account that they are in. */
    account: z.uuid(),
    /** Session. */
    sid: z.uuid(),
  })
  .refine(({ iat, exp }) => exp > iat && exp - iat <= ACCESS_LIFETIME_MS / SECOND);

export type Claims = Pick<z.infer<typeof claims>, 'sub' | 'account' | 'sid'>;

export interface AccessToken extends Claims {
  /** It is refused from then on. */
  expiresAt: Date;
}

/** The two kinds of tokens, made with keys of their own from one secret. */
export function createTokens(secret: ServerSecrets) {
  const accessKeys = deriveKeys(secret, 'access token');
  const refreshKeys = deriveKeys(secret, 'refresh token');
  const verify = async (token: string, at: Date) => {
    for (const [index, key] of accessKeys.entries()) {
      try {
        return await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          currentDate: at,
        });
      } catch (error) {
        const isOthers = error instanceof errors.JWSSignatureVerificationFailed && index < accessKeys.length - 1;
        if (!isOthers) throw error;
      }
    }
    throw new Error('There is always a key');
  };

  return {
    /** A JWT; `endsAt`: the end of its session, which it does not outlive. */
    signAccess({ sub, account, sid }: Claims, at: Date, endsAt = after(at, ACCESS_LIFETIME_MS)): Promise<string> {
      const expiresAt = Math.min(after(at, ACCESS_LIFETIME_MS).getTime(), endsAt.getTime());
      return new SignJWT({ account, sid })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(sub)
        .setIssuedAt(at)
        .setExpirationTime(new Date(expiresAt))
        .sign(accessKeys[0]);
    },

    /** Reads a token that `signAccess` made and that is still in force at this moment; undefined for anything else. */
    async readAccess(token: string, at: Date): Promise<AccessToken | undefined> {
      try {
        const { payload, protectedHeader } = await verify(token, at);
        // No header and no claim beyond ours: we could not check an unknown one.
        if (!header.safeParse(protectedHeader).success) return undefined;
        const { success, data } = claims.safeParse(payload);
        return success
          ? { sub: data.sub, account: data.account, sid: data.sid, expiresAt: new Date(data.exp * 1000) }
          : undefined;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },

    /**
     * The refresh token that replaces this one. Always the same: only hashes are stored, yet a client that shows a token twice
     * within the grace must get the same successor. The first is the one to give; the others are by other secrets of ours.
     */
    successorsOf: (refresh: string): [string, ...string[]] => {
      const by = (key: KeyObject) => createHmac('sha256', key).update(refresh).digest('base64url');
      const [first, ...others] = refreshKeys;
      return [by(first), ...others.map(by)];
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;

/** The first refresh token of a session: 256 random bits. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** The stored hash of a refresh token. A token has no pattern to guess, so a plain hash will do. */
export const hashOf = (refresh: string): Buffer => createHash('sha256').update(refresh).digest();

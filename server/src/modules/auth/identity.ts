import type { Role } from '@kantor/contract/plain/routes.ts';
import type { Reader } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { unauthorized } from '../../kernel/errors.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { remember } from '../../kernel/remember.ts';
import { readLiveUser } from './store.ts';
import type { AccessToken, Tokens } from './tokens.ts';

/** How long a sign-out or a block made by another process may go unnoticed here. Milliseconds. */
const STALE_AFTER = 5_000;
const REMEMBERED = 10_000;

interface User {
  id: string;
  role: Role;
}

/** A user, by an access token of one of his sessions. */
interface Identity extends User {
  session: { id: string; expiresAt: Date };
}

interface Deps {
  db: Reader;
  clock: Clock;
  tokens: Tokens;
}

/** Tells whose an access token is, without a query and a signature check for every request of a screen. */
export function createIdentities({ db, clock, tokens }: Deps) {
  const verified = new BoundedMap<string, AccessToken>(REMEMBERED);
  const users = remember<User | undefined>({
    read: (sessionId) => readLiveUser(db, sessionId),
    clock,
    staleAfter: STALE_AFTER,
    limit: REMEMBERED,
  });

  const readToken = async (token: string): Promise<AccessToken | undefined> => {
    const at = clock();
    const known = verified.get(token);
    if (known !== undefined) return known.expiresAt > at ? known : undefined;
    const read = await tokens.readAccess(token, at);
    if (read !== undefined) verified.set(token, read);
    return read;
  };

  return {
    /** @throws ApiError 401 unless the token is in force, its session not ended and its user there and not blocked. */
    async identify(token: string): Promise<Identity> {
      const claims = await readToken(token);
      const user = claims && (await users.get(claims.sid));
      if (user === undefined || user.id !== claims?.sub || user.role !== claims.role) throw unauthorized();
      return { ...user, session: { id: claims.sid, expiresAt: claims.expiresAt } };
    },

    /** Lets the end of a session take effect here at once. */
    forget: users.forget,
  };
}

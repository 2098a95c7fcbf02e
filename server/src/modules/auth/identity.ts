import type { MemberRole, Role } from '@kantor/contract/plain/rights.ts';
import { LRUCache } from 'lru-cache';
import type { Reader } from '../../db/tx.ts';
import { atMost } from '../../kernel/at-most.ts';
import { cached } from '../../kernel/cached.ts';
import { type Clock, SECOND } from '../../kernel/clock.ts';
import { unauthorized } from '../../kernel/errors.ts';
import { type LiveMember, readLiveMember } from './store/sessions.ts';
import type { AccessToken, Tokens } from './tokens.ts';

/** A sign-out, another role or a block made by another process may go unnoticed here so long. */
const SESSION_TTL_MS = 5 * SECOND;
const MAX_CACHED = 10_000;

/** A person in an account, by an access token of one of their sessions. */
interface Identity {
  /** The account's. */
  id: string;
  role: Role;
  memberRole: MemberRole;
  person: { id: string; username: string };
  session: { id: string; expiresAt: Date };
  lacksFactor: boolean;
}

interface Deps {
  db: Reader;
  clock: Clock;
  tokens: Tokens;
  /** Whether the platform's people must have a second factor. */
  demandsFactor: boolean;
}

/** Makes the look-up of an access token's member, without a query and a signature check for every request of a screen. */
export function createIdentities({ db, clock, tokens, demandsFactor }: Deps) {
  const verified = new LRUCache<string, AccessToken>(atMost(MAX_CACHED));
  const members = cached<LiveMember | undefined>({
    read: (sessionId) => readLiveMember(db, sessionId),
    clock,
    ttlMs: SESSION_TTL_MS,
    maxKeys: MAX_CACHED,
  });

  const readToken = async (token: string): Promise<AccessToken | undefined> => {
    const at = clock();
    const known = verified.get(token);
    if (known !== undefined) return known.expiresAt > at ? known : undefined;
    const read = await tokens.readAccess(token, at);
    if (read !== undefined) verified.set(token, read);
    return read;
  };

  /** Who a session is; of one that is remembered in another account, anew. */
  const memberIn = async (sessionId: string, accountId: string): Promise<LiveMember | undefined> => {
    const member = await members.get(sessionId);
    if (member?.account.id === accountId) return member;
    // The session has moved, perhaps in another process: what was asked may be newer than what is remembered here.
    members.forget(sessionId);
    return members.get(sessionId);
  };

  return {
    /**
     * @throws ApiError 401 unless the token is in force, its session has not ended nor moved to another account, and its person
     * belongs to the account and is not blocked.
     */
    async identify(token: string): Promise<Identity> {
      const claims = await readToken(token);
      if (claims === undefined) throw unauthorized();
      const member = await memberIn(claims.sid, claims.account);
      if (member?.person.id !== claims.sub || member.account.id !== claims.account) throw unauthorized();
      const { account, needsFactor, ...rest } = member;
      return {
        ...account,
        ...rest,
        lacksFactor: demandsFactor && needsFactor,
        session: { id: claims.sid, expiresAt: claims.expiresAt },
      };
    },

    /** Whether a session has not ended, is in this account, and its person may go on there. */
    isIn: async (sessionId: string, accountId: string): Promise<boolean> =>
      (await memberIn(sessionId, accountId))?.account.id === accountId,

    /** Lets the end of a session take effect here at once. */
    forget: (sessionId: string) => members.forget(sessionId),
  };
}

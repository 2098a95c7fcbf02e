import { transaction, type Tx } from '../../../db/tx.ts';
import { after, DAY } from '../../../kernel/clock.ts';
import type { Caller } from '../../../http/endpoint.ts';
import { type ApiError, notFound, unauthorized } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { securityEvent } from '../../../kernel/security-event.ts';
import { readMemberships, setLastAccount } from '../../people/index.ts';
import { decideRefresh, MAX_SESSIONS, REFRESH_LIFETIME_MS, SESSION_LIFETIME_MS } from '../rules.ts';
import {
  type EndReason,
  lockFamily,
  moveSession,
  readToken,
  replaceToken,
  revokeFamily,
  revokeSession,
  type Seen,
} from '../store/sessions.ts';
import { type Claims, hashOf, type Tokens } from '../tokens.ts';
import { type Auth, blocked } from './auth.ts';

/** An access token, which signs calls, and a refresh token, which gets the next pair. */
export interface TokenPair {
  access: string;
  refresh: string;
}

const refreshInvalid = () => unauthorized('Сессия завершена. Войдите снова', 'refresh_invalid');

const removed = () => unauthorized('Вы больше не участник этого аккаунта. Войдите снова', 'removed');

/** What a person is told whose session has ended; null: nothing more than that. */
const END_REFUSALS: Partial<Record<EndReason, () => ApiError>> = {
  password: () => unauthorized('Пароль изменён. Войдите с новым паролем', 'password_changed'),
  removed,
  ended: () => unauthorized('Этот вход завершён в разделе «Безопасность». Войдите снова', 'sign_in_ended'),
  second_factor: () => unauthorized('Второй фактор снят оператором. Войдите снова', 'second_factor_restored'),
  crowded_out: () =>
    unauthorized(
      `Сессия завершена: одновременно их бывает не больше ${MAX_SESSIONS}, а эта началась раньше других. Войдите снова`,
      'too_many_sessions',
    ),
};
const tooOld = () =>
  unauthorized(`Сессия длится не дольше ${SESSION_LIFETIME_MS / DAY} дней. Войдите снова`, 'session_too_old');

/** A session that is to go on in another account. */
interface Entry {
  sessionId: string;
  personId: string;
  accountId: string;
}

/** @throws ApiError 401 for a token of another session; 403 `blocked`; 404 for an account that is not theirs. */
async function enterAccount(tx: Tx, tokenHash: Buffer, { sessionId, personId, accountId }: Entry): Promise<void> {
  const memberships = await readMemberships(tx, personId);
  const entered = memberships.find((each) => each.accountId === accountId);
  if (entered === undefined) throw notFound();
  if (entered.blockedAt !== null) throw blocked();
  await setLastAccount(tx, personId, accountId);
  const family = await lockFamily(tx, tokenHash);
  if (family?.sessionId !== sessionId) throw refreshInvalid();
  await moveSession(tx, sessionId, accountId);
}

type Rotation =
  | { refresh: string; claims: Claims; endsAt: Date }
  /** No tokens, and why; `ended` names the session that this ended, `stolenFrom` the person whose token two hold. */
  | { refresh: undefined; why: ApiError; ended?: string; stolenFrom?: string };

/** @param enter the account that the session is to go on in. */
async function rotate(
  tx: Tx,
  tokens: Tokens,
  presented: string,
  at: Date,
  seen: Seen,
  enter?: Entry,
): Promise<Rotation> {
  if (enter !== undefined) await enterAccount(tx, hashOf(presented), enter);
  const family = await lockFamily(tx, hashOf(presented));
  if (family === undefined) return { refresh: undefined, why: refreshInvalid() };
  const { sessionId, personId, accountId, revokedAt, endReason } = family;
  const end = async (why: ApiError, reason: EndReason) => {
    await revokeSession(tx, sessionId, { at, reason });
    return { refresh: undefined, why, ended: sessionId } as const;
  };
  if (family.isBlocked) return end(blocked(), 'blocked');
  if (revokedAt !== null) {
    const why = endReason === null ? undefined : END_REFUSALS[endReason];
    return { refresh: undefined, why: (why ?? refreshInvalid)() };
  }
  if (family.memberRole === null) return end(removed(), 'removed');
  const endsAt = after(family.createdAt, SESSION_LIFETIME_MS);
  if (endsAt <= at) return { refresh: undefined, why: tooOld() };

  const token = await readToken(tx, hashOf(presented));
  const decision = token && decideRefresh(token, at);
  if (decision === 'theft') return { ...(await end(refreshInvalid(), 'theft')), stolenFrom: personId };
  const claims = { sub: personId, account: accountId, sid: sessionId };
  const [refresh] = tokens.successorsOf(presented);
  if (decision === 'replace') {
    const expiresAt = earlier(after(at, REFRESH_LIFETIME_MS), endsAt);
    await replaceToken(tx, { sessionId, oldHash: hashOf(presented), newHash: hashOf(refresh), expiresAt, at, seen });
    return { refresh, claims, endsAt };
  }
  const newest = decision === 'repeat' ? await newestAfter(tx, tokens, presented) : undefined;
  return newest === undefined ? { refresh: undefined, why: refreshInvalid() } : { refresh: newest, claims, endsAt };
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

/**
 * The end of the chain: meanwhile the successor may have been replaced too, by a tab that is ahead of this one.
 * Undefined when the secret was changed since: the chain can no longer be followed.
 */
async function newestAfter(tx: Tx, tokens: Tokens, replaced: string): Promise<string | undefined> {
  // Another process may have made it with another secret of ours.
  for (const refresh of tokens.successorsOf(replaced)) {
    const token = await readToken(tx, hashOf(refresh));
    if (token !== undefined) return token.replacedAt === null ? refresh : newestAfter(tx, tokens, refresh);
  }
  return undefined;
}

/**
 * Replaces a refresh token. One that was already replaced gets the newest of its family within the grace; later it is
 * taken for stolen and ends the family.
 * @throws ApiError 401 `refresh_invalid`, `password_changed`, `too_many_sessions`, `session_too_old`, `removed`,
 * `sign_in_ended`, `second_factor_restored`; 403 `blocked`.
 */
export async function refresh(
  auth: Auth,
  presented: string,
  { log, ...seen }: Seen & { log: Log },
): Promise<TokenPair> {
  const { db, clock, tokens } = auth;
  const at = clock();
  // The end of a session must be committed, so the transaction returns a refusal instead of throwing it.
  const rotation = await transaction(db, (tx) => rotate(tx, tokens, presented, at, seen));
  return pairOf(auth, rotation, at, log);
}

async function pairOf({ tokens, identities }: Auth, rotation: Rotation, at: Date, log: Log): Promise<TokenPair> {
  if (rotation.refresh === undefined) {
    const { ended, stolenFrom } = rotation;
    if (ended !== undefined) {
      identities.forget(ended);
      if (stolenFrom !== undefined) securityEvent(log, 'token_theft', { user_id: stolenFrom, session_id: ended });
    }
    throw rotation.why;
  }
  return { access: await tokens.signAccess(rotation.claims, at, rotation.endsAt), refresh: rotation.refresh };
}

/**
 * Lets a session go on in another account of its person's; its access tokens of before are refused from then on.
 * @param prepare makes the person a member of the account, in the same transaction. @returns the account.
 * @throws ApiError 404 for an account that is not theirs, 403 `blocked`; the errors of `refresh` and of `prepare`.
 */
export async function moveToAccount(
  auth: Auth,
  { person, session }: Pick<Caller, 'person' | 'session'>,
  { refresh: presented, log, ...seen }: Seen & { refresh: string; log: Log },
  prepare: (tx: Tx, person: { id: string; username: string }, at: Date) => Promise<string>,
): Promise<TokenPair> {
  if (person === undefined || session === undefined) throw unauthorized();
  const { db, clock, tokens, identities } = auth;
  const at = clock();
  const rotation = await transaction(db, async (tx) => {
    const accountId = await prepare(tx, person, at);
    return rotate(tx, tokens, presented, at, seen, { sessionId: session.id, personId: person.id, accountId });
  });
  identities.forget(session.id);
  return pairOf(auth, rotation, at, log);
}

/** Ends the session of a refresh token, however old the token is; does nothing for anything else. */
export async function logout({ db, clock, identities }: Auth, presented: string): Promise<void> {
  const sessionId = await transaction(db, (tx) => revokeFamily(tx, hashOf(presented), clock()));
  if (sessionId !== undefined) identities.forget(sessionId);
}

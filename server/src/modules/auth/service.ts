import type { Database } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import { after, type Clock } from '../../kernel/clock.ts';
import { type ApiError, forbidden, RateLimited, unauthorized } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { securityEvent } from '../../kernel/security-event.ts';
import { wasDone } from '../audit/index.ts';
import {
  checkPassword,
  isUsername,
  lockCredentials,
  readUserByName,
  setBlocked,
  setPasswordHash,
  userChanged,
} from '../users/index.ts';
import { createIdentities } from './identity.ts';
import { createLoginLimits } from './limits.ts';
import { decideRefresh, REFRESH_LIFETIME_MS } from './rules.ts';
import {
  insertSession,
  lockFamily,
  readToken,
  replaceToken,
  revokeFamily,
  revokeSession,
  revokeSessions,
} from './store.ts';
import { type Claims, createTokens, hashOf, newRefreshToken, type Tokens } from './tokens.ts';

interface Deps {
  db: Database;
  clock: Clock;
  /** The server's. */
  secret: Uint8Array;
}

/** Makes the state that signing in and authentication share, so that a session that a route ends is over for both. */
export function createAuth({ db, clock, secret }: Deps) {
  const tokens = createTokens(secret);
  return { db, clock, tokens, limits: createLoginLimits(db), identities: createIdentities({ db, clock, tokens }) };
}
export type Auth = ReturnType<typeof createAuth>;

/** An access token, which signs calls, and a refresh token, which gets the next pair. */
export interface TokenPair {
  access: string;
  refresh: string;
}

export interface Credentials {
  username: string;
  password: string;
  /** The address of the request. */
  address: string;
  log: Log;
}

const badCredentials = () => unauthorized('Неверное имя или пароль', 'bad_credentials');
const blocked = () => forbidden('Аккаунт заблокирован. Обратитесь к оператору', 'blocked');
const refreshInvalid = () => unauthorized('Сессия завершена. Войдите снова', 'refresh_invalid');
const passwordChanged = () => unauthorized('Пароль изменён. Войдите с новым паролем', 'password_changed');

/** The operator's command that gives another password. */
const SET_PASSWORD = 'set-password';

/**
 * Signs a user in. An unknown name and a wrong password look the same, by the answer and by its time.
 * @throws ApiError 401 `bad_credentials`; 403 `blocked`; RateLimited; 503 `busy`.
 */
export async function login(
  { db, clock, tokens, limits }: Auth,
  { username, password, address, log }: Credentials,
): Promise<TokenPair> {
  const name = username.trim();
  const refuse = (userId?: string) => {
    securityEvent(log, 'sign_in_refused', { reason: 'bad_credentials', address, user_id: userId });
    return badCredentials();
  };
  await limits.begin(name, address).catch((error: unknown) => {
    if (error instanceof RateLimited) securityEvent(log, 'sign_in_locked_out', { address });
    throw error;
  });
  const user = isUsername(name) ? await readUserByName(db, name) : undefined;
  const isRight = await checkPassword(user?.passwordHash, password);
  if (user === undefined || !isRight) throw refuse(user?.id);
  await limits.succeed(name, address);

  const at = clock();
  const sid = newId(at);
  const refresh = newRefreshToken();
  await transaction(db, async (tx) => {
    // While the password was checked it may have been changed, and the sessions ended: this one would slip through.
    const now = await lockCredentials(tx, user.id);
    if (now?.passwordHash !== user.passwordHash) throw refuse(user.id);
    if (now.blockedAt !== null) {
      securityEvent(log, 'sign_in_blocked', { user_id: user.id, address });
      throw blocked();
    }
    const expiresAt = after(at, REFRESH_LIFETIME_MS);
    await insertSession(tx, { id: sid, userId: user.id, tokenHash: hashOf(refresh), expiresAt, at });
  });
  securityEvent(log, 'signed_in', { user_id: user.id, session_id: sid, address });
  return { access: await tokens.signAccess({ sub: user.id, role: user.role, sid }, at), refresh };
}

type Rotation =
  | { refresh: string; claims: Claims }
  /** No tokens, and why; `ended` names the session that this ended, `stolenFrom` the user whose token two hold. */
  | { refresh: undefined; why: ApiError; ended?: string; stolenFrom?: string };

async function rotate(tx: Tx, tokens: Tokens, presented: string, at: Date): Promise<Rotation> {
  const family = await lockFamily(tx, hashOf(presented));
  if (family === undefined) return { refresh: undefined, why: refreshInvalid() };
  const { sessionId, userId, role, revokedAt } = family;
  const end = async (why: ApiError) => {
    await revokeSession(tx, sessionId, at);
    return { refresh: undefined, why, ended: sessionId } as const;
  };
  if (family.blockedAt !== null) return end(blocked());
  if (revokedAt !== null) return { refresh: undefined, why: await reasonOfEnd(tx, userId, revokedAt) };

  const token = await readToken(tx, hashOf(presented));
  const decision = token && decideRefresh(token, at);
  if (decision === 'theft') return { ...(await end(refreshInvalid())), stolenFrom: userId };
  const claims = { sub: userId, role, sid: sessionId };
  const refresh = tokens.successorOf(presented);
  if (decision === 'replace') {
    const expiresAt = after(at, REFRESH_LIFETIME_MS);
    await replaceToken(tx, { sessionId, oldHash: hashOf(presented), newHash: hashOf(refresh), expiresAt, at });
    return { refresh, claims };
  }
  const newest = decision === 'repeat' ? await newestAfter(tx, tokens, refresh) : undefined;
  return newest === undefined ? { refresh: undefined, why: refreshInvalid() } : { refresh: newest, claims };
}

/** The person who is put out is told what the audit knows of it. */
async function reasonOfEnd(tx: Tx, userId: string, endedAt: Date): Promise<ApiError> {
  const byPassword = await wasDone(tx, { action: SET_PASSWORD, objectId: userId, at: endedAt });
  return byPassword ? passwordChanged() : refreshInvalid();
}

/**
 * The end of the chain: meanwhile the successor may have been replaced too, by a tab that is ahead of this one.
 * Undefined when the secret was changed since: the chain can no longer be followed.
 */
async function newestAfter(tx: Tx, tokens: Tokens, refresh: string): Promise<string | undefined> {
  const token = await readToken(tx, hashOf(refresh));
  if (token === undefined || token.replacedAt === null) return token && refresh;
  return newestAfter(tx, tokens, tokens.successorOf(refresh));
}

/**
 * Replaces a refresh token. One that was already replaced gets the newest of its family within the grace; later it is
 * taken for stolen and ends the family.
 * @throws ApiError 401 `refresh_invalid`, `password_changed`; 403 `blocked`.
 */
export async function refresh(
  { db, clock, tokens, identities }: Auth,
  presented: string,
  log: Log,
): Promise<TokenPair> {
  const at = clock();
  // The end of a session must be committed, so the transaction returns a refusal instead of throwing it.
  const rotation = await transaction(db, (tx) => rotate(tx, tokens, presented, at));
  if (rotation.refresh === undefined) {
    const { ended, stolenFrom } = rotation;
    if (ended !== undefined) {
      identities.forget(ended);
      if (stolenFrom !== undefined) securityEvent(log, 'token_theft', { user_id: stolenFrom, session_id: ended });
    }
    throw rotation.why;
  }
  return { access: await tokens.signAccess(rotation.claims, at), refresh: rotation.refresh };
}

/** Ends the session of a refresh token, however old the token is; does nothing for anything else. */
export async function logout({ db, clock, identities }: Auth, presented: string): Promise<void> {
  const sessionId = await transaction(db, (tx) => revokeFamily(tx, hashOf(presented), clock()));
  if (sessionId !== undefined) identities.forget(sessionId);
}

/** Blocks a user, and signs them out everywhere. */
export async function blockUser(tx: Tx, userId: string, at: Date): Promise<void> {
  await setBlocked(tx, userId, at);
  await revokeSessions(tx, userId, at);
  await userChanged(tx, userId, at);
}

/** Gives a user another password, and signs them out everywhere. */
export async function changePassword(tx: Tx, userId: string, passwordHash: string, at: Date): Promise<void> {
  await setPasswordHash(tx, userId, passwordHash);
  await revokeSessions(tx, userId, at);
}

/** A user who has given their password. */
export interface Proven {
  id: string;
  username: string;
  passwordHash: string;
}

/** Under which the limits of sign-ins count the command line. */
const COMMAND_LINE = 'command line';

/**
 * Proves an operator by their password, within the limits of sign-ins.
 * @throws ApiError 401 `bad_credentials`, also for anyone but an operator; RateLimited; 503 `busy`.
 */
export async function proveOperator(
  db: Database,
  { username, password }: Pick<Credentials, 'username' | 'password'>,
): Promise<Proven> {
  const limits = createLoginLimits(db);
  await limits.begin(username, COMMAND_LINE);
  const user = await readUserByName(db, username);
  const isRight = await checkPassword(user?.passwordHash, password);
  if (user === undefined || !isRight || user.role !== 'operator') throw badCredentials();
  await limits.succeed(username, COMMAND_LINE);
  return user;
}

/**
 * Keeps a proven user's password and block as they are until the end of the transaction.
 * @throws ApiError 401 `bad_credentials` when the password was changed meanwhile, `blocked`.
 */
export async function lockProven(tx: Tx, { id, passwordHash }: Proven): Promise<void> {
  const now = await lockCredentials(tx, id);
  if (now?.passwordHash !== passwordHash) throw badCredentials();
  if (now.blockedAt !== null) throw blocked();
}

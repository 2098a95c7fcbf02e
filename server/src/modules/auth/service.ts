import type { Database } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import { after, type Clock } from '../../kernel/clock.ts';
import { unauthorized } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
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
import { judge, REFRESH_LIFETIME } from './rules.ts';
import {
  deleteExpiredTokens,
  insertSession,
  lockFamily,
  readToken,
  replaceToken,
  revokeFamily,
  revokeSession,
  revokeSessions,
} from './store.ts';
import { type Claims, createTokens, hashOf, newRefreshToken, type Tokens } from './tokens.ts';

export interface Deps {
  db: Database;
  clock: Clock;
  jwtSecret: Uint8Array;
}

function createAuth({ db, clock, jwtSecret }: Deps) {
  const tokens = createTokens(jwtSecret);
  return { db, clock, tokens, limits: createLoginLimits(db), identities: createIdentities({ db, clock, tokens }) };
}
type Auth = ReturnType<typeof createAuth>;

const made = new WeakMap<Deps, Auth>();

/** The routes that end a session and the authentication that reads it share what they remember. */
function authOf(deps: Deps): Auth {
  const auth = made.get(deps) ?? createAuth(deps);
  made.set(deps, auth);
  return auth;
}

/** What a client signs its calls with, and what it gets the next pair for. */
export interface TokenPair {
  access: string;
  refresh: string;
}

export interface Credentials {
  username: string;
  password: string;
  /** Where the request comes from. */
  address: string;
}

const badCredentials = () => unauthorized('Неверное имя или пароль', 'bad_credentials');
const blocked = () => unauthorized('Аккаунт заблокирован. Обратитесь к оператору', 'blocked');
const refreshInvalid = () => unauthorized('Сессия завершена. Войдите снова', 'refresh_invalid');

/**
 * Signs a user in. An unknown name and a wrong password cannot be told apart, neither by the answer nor by its time.
 * @throws ApiError 401 `bad_credentials`, `blocked`; TooManyAttempts; 503 `busy`.
 */
export async function login(deps: Deps, { username, password, address }: Credentials): Promise<TokenPair> {
  const { db, clock, tokens, limits } = authOf(deps);
  const name = username.trim();
  await limits.begin(name, address);
  const user = isUsername(name) ? await readUserByName(db, name) : undefined;
  const isRight = await checkPassword(user?.passwordHash, password);
  if (user === undefined || !isRight) throw badCredentials();
  await limits.succeed(name, address);

  const at = clock();
  const sid = newId(at);
  const refresh = newRefreshToken();
  await transaction(db, async (tx) => {
    // While the password was checked it may have been changed, and the sessions ended: this one would slip through.
    const now = await lockCredentials(tx, user.id);
    if (now?.passwordHash !== user.passwordHash) throw badCredentials();
    if (now.blockedAt !== null) throw blocked();
    const expiresAt = after(at, REFRESH_LIFETIME);
    await insertSession(tx, { id: sid, userId: user.id, tokenHash: hashOf(refresh), expiresAt, at });
  });
  return { access: await tokens.signAccess({ sub: user.id, role: user.role, sid }, at), refresh };
}

type Rotation =
  | { refresh: string; claims: Claims }
  /** Nobody gets anything; `ended` names the session that this ended. */
  | { refresh: undefined; ended?: string };

async function rotate(tx: Tx, tokens: Tokens, shown: string, at: Date): Promise<Rotation> {
  const family = await lockFamily(tx, hashOf(shown));
  if (family === undefined || family.revokedAt !== null) return { refresh: undefined };
  const { sessionId, userId, role } = family;
  const end = async (): Promise<Rotation> => {
    await revokeSession(tx, sessionId, at);
    return { refresh: undefined, ended: sessionId };
  };
  if (family.blockedAt !== null) return end();

  const token = await readToken(tx, hashOf(shown));
  const verdict = token && judge(token, at);
  if (verdict === 'theft') return end();
  const claims = { sub: userId, role, sid: sessionId };
  const refresh = tokens.successorOf(shown);
  if (verdict === 'replace') {
    const expiresAt = after(at, REFRESH_LIFETIME);
    await replaceToken(tx, { sessionId, oldHash: hashOf(shown), newHash: hashOf(refresh), expiresAt, at });
    return { refresh, claims };
  }
  const newest = verdict === 'repeat' ? await newestAfter(tx, tokens, refresh) : undefined;
  return newest === undefined ? { refresh: undefined } : { refresh: newest, claims };
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
 * @throws ApiError 401 `refresh_invalid`.
 */
export async function refresh(deps: Deps, shown: string): Promise<TokenPair> {
  const { db, clock, tokens, identities } = authOf(deps);
  const at = clock();
  // What ends a session must be committed, so the transaction returns a refusal instead of throwing it.
  const rotation = await transaction(db, (tx) => rotate(tx, tokens, shown, at));
  if (rotation.refresh === undefined) {
    if (rotation.ended !== undefined) identities.forget(rotation.ended);
    throw refreshInvalid();
  }
  return { access: await tokens.signAccess(rotation.claims, at), refresh: rotation.refresh };
}

/** Ends the session of a refresh token, however old the token is; does nothing for anything else. */
export async function logout(deps: Deps, shown: string): Promise<void> {
  const { db, clock, identities } = authOf(deps);
  const sessionId = await transaction(db, (tx) => revokeFamily(tx, hashOf(shown), clock()));
  if (sessionId !== undefined) identities.forget(sessionId);
}

/**
 * Whose an access token is.
 * @throws ApiError 401.
 */
export const identify = (deps: Deps, token: string) => authOf(deps).identities.identify(token);

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

/** Forgets sessions that expired; for a job. @returns how many refresh tokens that were. */
export const forgetExpiredSessions = (db: Database, at: Date) => transaction(db, (tx) => deleteExpiredTokens(tx, at));

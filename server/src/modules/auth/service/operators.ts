import type { Database } from '../../../db/pool.ts';
import type { Tx } from '../../../db/tx.ts';
import { silentLog } from '../../../kernel/log.ts';
import {
  admitAttempt,
  lockCredentials,
  readUserByName,
  setBlocked,
  setPasswordHash,
  userChanged,
} from '../../users/index.ts';
import { createLoginLimits } from '../limits.ts';
import { revokeSessions } from '../store/sessions.ts';
import { badCredentials, blocked } from './auth.ts';

/** Blocks a user, and signs them out everywhere. */
export async function blockUser(tx: Tx, userId: string, at: Date): Promise<void> {
  await setBlocked(tx, userId, at);
  await revokeSessions(tx, userId, { at, reason: 'blocked' });
  await userChanged(tx, userId, at);
}

/** Gives a user another password, and signs them out everywhere. */
export async function changePassword(tx: Tx, userId: string, passwordHash: string, at: Date): Promise<void> {
  await setPasswordHash(tx, userId, passwordHash);
  await revokeSessions(tx, userId, { at, reason: 'password' });
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
  { username, password }: { username: string; password: string },
): Promise<Proven> {
  const limits = createLoginLimits(db);
  return admitAttempt('unknown', async (check) => {
    const attempt = await limits.begin({ username, address: COMMAND_LINE, isNear: false, log: silentLog });
    const user = await readUserByName(db, username);
    const isRight = await check(user?.passwordHash, password);
    if (user === undefined || !isRight || user.role !== 'operator') throw badCredentials();
    await attempt.succeed();
    return user;
  });
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

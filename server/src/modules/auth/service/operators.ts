import type { Database } from '../../../db/pool.ts';
import type { Tx } from '../../../db/tx.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { silentLog } from '../../../kernel/log.ts';
import { PLATFORM_ACCOUNT } from '../../../kernel/platform.ts';
import { accountChanged, setBlocked } from '../../accounts/index.ts';
import {
  admitAttempt,
  lockCredentials,
  lockPerson,
  readMemberRole,
  readPersonByName,
  setPasswordHash,
  setPersonBlocked,
} from '../../people/index.ts';
import { factorsOf, removeFactors } from '../../second-factor/index.ts';
import { createLoginLimits } from '../limits.ts';
import { revokeSessionsIn, revokeSessionsOf } from '../store/sessions.ts';
import { badCredentials, blocked } from './auth.ts';

/** Blocks an account, and signs everyone out who is in it. */
export async function blockAccount(tx: Tx, accountId: string, at: Date): Promise<void> {
  await setBlocked(tx, accountId, at);
  await revokeSessionsIn(tx, accountId, { at, reason: 'blocked' });
  await accountChanged(tx, accountId, at);
}

/** Blocks a person in all their accounts, and signs them out everywhere. */
export async function blockPerson(tx: Tx, personId: string, at: Date): Promise<void> {
  await setPersonBlocked(tx, personId, at);
  await revokeSessionsOf(tx, personId, { at, reason: 'blocked' });
}

/** Gives a person another password, and signs them out everywhere. */
export async function changePassword(tx: Tx, personId: string, passwordHash: string, at: Date): Promise<void> {
  await setPasswordHash(tx, personId, passwordHash, at);
  await revokeSessionsOf(tx, personId, { at, reason: 'password' });
}

/**
 * Takes all second factors off a person who has lost them, and signs them out everywhere.
 * @throws ApiError 404, 409 `no_factor`.
 */
export async function takeFactorsOff(tx: Tx, personId: string, at: Date): Promise<void> {
  if ((await lockPerson(tx, personId)) === undefined) throw notFound();
  if ((await factorsOf(tx, personId)).length === 0) throw conflict('no_factor', 'У человека нет второго фактора');
  await removeFactors(tx, personId);
  await revokeSessionsOf(tx, personId, { at, reason: 'second_factor' });
}

/** A person who has given their password. */
export interface Proven {
  id: string;
  username: string;
  passwordHash: string;
}

/** Under which the limits of sign-ins count the command line. */
const COMMAND_LINE = 'command line';

/** The roles of the platform in which a person may change what is others'. */
const mayOperate = async (db: Database | Tx, personId: string): Promise<boolean> => {
  const role = await readMemberRole(db, { personId, accountId: PLATFORM_ACCOUNT });
  return role === 'owner' || role === 'operator';
};

/**
 * Proves an operator by their password, within the limits of sign-ins: an owner or an operator of the platform.
 * @throws ApiError 401 `bad_credentials`, also for anyone but an operator; RateLimited; 503 `busy`.
 */
export async function proveOperator(
  db: Database,
  { username, password }: { username: string; password: string },
): Promise<Proven> {
  const limits = createLoginLimits(db);
  return admitAttempt('unknown', async (check) => {
    const attempt = await limits.begin({ username, address: COMMAND_LINE, isNear: false, log: silentLog });
    const person = await readPersonByName(db, username);
    const isRight = await check(person?.passwordHash, password);
    if (person === undefined || !isRight || !(await mayOperate(db, person.id))) throw badCredentials();
    await attempt.succeed();
    return person;
  });
}

/**
 * Keeps a proven operator's password and block as they are until the end of the transaction.
 * @throws ApiError 401 `bad_credentials` when the password was changed meanwhile, or they operate no more; `blocked`.
 */
export async function lockProven(tx: Tx, { id, passwordHash }: Proven): Promise<void> {
  const now = await lockCredentials(tx, id);
  if (now?.passwordHash !== passwordHash || !(await mayOperate(tx, id))) throw badCredentials();
  if (now.blockedAt !== null) throw blocked();
}

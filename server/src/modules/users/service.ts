import type { Role } from '@kantor/contract/plain/rights.ts';
import type { Database } from '../../db/pool.ts';
import { breaks, transaction, type Tx } from '../../db/tx.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { appendEvent } from '../../outbox/append.ts';
import { openAccounts } from '../ledger/index.ts';
import { hashPassword } from './passwords.ts';
import { ACCOUNTS, isUsername } from './rules.ts';
import { insertUser, type MerchantLimits, setLimits } from './store.ts';

export interface UserRequest {
  role: Role;
  username: string;
  /** Basis points; nothing when absent. */
  feeBp?: number;
  rewardBp?: number;
  payoutEnable?: boolean;
  /** Of a merchant; none when absent. */
  limits?: MerchantLimits;
  at: Date;
}

/**
 * Creates a user with empty ledger accounts. A trader has no deposit address until the chain's module gives one.
 * @returns the user's id.
 * @throws ApiError 400 (the name), 409 `username_taken`.
 */
export async function createUser(db: Database, request: UserRequest & { password: string }): Promise<string> {
  const passwordHash = await hashPassword(request.password);
  return transaction(db, (tx) => addUser(tx, { ...request, passwordHash }));
}

/** As `createUser`, in the caller's transaction: hashing takes too long to be done in one. */
export async function addUser(tx: Tx, request: UserRequest & { passwordHash: string }): Promise<string> {
  const { role, username, passwordHash, feeBp = 0, rewardBp = 0, payoutEnable = false, at } = request;
  if (!isUsername(username)) {
    throw badRequest({ username: ['От 3 до 150 латинских букв, цифр и знаков . _ @ + -'] });
  }
  const id = newId(at);
  try {
    await insertUser(tx, { id, role, username, passwordHash, payoutEnable, feeBp, rewardBp, createdAt: at });
  } catch (error) {
    if (breaks(error, 'users_username')) throw conflict('username_taken', `Имя ${username} уже занято`);
    throw error;
  }
  if (request.limits !== undefined) await setLimits(tx, id, request.limits);
  await openAccounts(tx, id, ACCOUNTS[role]);
  return id;
}

/** Appends the event of a change of the user's own: traffic, earnings, block, fees. */
export const userChanged = (tx: Tx, id: string, at: Date): Promise<void> =>
  appendEvent(tx, { kind: 'user.changed', objectId: id, owners: [id], at });

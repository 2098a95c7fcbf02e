import type { Role } from '@kantor/contract/plain/rights.ts';
import { breaks, type Reader, type Tx } from '../../db/tx.ts';
import { badRequest, conflict, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { appendEvent } from '../../outbox/append.ts';
import { openAccounts } from '../ledger/index.ts';
import { isUsername, LEDGER_ACCOUNTS } from './rules.ts';
import { insertAccount, type MerchantLimits, setLimits } from './store.ts';
import { type ListedAccount, readListedAccount } from './store/listed.ts';

export interface AccountRequest {
  role: Exclude<Role, 'operator'>;
  name: string;
  /** Basis points; nothing when absent. */
  feeBp?: number;
  rewardBp?: number;
  payoutEnable?: boolean;
  /** Of a merchant; none when absent. */
  limits?: MerchantLimits;
  at: Date;
}

export const badName = () => badRequest({ username: ['От 3 до 150 латинских букв, цифр и знаков . _ @ + -'] });
export const nameTaken = (name: string) => conflict('username_taken', `Имя ${name} уже занято`);

/**
 * Creates an account with empty ledger accounts; it needs an owner before the transaction ends. A trader has no deposit address
 * until the chain's module gives one.
 * @returns its id.
 * @throws ApiError 400 (the name), 409 `username_taken`.
 */
export async function addAccount(tx: Tx, request: AccountRequest): Promise<string> {
  const { role, name, feeBp = 0, rewardBp = 0, payoutEnable = false, at } = request;
  if (!isUsername(name)) throw badName();
  const id = newId(at);
  try {
    await insertAccount(tx, { id, role, name, payoutEnable, feeBp, rewardBp, createdAt: at });
  } catch (error) {
    if (breaks(error, 'account_name')) throw nameTaken(name);
    throw error;
  }
  if (request.limits !== undefined) await setLimits(tx, id, request.limits);
  await openAccounts(tx, id, LEDGER_ACCOUNTS[role]);
  return id;
}

/** Appends the event of a change of the account's own: traffic, earnings, block, fees. */
export const accountChanged = (tx: Tx, id: string, at: Date): Promise<void> =>
  appendEvent(tx, { kind: 'user.changed', objectId: id, owners: [id], at });

/** A trader or a merchant. @throws ApiError 404, also of the platform's own account. */
export async function getListed(db: Reader, id: string): Promise<ListedAccount> {
  const account = await readListedAccount(db, id);
  if (account === undefined) throw notFound();
  return account;
}

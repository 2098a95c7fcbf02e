import type { Locked, Tx } from '../../db/tx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import {
  type Account,
  accountChanged,
  type FeeMismatch,
  lockAccount,
  type MerchantLimits,
  readAccountByName,
  readCappedTraders,
  readCappingMerchants,
  readLimits,
  setBlocked,
  setFees as writeFees,
  setLimits as writeLimits,
} from '../accounts/index.ts';
import type { Facts } from '../audit/index.ts';
import { blockAccount as block } from '../auth/index.ts';
import { giveAddress } from '../chain/index.ts';
import { createApiKey } from '../merchant-api/index.ts';
import { freeWorkOf } from '../payouts/index.ts';
import { addOwner, generatePassword, hashPassword, readPersonByName } from '../people/index.ts';
import { endAccess } from './access.ts';
import type { Action, Note, Step } from './frame.ts';
import { FIRST_LIMITS, limitFacts } from './limits.ts';

/** What is done to one account. */
export interface OfOne {
  id: string;
}

export const objectOf = ({ id, name }: Pick<Account, 'id' | 'name'>) => ({ kind: 'account', id, name });
const feeFacts = (fees: { feeBp: number; rewardBp: number }): Facts => ({
  fee_bp: fees.feeBp,
  reward_bp: fees.rewardBp,
});
export const blockFacts = (blockedAt: Date | null): Facts => ({ blocked_at: blockedAt?.toISOString() ?? null });

/** @throws ApiError 404. */
export async function findAccount({ tx }: Step, { id }: OfOne): Promise<Locked<Account>> {
  const found = await lockAccount(tx, id);
  if (found === undefined) throw notFound();
  return found;
}

/** @throws ApiError 409 `platform_account`, which nobody blocks or charges. */
export function assertNotPlatform({ role }: Account): void {
  if (role === 'operator') throw conflict('platform_account', 'Это кабинет самой платформы');
}

const MAX_NAMED = 10;

const capNote = (code: string, mismatches: readonly FeeMismatch[]): Note[] => {
  const [first] = mismatches;
  if (first === undefined) return [];
  const names = mismatches.map(({ name, basisPoints }) => `${name} (${basisPoints / 100} %)`).join(', ');
  return [{ code, values: { count: first.count, names: first.count > mismatches.length ? `${names}…` : names } }];
};

/** A trader never earns more of an order than its merchant pays: who stands in the way of these fees. */
async function capNotes(
  tx: Tx,
  { role }: Pick<Account, 'role'>,
  fees: { feeBp: number; rewardBp: number },
): Promise<Note[]> {
  if (role === 'trader') return capNote('merchants_pay_less', await readCappingMerchants(tx, fees.rewardBp, MAX_NAMED));
  return capNote('traders_earn_less', await readCappedTraders(tx, fees.feeBp, MAX_NAMED));
}

/** What a merchant pays, or a trader earns, of orders issued from now on. */
export const setFees: Action<OfOne & { basisPoints: number }, Locked<Account>> = {
  name: 'set-fees',
  find: findAccount,
  basis: feeFacts,
  act: async ({ tx, at }, account, { basisPoints }) => {
    assertNotPlatform(account);
    const fees =
      account.role === 'merchant' ? { feeBp: basisPoints, rewardBp: 0 } : { feeBp: 0, rewardBp: basisPoints };
    await writeFees(tx, account, fees);
    await accountChanged(tx, account.id, at);
    const change = { object: objectOf(account), before: feeFacts(account), after: feeFacts(fees) };
    return { changes: [change], notes: await capNotes(tx, account, fees) };
  },
};

interface Limited {
  account: Locked<Account>;
  limits: MerchantLimits;
}

/** What a merchant may hold; what is not given stays as it is. */
export const setLimits: Action<OfOne & Partial<MerchantLimits>, Limited> = {
  name: 'set-limits',
  find: async (step, input) => {
    const account = await findAccount(step, input);
    return { account, limits: await readLimits(step.tx, account.id) };
  },
  basis: ({ limits }) => limitFacts(limits),
  act: async ({ tx, at }, { account, limits }, { id, ...given }) => {
    if (account.role !== 'merchant') throw conflict('no_limits', 'Пределы есть только у мерчанта');
    const after = { ...limits, ...given };
    await writeLimits(tx, id, after);
    await accountChanged(tx, id, at);
    return { changes: [{ object: objectOf(account), before: limitFacts(limits), after: limitFacts(after) }] };
  },
};

interface Blocking extends OfOne {
  reason: string;
  keepKeys?: boolean;
  keepPhones?: boolean;
}

/** Blocks an account, signs out everyone in it, ends its keys and phones, and frees what it has in work. */
export const blockAccount: Action<Blocking, Locked<Account>> = {
  name: 'block',
  find: findAccount,
  basis: ({ blockedAt }) => blockFacts(blockedAt),
  act: async ({ tx, at }, account, { reason, keepKeys = false, keepPhones = false }) => {
    assertNotPlatform(account);
    if (account.blockedAt !== null) throw conflict('blocked_already', 'Кабинет уже заблокирован');
    await block(tx, account.id, at);
    const access = await endAccess(tx, account, { reason: 'blocked', at, keepKeys, keepPhones });
    const freed = await freeWorkOf(tx, account, at);
    const payouts = freed.map(({ id, photoId }) => (photoId === null ? id : `${id} (it had a proof)`)).join(', ');
    const after = {
      ...blockFacts(at),
      ...(reason !== '' && { reason }),
      ...access,
      ...(payouts !== '' && { freed_payouts: payouts }),
    };
    return { changes: [{ object: objectOf(account), before: blockFacts(null), after }] };
  },
};

/** Lets a blocked account be used again. */
export const unblockAccount: Action<OfOne & { reason: string }, Locked<Account>> = {
  name: 'unblock',
  find: findAccount,
  basis: ({ blockedAt }) => blockFacts(blockedAt),
  act: async ({ tx, at }, account, { reason }) => {
    if (account.blockedAt === null) throw conflict('not_blocked', 'Кабинет не заблокирован');
    await setBlocked(tx, account.id, null);
    await accountChanged(tx, account.id, at);
    const after = { ...blockFacts(null), ...(reason !== '' && { reason }) };
    return { changes: [{ object: objectOf(account), before: blockFacts(account.blockedAt), after }] };
  },
};

interface Creating {
  role: 'trader' | 'merchant';
  username: string;
  /** Of a merchant's orders, or what a trader earns. */
  basisPoints: number;
  payoutEnable: boolean;
  /** Of a merchant; the first ones when absent. */
  limits?: MerchantLimits;
}

export interface Password {
  password: string;
  passwordHash: string;
}

/** A password of ours: hashing takes too long to be done in a transaction. */
export async function newPassword(): Promise<Password> {
  const password = generatePassword();
  return { password, passwordHash: await hashPassword(password) };
}

interface Free {
  isTaken: boolean;
  made: Password;
}

/** Creates an account and its owner with a password of ours; a merchant with a key. Both are told once. */
export const createAccount = (depositKey: string | undefined): Action<Creating, Free, Password> => ({
  name: 'create-account',
  prepare: newPassword,
  find: async ({ tx }, { username }, made) => {
    if (made === undefined) throw new Error('A password is made before the transaction');
    const [account, person] = [await readAccountByName(tx, username), await readPersonByName(tx, username)];
    return { isTaken: account !== undefined || person !== undefined, made };
  },
  basis: ({ isTaken }) => ({ name_taken: isTaken }),
  act: async ({ tx, at }, { made }, { role, username, basisPoints, payoutEnable, limits: first = FIRST_LIMITS }) => {
    const fees = role === 'merchant' ? { feeBp: basisPoints, rewardBp: 0 } : { feeBp: 0, rewardBp: basisPoints };
    const limits = role === 'merchant' ? { limits: first } : {};
    const request = { role, username, ...fees, payoutEnable, ...limits, passwordHash: made.passwordHash, at };
    const { accountId: id } = await addOwner(tx, request);
    if (role === 'trader' && depositKey !== undefined) await giveAddress(tx, id, depositKey);
    const key = role === 'merchant' ? await createApiKey(tx, { merchantId: id, name: 'API', at }) : undefined;
    const after = {
      role,
      username,
      payout_enable: payoutEnable,
      ...feeFacts(fees),
      ...(role === 'merchant' && { ...limitFacts(first), api_keys: 1 }),
    };
    return {
      changes: [{ object: objectOf({ id, name: username }), before: null, after }],
      notes: await capNotes(tx, { role }, fees),
      secrets: { password: made.password, ...(key !== undefined && { api_key: key }) },
    };
  },
});

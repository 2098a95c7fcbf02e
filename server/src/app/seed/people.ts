import {
  type AccountName,
  ACCOUNTS,
  API_KEY,
  type MemberName,
  MEMBERS,
  type TraderName,
} from '@kantor/demo/accounts.ts';
import { CABINETS, type DemoRequisite } from '@kantor/demo/cabinets.ts';
import type { Tx } from '../../db/tx.ts';
import { newId } from '../../kernel/ids.ts';
import { insertCabinet } from '../../modules/cabinets/index.ts';
import { giveAddress } from '../../modules/chain/index.ts';
import { createApiKey } from '../../modules/merchant-api/index.ts';
import { addRequisite } from '../../modules/requisites/index.ts';
import { setTraffic, type MerchantLimits, setLimits } from '../../modules/accounts/index.ts';
import {
  addMember,
  addOwner,
  addPerson,
  hashPassword,
  readMemberships,
  readPersonByName,
} from '../../modules/people/index.ts';

const KOPECKS = 100;

export type DemoPasswords = ReadonlyMap<AccountName | MemberName, string>;

/** The context in which accounts are opened. */
export interface Opening {
  passwords: DemoPasswords;
  /** The extended public key of the traders' deposit addresses. */
  depositKey: string | undefined;
}

const PEOPLE = { ...ACCOUNTS, ...MEMBERS };
const NAMES = Object.keys(PEOPLE) as (AccountName | MemberName)[];

export const hashDemoPasswords = async (): Promise<DemoPasswords> =>
  new Map(await Promise.all(NAMES.map(async (name) => [name, await hashPassword(PEOPLE[name].password)] as const)));

/** Opens one of the demo accounts, a trader's with a deposit address. @returns the ids of the account and of its owner. */
export async function openAccount(
  tx: Tx,
  name: AccountName,
  { passwords, depositKey }: Opening,
  at: Date,
): Promise<{ accountId: string; personId: string }> {
  const { password: _public, ...account } = ACCOUNTS[name];
  const ids = await addOwner(tx, { ...account, passwordHash: passwords.get(name) ?? '', at });
  if (depositKey !== undefined) await giveAddress(tx, ids.accountId, depositKey);
  return ids;
}

/** Lets the other people of the demo belong to their accounts, which are there by now. */
export async function openMembers(tx: Tx, { passwords }: Opening, at: Date): Promise<void> {
  for (const [key, { of, role, username }] of Object.entries(MEMBERS)) {
    const owner = await readPersonByName(tx, of);
    const [account] = owner === undefined ? [] : await readMemberships(tx, owner.id);
    if (account === undefined) throw new Error(`The demo has no ${of}`);
    const passwordHash = passwords.get(key as MemberName) ?? '';
    const personId = await addPerson(tx, { username, passwordHash, at });
    await addMember(tx, { accountId: account.accountId, personId }, role, at);
  }
}

/** A trader with traffic on, cabinets and requisites. */
export async function openTrader(tx: Tx, name: TraderName, opening: Opening, at: Date) {
  const { accountId: traderId } = await openAccount(tx, name, opening, at);
  await setTraffic(tx, traderId, true);
  for (const { device, phone, isActive = true, requisites } of CABINETS[name]) {
    const cabinetId = newId(at);
    await insertCabinet(tx, { id: cabinetId, traderId, deviceName: device, phone, isActive, createdAt: at });
    for (const requisite of requisites) {
      await addRequisite(tx, { ...toRequisite(requisite, phone, at), traderId, cabinetId });
    }
  }
}

/** The simulated shop stays far below them, also when it is told to order a lot. */
const SHOP_LIMITS: MerchantLimits = {
  activeOrders: 1000,
  activeSum: 50_000_000_00n,
  unpaidHour: 2000,
  requestsSecond: 100,
};

/** The shop, with its API key. @returns its id. */
export async function openMerchant(tx: Tx, opening: Opening, at: Date): Promise<string> {
  const { accountId: merchantId } = await openAccount(tx, 'merchant', opening, at);
  await createApiKey(tx, { merchantId, name: 'Демо-магазин', key: API_KEY, at });
  return merchantId;
}

/** At the end: until then it is far below them, and each of its orders would be counted for nothing. */
export const limitMerchant = (tx: Tx, merchantId: string): Promise<void> => setLimits(tx, merchantId, SHOP_LIMITS);

const toRequisite = (demo: DemoRequisite, phone: string, at: Date) => ({
  id: newId(at),
  bankId: demo.bankId,
  name: demo.name,
  fio: demo.fio,
  phone,
  bankAccount: demo.card === undefined ? '' : `4081781000000000${demo.card}`,
  last4: demo.card ?? '',
  isSbp: demo.sbp ?? false,
  isC2c: demo.c2c ?? false,
  intervalMinutes: demo.interval ?? 0,
  minAmount: BigInt((demo.min ?? 0) * KOPECKS),
  maxAmount: BigInt((demo.max ?? 0) * KOPECKS),
  maxDeals: demo.maxDeals ?? 0,
  maxCurrentDeals: demo.maxCurrent ?? 0,
  isActive: demo.isActive ?? true,
  createdAt: at,
});

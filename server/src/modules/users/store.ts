import type { Role } from '@kantor/contract/plain/rights.ts';
import { sql } from 'kysely';
import { type Locked, lockRow, lockRows, type Reader, type Statement, type Tx } from '../../db/tx.ts';

export interface User {
  id: string;
  role: Role;
  username: string;
  payoutEnable: boolean;
  wallet: string;
  /** Basis points. */
  feeBp: number;
  rewardBp: number;
  trafficOn: boolean;
  blockedAt: Date | null;
}

const userColumns = sql`
  id, role, username, payout_enable as "payoutEnable", wallet, fee_bp as "feeBp", reward_bp as "rewardBp",
  traffic_on as "trafficOn", blocked_at as "blockedAt"`;

export async function readUser(db: Reader, id: string): Promise<User | undefined> {
  const { rows } = await sql<User>`select ${userColumns} from users where id = ${id}`.execute(db);
  return rows[0];
}

/** Names are compared without case. */
export async function readUserByName(
  db: Reader,
  username: string,
): Promise<(User & { passwordHash: string }) | undefined> {
  const { rows } = await sql<User & { passwordHash: string }>`
    select ${userColumns}, password_hash as "passwordHash" from users where lower(username) = lower(${username})`.execute(
    db,
  );
  return rows[0];
}

/** Locks a user until the end of the transaction; undefined when there is none of this id. */
export const lockUser = (tx: Tx, id: string): Promise<Locked<User> | undefined> =>
  lockRow(tx, sql<User>`select ${userColumns} from users where id = ${id} for no key update`);

/** The same, with the hash of their password. */
export const lockUserWithPassword = (
  tx: Tx,
  id: string,
): Promise<Locked<User & { passwordHash: string }> | undefined> =>
  lockRow(
    tx,
    sql<User & { passwordHash: string }>`
      select ${userColumns}, password_hash as "passwordHash" from users where id = ${id} for no key update`,
  );

/** Locks users in the order of their ids, as everyone must who locks several. */
export const lockUsers = (tx: Tx, ids: readonly string[]): Promise<Locked<User>[]> =>
  lockRows(tx, sql<User>`select ${userColumns} from users where id = any(${ids}) order by id for no key update`);

/** Locks the user of a name: the operator changes the row that they saw. */
export const lockUserByName = (tx: Tx, username: string): Promise<Locked<User> | undefined> =>
  lockRow(tx, sql<User>`select ${userColumns} from users where lower(username) = lower(${username}) for no key update`);

/** The credentials of a sign-in, locked against change until the end of the transaction. */
export async function lockCredentials(
  tx: Tx,
  id: string,
): Promise<{ passwordHash: string; blockedAt: Date | null } | undefined> {
  const { rows } = await sql<{ passwordHash: string; blockedAt: Date | null }>`
    select password_hash as "passwordHash", blocked_at as "blockedAt" from users where id = ${id} for share`.execute(
    tx,
  );
  return rows[0];
}

export interface NewUser {
  id: string;
  role: Role;
  username: string;
  passwordHash: string;
  payoutEnable: boolean;
  feeBp: number;
  rewardBp: number;
  createdAt: Date;
}

export async function insertUser(tx: Tx, user: NewUser): Promise<void> {
  await sql`
    insert into users (id, role, username, password_hash, payout_enable, fee_bp, reward_bp, created_at)
    values (${user.id}, ${user.role}, ${user.username}, ${user.passwordHash}, ${user.payoutEnable}, ${user.feeBp},
      ${user.rewardBp}, ${user.createdAt})`.execute(tx);
}

/** Writes a trader's deposit address. */
export async function setWallet(tx: Tx, trader: Locked<Pick<User, 'id'>>, address: string): Promise<void> {
  await sql`update users set wallet = ${address} where id = ${trader.id}`.execute(tx);
}

export async function setTraffic(tx: Statement, traderId: string, on: boolean): Promise<void> {
  await sql`update users set traffic_on = ${on} where id = ${traderId}`.execute(tx);
}

export async function setFees(tx: Tx, { id }: Locked<User>, fees: { feeBp: number; rewardBp: number }): Promise<void> {
  await sql`update users set fee_bp = ${fees.feeBp}, reward_bp = ${fees.rewardBp} where id = ${id}`.execute(tx);
}

/** A user of the other role whose fee or reward does not go together with one of ours. */
export interface FeeMismatch {
  username: string;
  /** Their fee or reward, in basis points. */
  basisPoints: number;
  /** The number of all such users. */
  count: number;
}

/** The merchants who pay less than a trader's reward, those who pay least first; an order then gives the merchant's fee. */
export async function readCappingMerchants(db: Reader, rewardBp: number, limit: number): Promise<FeeMismatch[]> {
  const { rows } = await sql<FeeMismatch>`
    select username, fee_bp as "basisPoints", (count(*) over ())::integer as count from users
    where role = 'merchant' and blocked_at is null and fee_bp < ${rewardBp} order by fee_bp, username limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** The traders whose reward is above a merchant's fee, the highest first. */
export async function readCappedTraders(db: Reader, feeBp: number, limit: number): Promise<FeeMismatch[]> {
  const { rows } = await sql<FeeMismatch>`
    select username, reward_bp as "basisPoints", (count(*) over ())::integer as count from users
    where role = 'trader' and blocked_at is null and reward_bp > ${feeBp} order by reward_bp desc, username limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function setPasswordHash(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await sql`update users set password_hash = ${passwordHash} where id = ${id}`.execute(tx);
}

/** Blocks or, with null, unblocks a user. */
export async function setBlocked(tx: Tx, id: string, at: Date | null): Promise<void> {
  await sql`update users set blocked_at = ${at} where id = ${id}`.execute(tx);
}

/** What a merchant may hold; 0 is no limit. */
export interface MerchantLimits {
  activeOrders: number;
  /** Kopecks of the active orders together. */
  activeSum: bigint;
  /** Orders of the last 60 minutes that are not closed. */
  unpaidHour: number;
  /** Requests of all of the merchant's API keys. */
  requestsSecond: number;
}

/** The limits of a merchant that was given none. */
export const NO_LIMITS: MerchantLimits = { activeOrders: 0, activeSum: 0n, unpaidHour: 0, requestsSecond: 0 };

export async function readLimits(db: Reader, merchantId: string): Promise<MerchantLimits> {
  const { rows } = await sql<MerchantLimits>`
    select active_orders as "activeOrders", active_sum as "activeSum", unpaid_hour as "unpaidHour",
      requests_second as "requestsSecond"
    from merchant_limit where merchant_id = ${merchantId}`.execute(db);
  return rows[0] ?? NO_LIMITS;
}

/** Orders under way are judged by the limits that stand when they are written. */
export async function setLimits(tx: Tx, merchantId: string, limits: MerchantLimits): Promise<void> {
  await sql`
    insert into merchant_limit (merchant_id, active_orders, active_sum, unpaid_hour, requests_second)
    values (${merchantId}, ${limits.activeOrders}, ${limits.activeSum}, ${limits.unpaidHour}, ${limits.requestsSecond})
    on conflict (merchant_id) do update set active_orders = excluded.active_orders, active_sum = excluded.active_sum,
      unpaid_hour = excluded.unpaid_hour, requests_second = excluded.requests_second`.execute(tx);
}

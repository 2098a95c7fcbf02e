import type { OtherSumRule } from '@kantor/contract/plain/match.ts';
import type { Role } from '@kantor/contract/plain/rights.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Locked, lockRow, lockRows, type Reader, type Statement, type Tx } from '../../db/tx.ts';

export interface Account {
  id: string;
  role: Role;
  /** Of a trader or a merchant, as they were created. */
  name: string;
  payoutEnable: boolean;
  wallet: string;
  /** Basis points. */
  feeBp: number;
  rewardBp: number;
  trafficOn: boolean;
  /** Since when the platform keeps the account's traffic off; null: it does not. */
  trafficStoppedAt: Date | null;
  trafficStopReason: string | null;
  blockedAt: Date | null;
}

export const accountColumns: RawBuilder<unknown> = sql`
  id, role, name, payout_enable as "payoutEnable", wallet, fee_bp as "feeBp", reward_bp as "rewardBp",
  traffic_on as "trafficOn", traffic_stopped_at as "trafficStoppedAt",
  traffic_stop_reason as "trafficStopReason", blocked_at as "blockedAt"`;

export async function readAccount(db: Reader, id: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`select ${accountColumns} from account where id = ${id}`.execute(db);
  return rows[0];
}

/** An account as lists of the platform name it. */
export type AccountName = Pick<Account, 'id' | 'name' | 'role'>;

/** The accounts of these ids, by id. */
export async function readAccountNames(db: Reader, ids: readonly (string | null)[]): Promise<Map<string, AccountName>> {
  const { rows } = await sql<AccountName>`
    select id, name, role from account where id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map((account) => [account.id, account]));
}

/** Accounts whose name has a part in it, by name. */
export async function readAccountsLike(
  db: Reader,
  part: string,
  limit: number,
  role?: Exclude<Role, 'operator'>,
): Promise<AccountName[]> {
  const { rows } = await sql<AccountName>`
    select id, name, role from account
    where ${role === undefined ? sql`role <> 'operator'` : sql`role = ${role}`} and position(lower(${part}) in lower(name)) > 0 order by lower(name) limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Names are compared without case. */
export async function readAccountByName(db: Reader, name: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select ${accountColumns} from account where lower(name) = lower(${name})`.execute(db);
  return rows[0];
}

/** Locks an account until the end of the transaction; undefined when there is none of this id. */
export const lockAccount = (tx: Tx, id: string): Promise<Locked<Account> | undefined> =>
  lockRow(tx, sql<Account>`select ${accountColumns} from account where id = ${id} for no key update`);

/** Locks accounts in the order of their ids, as everyone must who locks several. */
export const lockAccounts = (tx: Tx, ids: readonly string[]): Promise<Locked<Account>[]> =>
  lockRows(
    tx,
    sql<Account>`select ${accountColumns} from account where id = any(${ids}) order by id for no key update`,
  );

/** Locks the account of a name: the operator changes the row that they saw. */
export const lockAccountByName = (tx: Tx, name: string): Promise<Locked<Account> | undefined> =>
  lockRow(tx, sql<Account>`select ${accountColumns} from account where lower(name) = lower(${name}) for no key update`);

export interface NewAccount {
  id: string;
  role: Role;
  name: string;
  payoutEnable: boolean;
  feeBp: number;
  rewardBp: number;
  createdAt: Date;
}

export async function insertAccount(tx: Tx, account: NewAccount): Promise<void> {
  await sql`
    insert into account (id, role, name, payout_enable, fee_bp, reward_bp, created_at)
    values (${account.id}, ${account.role}, ${account.name}, ${account.payoutEnable}, ${account.feeBp},
      ${account.rewardBp}, ${account.createdAt})`.execute(tx);
}

/** Writes a trader's deposit address. */
export async function setWallet(tx: Tx, trader: Locked<Pick<Account, 'id'>>, address: string): Promise<void> {
  await sql`update account set wallet = ${address} where id = ${trader.id}`.execute(tx);
}

/** Nobody switches on what the platform has stopped. @returns whether it was the other way before. */
export async function setTraffic(tx: Statement, traderId: string, on: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update account set traffic_on = ${on}
    where id = ${traderId} and traffic_on <> ${on} and traffic_stopped_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Stops an account's traffic, with the reason, or lets it go again: a trader then switches it on. */
export async function setTrafficStop(
  tx: Tx,
  { id }: Locked<Account>,
  stop: { at: Date; reason: string } | null,
): Promise<void> {
  await sql`
    update account set traffic_on = traffic_on and ${stop === null}, traffic_stopped_at = ${stop?.at ?? null},
      traffic_stop_reason = ${stop?.reason ?? null}
    where id = ${id}`.execute(tx);
}

export async function setFees(
  tx: Tx,
  { id }: Locked<Account>,
  fees: { feeBp: number; rewardBp: number },
): Promise<void> {
  await sql`update account set fee_bp = ${fees.feeBp}, reward_bp = ${fees.rewardBp} where id = ${id}`.execute(tx);
}

/** An account of the other role whose fee or reward does not go together with one of ours. */
export interface FeeMismatch {
  name: string;
  /** Their fee or reward, in basis points. */
  basisPoints: number;
  /** The number of all such accounts. */
  count: number;
}

/** The merchants who pay less than a trader's reward, those who pay least first; an order then gives the merchant's fee. */
export async function readCappingMerchants(db: Reader, rewardBp: number, limit: number): Promise<FeeMismatch[]> {
  const { rows } = await sql<FeeMismatch>`
    select name, fee_bp as "basisPoints", (count(*) over ())::integer as count from account
    where role = 'merchant' and blocked_at is null and fee_bp < ${rewardBp} order by fee_bp, name limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** The traders whose reward is above a merchant's fee, the highest first. */
export async function readCappedTraders(db: Reader, feeBp: number, limit: number): Promise<FeeMismatch[]> {
  const { rows } = await sql<FeeMismatch>`
    select name, reward_bp as "basisPoints", (count(*) over ())::integer as count from account
    where role = 'trader' and blocked_at is null and reward_bp > ${feeBp} order by reward_bp desc, name limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Blocks or, with null, unblocks an account. */
export async function setBlocked(tx: Tx, id: string, at: Date | null): Promise<void> {
  await sql`update account set blocked_at = ${at} where id = ${id}`.execute(tx);
}

/** What a merchant lets traders do with an order when another sum has come. */
export interface OtherSums {
  rule: OtherSumRule;
  /** With `down_to`, whole per cent of the order's sum that may be missing; otherwise null. */
  missingPercent: number | null;
}

const otherSumColumns = sql`other_sum_rule as rule, missing_percent as "missingPercent"`;

export async function readOtherSums(db: Reader, merchantId: string): Promise<OtherSums> {
  const { rows } = await sql<OtherSums>`select ${otherSumColumns} from account where id = ${merchantId}`.execute(db);
  return rows[0] ?? { rule: 'ask', missingPercent: null };
}

/** Orders that are under way are closed by what stands then. */
export async function setOtherSums(
  tx: Statement,
  { id }: Locked<Account>,
  { rule, missingPercent }: OtherSums,
): Promise<void> {
  await sql`
    update account set other_sum_rule = ${rule}, missing_percent = ${missingPercent} where id = ${id}`.execute(tx);
}

/** Whether a merchant's server may withdraw. */
export async function readServerWithdrawals(db: Reader, merchantId: string): Promise<boolean> {
  const { rows } = await sql<{ isOn: boolean }>`
    select server_withdrawals as "isOn" from account where id = ${merchantId}`.execute(db);
  return rows[0]?.isOn ?? false;
}

/** As `readServerWithdrawals`; it stays so until the transaction ends. */
export async function keepServerWithdrawals(tx: Tx, merchantId: string): Promise<boolean> {
  const { rows } = await sql<{ isOn: boolean }>`
    select server_withdrawals as "isOn" from account where id = ${merchantId} for share`.execute(tx);
  return rows[0]?.isOn ?? false;
}

export async function setServerWithdrawals(tx: Statement, { id }: Locked<Account>, isOn: boolean): Promise<void> {
  await sql`update account set server_withdrawals = ${isOn} where id = ${id}`.execute(tx);
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

import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../../db/tx.ts';
import type { BankData } from '../rules.ts';

// One account, one trader, unless an operator allows another.

/** What tells an account: the same number, or the same phone at the same bank. */
export type AccountData = Pick<BankData, 'bankId' | 'phone' | 'bankAccount'>;

/** An account in the one spelling that all are compared by. */
export interface AccountKey {
  kind: 'account' | 'phone';
  value: string;
}

const keysOf = ({ bankId, phone, bankAccount }: AccountData) =>
  sql`account_keys(${bankId}::smallint, ${phone}, ${bankAccount})`;

/** The accounts of bank data: none, one or two. */
export async function readAccountKeys(db: Reader, data: AccountData): Promise<AccountKey[]> {
  const { rows } = await sql<AccountKey>`select kind, value from ${keysOf(data)} order by kind, value`.execute(db);
  return rows;
}

/** As `readAccountKeys`, of a requisite in force. */
export async function readAccountKeysOf(db: Reader, requisiteId: string): Promise<AccountKey[]> {
  const { rows } = await sql<AccountKey>`
    select keys.kind, keys.value from requisite cross join lateral account_keys(bank_id, phone, bank_account) as keys
    where id = ${requisiteId} and archived_at is null order by 1, 2`.execute(db);
  return rows;
}

/**
 * Locks the accounts of all these bank data, in one order, so that whoever else gives or takes one away waits; an account that
 * was nobody's becomes the trader's.
 */
export async function lockAccounts(tx: Tx, traderId: string, data: readonly AccountData[]): Promise<void> {
  await sql`
    insert into account_claim as claim (kind, value, trader_id)
    select kind, value, ${traderId}::uuid
    from (${sql.join(
      data.map((each) => sql`select kind, value from ${keysOf(each)}`),
      sql` union `,
    )}) as keys
    order by kind, value
    on conflict (kind, value) do update set trader_id = claim.trader_id`.execute(tx);
}

/** Whether a trader may have requisites with these bank data, their accounts being locked. */
export async function mayHave(tx: Tx, traderId: string, data: AccountData): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select not exists (
      select from ${keysOf(data)} as keys join account_claim claim using (kind, value)
      where claim.trader_id <> ${traderId} and not exists (
        select from account_permit permit
        where permit.kind = claim.kind and permit.value = claim.value and permit.trader_id = ${traderId})
    ) as may`.execute(tx);
  return rows[0]?.may === true;
}

/** Whether a requisite in force of the trader in a column has the account `keys`. */
const isInForce = (trader: RawBuilder<unknown>) => sql`exists (
  select from requisite cross join lateral account_keys(bank_id, phone, bank_account) as own
  where requisite.trader_id = ${trader} and archived_at is null and own.kind = keys.kind and own.value = keys.value)`;

/**
 * Gives accounts of former bank data free that no requisite of the trader has now. One that another trader was allowed to
 * have, and has, becomes theirs. The accounts are locked, and the requisite is changed already.
 */
export async function releaseAccounts(tx: Tx, traderId: string, former: AccountData): Promise<void> {
  await sql`
    with released as (
      select keys.kind, keys.value, (
        select permit.trader_id from account_permit permit
        where permit.kind = keys.kind and permit.value = keys.value and ${isInForce(sql`permit.trader_id`)}
        order by permit.created_at, permit.trader_id limit 1) as heir
      from ${keysOf(former)} as keys where not ${isInForce(sql`${traderId}::uuid`)}
    ), passed as (
      update account_claim claim set trader_id = heir from released
      where claim.kind = released.kind and claim.value = released.value and claim.trader_id = ${traderId} and heir is not null
    )
    delete from account_claim claim using released
    where claim.kind = released.kind and claim.value = released.value and claim.trader_id = ${traderId} and heir is null`.execute(
    tx,
  );
}

/** The trader whose an account is now; undefined when it is nobody's. */
export async function readClaimant(db: Reader, { kind, value }: AccountKey): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from account_claim join account on account.id = trader_id where kind = ${kind} and value = ${value}`.execute(
    db,
  );
  return rows[0]?.name;
}

/** Lets a trader have an account that is another's. @returns false when they were allowed before. */
export async function permitAccount(
  tx: Tx,
  { traderId, by }: { traderId: string; by: string },
  { kind, value }: AccountKey,
  at: Date,
): Promise<boolean> {
  const result = await sql`
    insert into account_permit (kind, value, trader_id, created_at, allowed_by)
    values (${kind}, ${value}, ${traderId}, ${at}, ${by})
    on conflict do nothing`.execute(tx);
  return result.numAffectedRows === 1n;
}

/**
 * Ends a trader's leave to have an account that is another's; whoever gives a requisite that account waits meanwhile.
 * @returns `shared` when they have it while it is another's: nothing is ended then.
 */
export async function endPermit(
  tx: Tx,
  traderId: string,
  { kind, value }: AccountKey,
): Promise<'ended' | 'none' | 'shared'> {
  await sql`select from account_claim where kind = ${kind} and value = ${value} for no key update`.execute(tx);
  const { rows } = await sql<{ shared: boolean }>`
    select ${isInForce(sql`keys.trader_id`)} and exists (
        select from account_claim claim
        where claim.kind = keys.kind and claim.value = keys.value and claim.trader_id <> keys.trader_id) as shared
    from account_permit keys where kind = ${kind} and value = ${value} and trader_id = ${traderId}`.execute(tx);
  if (rows[0] === undefined) return 'none';
  if (rows[0].shared) return 'shared';
  await sql`
    delete from account_permit where kind = ${kind} and value = ${value} and trader_id = ${traderId}`.execute(tx);
  return 'ended';
}

/** A trader's leave to have an account that is another's. */
export interface AccountPermit extends AccountKey {
  /** The account or the phone alone. */
  number: string;
  /** The bank's name, of a phone. */
  bank: string | null;
  /** The trader's name. */
  trader: string;
  allowedBy: string;
  allowedAt: Date;
  /** The trader whose it is; null when it is nobody's. */
  claimant: string | null;
  /** The trader has a requisite in force with it. */
  isInForce: boolean;
}

/** Leaves of one trader that their page shows. */
export const MAX_PERMITS = 100;

/** The name of a trader's leave, which does not tell the account. */
export const permitName = ({ kind, value }: AccountKey): string =>
  createHash('sha256').update(`${kind} ${value}`).digest('base64url').slice(0, 22);

/** The leaves, the latest first: of all traders, or of one. */
export async function readPermits(db: Reader, limit: number, traderId?: string): Promise<AccountPermit[]> {
  const { rows } = await sql<AccountPermit>`
    select keys.kind, keys.value, case keys.kind when 'phone' then split_part(keys.value, ' ', 2) else keys.value end as number,
      case keys.kind when 'phone' then (select name from bank where id::text = split_part(keys.value, ' ', 1)) end as bank,
      trader.name as trader, allowed_by as "allowedBy", keys.created_at as "allowedAt",
      claimant.name as claimant, ${isInForce(sql`keys.trader_id`)} as "isInForce"
    from account_permit keys join account trader on trader.id = keys.trader_id
    left join account_claim claim on claim.kind = keys.kind and claim.value = keys.value
    left join account claimant on claimant.id = claim.trader_id
    where ${traderId === undefined ? sql`true` : sql`keys.trader_id = ${traderId}`}
    order by keys.created_at desc, keys.kind, keys.value, trader.name limit ${limit}`.execute(db);
  return rows;
}

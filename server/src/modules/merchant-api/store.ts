import { sql } from 'kysely';
import { type Locked, type Reader, type Statement, type Tx } from '../../db/tx.ts';
import type { Account } from '../accounts/index.ts';

export interface ApiKey {
  id: string;
  name: string;
  createdAt: Date;
  /** Null while it is in force. */
  revokedAt: Date | null;
  /** Null also of keys that ended before reasons were kept. */
  endReason: KeyEndReason | null;
}

/** The merchant has revoked it, or it ended with a new password or a block. */
export type KeyEndReason = 'revoked' | 'password' | 'blocked';

const columns = sql`id, name, created_at as "createdAt", revoked_at as "revokedAt", end_reason as "endReason"`;

interface NewApiKey {
  id: string;
  merchantId: string;
  /** The merchant's own name of it. */
  name: string;
  /** SHA-256 of the key. */
  hash: Buffer;
  at: Date;
}

export async function insertApiKey(statement: Statement, key: NewApiKey): Promise<void> {
  await sql`
    insert into api_key (id, merchant_id, name, hash, created_at)
    values (${key.id}, ${key.merchantId}, ${key.name}, ${key.hash}, ${key.at})`.execute(statement);
}

/** The most revoked keys that are listed. */
const MAX_REVOKED = 50;

/** A merchant's keys, newest first: all in force, and the last that were revoked. */
export async function readApiKeys(db: Reader, merchantId: string): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKey>`
    (select ${columns} from api_key where merchant_id = ${merchantId} and revoked_at is null)
    union all
    (select ${columns} from api_key where merchant_id = ${merchantId} and revoked_at is not null
      order by revoked_at desc, id limit ${MAX_REVOKED})
    order by id desc`.execute(db);
  return rows;
}

/** The number of a merchant's keys in force; the merchant's lock keeps two requests from making the last key at once. */
export async function countKeysInForce(tx: Tx, merchant: Locked<Account>): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from api_key where merchant_id = ${merchant.id} and revoked_at is null`.execute(tx);
  return Number(rows[0]?.n ?? 0n);
}

/** Ends a key; a key that ended before stays as it is. @returns undefined when it is not the merchant's. */
export async function endApiKey(
  statement: Statement,
  { merchantId, id }: { merchantId: string; id: string },
  at: Date,
): Promise<{ key: ApiKey; wasInForce: boolean } | undefined> {
  const { rows } = await sql<ApiKey & { wasInForce: boolean }>`
    with former as (
      select id as former_id, revoked_at is null as in_force from api_key
      where id = ${id} and merchant_id = ${merchantId} for no key update
    )
    update api_key set revoked_at = coalesce(revoked_at, ${at}::timestamptz),
      end_reason = case when revoked_at is null then 'revoked' else end_reason end
    from former where id = former_id returning ${columns}, in_force as "wasInForce"`.execute(statement);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { wasInForce, ...key } = row;
  return { key, wasInForce };
}

/** Ends a merchant's keys in force. @returns them; with `keep` as they are. */
export async function endApiKeys(
  tx: Tx,
  merchantId: string,
  { reason, at, keep }: { reason: KeyEndReason; at: Date; keep: boolean },
): Promise<ApiKey[]> {
  const inForce = sql`merchant_id = ${merchantId} and revoked_at is null`;
  const { rows } = await (
    keep
      ? sql<ApiKey>`select ${columns} from api_key where ${inForce} order by id`
      : sql<ApiKey>`update api_key set revoked_at = ${at}, end_reason = ${reason} where ${inForce} returning ${columns}`
  ).execute(tx);
  return rows;
}

/** The merchant of a key. */
export interface KeyOwner {
  id: string;
  keyId: string;
  /** Requests of all of its keys; 0 is no limit. */
  requestsSecond: number;
}

/** The merchant of a key that is in force; a blocked merchant has none. */
export async function readKeyOwner(db: Reader, hash: Buffer): Promise<KeyOwner | undefined> {
  const { rows } = await sql<KeyOwner>`
    select account.id, api_key.id as "keyId", coalesce(requests_second, 0) as "requestsSecond"
    from api_key join account on account.id = api_key.merchant_id
    left join merchant_limit on merchant_limit.merchant_id = account.id
    where hash = ${hash} and revoked_at is null and blocked_at is null`.execute(db);
  return rows[0];
}

/** Whether a key, by its id, is in force; a blocked merchant has none. */
export async function isKeyInForce(db: Reader, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from api_key join account on account.id = api_key.merchant_id
    where api_key.id = ${id} and revoked_at is null and blocked_at is null`.execute(db);
  return rows.length > 0;
}

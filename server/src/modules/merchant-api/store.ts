import type { KeyScope } from '@kantor/contract/plain/api-keys.ts';
import { sql } from 'kysely';
import { type Locked, type Reader, type Statement, type Tx } from '../../db/tx.ts';
import type { Account } from '../accounts/index.ts';

export interface ApiKey {
  id: string;
  name: string;
  scopes: KeyScope[];
  /** Networks; empty: it may be used from anywhere. */
  addresses: string[];
  isTest: boolean;
  createdAt: Date;
  /** Null: it does not run out. */
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  /** Null while nothing but its time ends it. */
  revokedAt: Date | null;
  /** Null also of keys that ended before reasons were kept. */
  endReason: KeyEndReason | null;
}

/** The merchant has revoked it, or it ended with a new password or a block. */
export type KeyEndReason = 'revoked' | 'password' | 'blocked';

const columns = sql`id, name, scopes, addresses::text[] as addresses, is_test as "isTest", created_at as "createdAt",
  expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt", end_reason as "endReason"`;

const inForce = (at: Date) => sql<boolean>`(revoked_at is null and (expires_at is null or expires_at > ${at}))`;

/** What a key is made with. */
export interface KeyTerms {
  /** The merchant's own name of it. */
  name: string;
  scopes: readonly KeyScope[];
  /** Addresses and networks; of a network written by one of its addresses the network is kept. */
  addresses: readonly string[];
  expiresAt: Date | null;
  isTest: boolean;
}

interface NewApiKey extends KeyTerms {
  id: string;
  merchantId: string;
  /** SHA-256 of the key. */
  hash: Buffer;
  at: Date;
}

export async function insertApiKey(statement: Statement, key: NewApiKey): Promise<ApiKey> {
  const { rows } = await sql<ApiKey>`
    insert into api_key (id, merchant_id, name, hash, scopes, addresses, is_test, expires_at, created_at)
    values (${key.id}, ${key.merchantId}, ${key.name}, ${key.hash}, ${key.scopes}::text[],
      (select coalesce(array_agg(distinct network(each)), '{}') from unnest(${key.addresses}::inet[]) as each),
      ${key.isTest}, ${key.expiresAt}, ${key.at})
    returning ${columns}`.execute(statement);
  const [made] = rows;
  if (made === undefined) throw new Error('A key was not kept');
  return made;
}

/** The most ended keys that are listed. */
const MAX_ENDED = 50;

/** A merchant's keys, newest first: all in force, and the last that ended. */
export async function readApiKeys(db: Reader, merchantId: string, at: Date): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKey>`
    (select ${columns} from api_key where merchant_id = ${merchantId} and ${inForce(at)})
    union all
    (select ${columns} from api_key where merchant_id = ${merchantId} and not ${inForce(at)}
      order by least(revoked_at, expires_at) desc, id limit ${MAX_ENDED})
    order by 1 desc`.execute(db);
  return rows;
}

/** The number of a merchant's keys in force; the merchant's lock keeps two requests from making the last key at once. */
export async function countKeysInForce(tx: Tx, merchant: Locked<Account>, at: Date): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from api_key where merchant_id = ${merchant.id} and ${inForce(at)}`.execute(tx);
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
  const unrevoked = sql`merchant_id = ${merchantId} and revoked_at is null`;
  const { rows } = await (
    keep
      ? sql<ApiKey>`select ${columns} from api_key where ${unrevoked} order by id`
      : sql<ApiKey>`update api_key set revoked_at = ${at}, end_reason = ${reason} where ${unrevoked} returning ${columns}`
  ).execute(tx);
  return rows;
}

/** The merchant of a key, and what the key opens. */
export interface KeyOwner {
  id: string;
  keyId: string;
  scopes: KeyScope[];
  addresses: string[];
  isTest: boolean;
  expiresAt: Date | null;
  /** Requests of all of its keys; 0 is no limit. */
  requestsSecond: number;
}

/** The merchant of a key that was not revoked, though its time may be over; a blocked merchant has none. */
export async function readKeyOwner(db: Reader, hash: Buffer): Promise<KeyOwner | undefined> {
  const { rows } = await sql<KeyOwner>`
    select account.id, api_key.id as "keyId", scopes, addresses::text[] as addresses, is_test as "isTest",
      expires_at as "expiresAt", coalesce(requests_second, 0) as "requestsSecond"
    from api_key join account on account.id = api_key.merchant_id
    left join merchant_limit on merchant_limit.merchant_id = account.id
    where hash = ${hash} and revoked_at is null and blocked_at is null`.execute(db);
  return rows[0];
}

/** Whether a key, by its id, is in force; a blocked merchant has none. */
export async function isKeyInForce(db: Reader, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    select from api_key join account on account.id = api_key.merchant_id
    where api_key.id = ${id} and ${inForce(at)} and blocked_at is null`.execute(db);
  return rows.length > 0;
}

/** When a key was used, to a minute. */
export interface KeyUse {
  id: string;
  at: Date;
}

/** Keeps when keys were used last. A row in other hands is passed over: its next use is kept. */
export async function keepKeyUses(statement: Statement, uses: readonly KeyUse[]): Promise<void> {
  await sql`
    with used as (
      select id, at from unnest(${uses.map(({ id }) => id)}::uuid[], ${uses.map(({ at }) => at)}::timestamptz[]) as use (id, at)
      join api_key using (id) where last_used_at is null or last_used_at < at
      order by id for no key update of api_key skip locked
    )
    update api_key set last_used_at = used.at from used where api_key.id = used.id`.execute(statement);
}

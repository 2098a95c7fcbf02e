import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Reader, singleStatement, transaction, type Tx } from '../../db/tx.ts';
import type { Database } from '../../db/pool.ts';
import type { Authenticate } from '../../http/endpoint.ts';
import { cached } from '../../kernel/cached.ts';
import { type Clock, SECOND } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { conflict, notFound, unauthorized } from '../../kernel/errors.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

const hashOf = (key: string) => createHash('sha256').update(key).digest();

const newKey = () => `kantor_${randomBytes(32).toString('base64url')}`;

interface NewApiKey {
  merchantId: string;
  /** What the merchant calls it. */
  name: string;
  /** A random one when absent. */
  key?: string;
  at: Date;
}

/** Makes a key for a merchant's server. @returns the key, which is shown now or never: only its hash is kept. */
export async function createApiKey(tx: Tx, { key = newKey(), ...request }: NewApiKey): Promise<string> {
  await insertApiKey(tx, { ...request, hash: hashOf(key) });
  return key;
}

export interface ApiKey {
  id: string;
  name: string;
  createdAt: Date;
  /** Null while it is in force. */
  revokedAt: Date | null;
}

const columns = sql`id, name, created_at as "createdAt", revoked_at as "revokedAt"`;

async function insertApiKey(
  tx: Tx,
  { merchantId, name, hash, at }: { merchantId: string; name: string; hash: Buffer; at: Date },
): Promise<ApiKey | undefined> {
  const { rows } = await sql<ApiKey>`
    insert into api_key (id, merchant_id, name, hash, created_at)
    values (${newId(at)}, ${merchantId}, ${name}, ${hash}, ${at}) returning ${columns}`.execute(tx);
  return rows[0];
}

/** A merchant has at most this many keys in force, and sees at most this many that are not. */
const MOST_KEYS = 20;
const MOST_REVOKED = 50;

/** A merchant's keys, newest first: all in force, and the last that were revoked. */
export async function readApiKeys(db: Reader, merchantId: string): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKey>`
    (select ${columns} from api_key where merchant_id = ${merchantId} and revoked_at is null)
    union all
    (select ${columns} from api_key where merchant_id = ${merchantId} and revoked_at is not null
      order by revoked_at desc, id limit ${MOST_REVOKED})
    order by id desc`.execute(db);
  return rows;
}

/** Locks a merchant's row: of two who would make the last key, one does. */
async function lockMerchant(tx: Tx, merchantId: string): Promise<void> {
  await sql`select from users where id = ${merchantId} for no key update`.execute(tx);
}

/** @throws ApiError 409 `too_many_keys`. */
export async function addApiKey(
  { db, clock }: Deps,
  merchantId: string,
  name: string,
): Promise<ApiKey & { key: string }> {
  const key = newKey();
  const hash = hashOf(key);
  return transaction(db, async (tx) => {
    await lockMerchant(tx, merchantId);
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from api_key where merchant_id = ${merchantId} and revoked_at is null`.execute(tx);
    const made =
      Number(rows[0]?.n) < MOST_KEYS ? await insertApiKey(tx, { merchantId, name, hash, at: clock() }) : undefined;
    if (made === undefined) {
      throw conflict('too_many_keys', `Действующих ключей не может быть больше ${MOST_KEYS}. Отзовите ненужный`);
    }
    return { ...made, key };
  });
}

/** From then on no server lets the key in, after KEY_TTL_MS at the latest; a second time changes nothing. @throws ApiError 404. */
export async function revokeApiKey({ db, clock }: Deps, merchantId: string, id: string): Promise<ApiKey> {
  const { rows } = await singleStatement(db, (tx) =>
    sql<ApiKey>`
      update api_key set revoked_at = coalesce(revoked_at, ${clock()}::timestamptz)
      where id = ${id} and merchant_id = ${merchantId} returning ${columns}`.execute(tx),
  );
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}

/** The merchant of a key that is in force; a blocked merchant has none. */
async function readMerchantId(db: Reader, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select users.id from api_key join users on users.id = api_key.merchant_id
    where hash = ${hashOf(key)} and revoked_at is null and blocked_at is null`.execute(db);
  return rows[0]?.id;
}

/** How long the revocation of a key or the block of a merchant may go unnoticed. */
const KEY_TTL_MS = 5 * SECOND;
const MAX_CACHED = 1_000;

/** Authentication of the merchant API: the key as a bearer token. */
export function apiKeyAuthentication({ db, clock }: Deps): Authenticate {
  const merchants = cached({
    read: (key) => readMerchantId(db, key),
    clock,
    ttlMs: KEY_TTL_MS,
    maxKeys: MAX_CACHED,
  });
  return async ({ headers }) => {
    const key = /^Bearer (\S{1,256})$/.exec(headers.authorization ?? '')?.[1];
    const id = key && (await merchants.get(key));
    if (!id) throw unauthorized('Неверный ключ API', 'bad_api_key');
    return { id, role: 'merchant' };
  };
}

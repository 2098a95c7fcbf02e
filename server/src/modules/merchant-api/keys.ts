import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../db/tx.ts';
import type { Database } from '../../db/pool.ts';
import type { Authenticate } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { remember } from '../../kernel/remember.ts';
import { unauthorized } from '../../kernel/errors.ts';

const hashOf = (key: string) => createHash('sha256').update(key).digest();

interface NewApiKey {
  merchantId: string;
  /** What the merchant calls it. */
  name: string;
  /** A random one when absent. */
  key?: string;
  at: Date;
}

/** Makes a key for a merchant's server. @returns the key, which is shown now or never: only its hash is kept. */
export async function createApiKey(tx: Tx, { merchantId, name, key, at }: NewApiKey): Promise<string> {
  const secret = key ?? `kantor_${randomBytes(32).toString('base64url')}`;
  await sql`
    insert into api_key (id, merchant_id, name, hash, created_at)
    values (${newId(at)}, ${merchantId}, ${name}, ${hashOf(secret)}, ${at})`.execute(tx);
  return secret;
}

/** The merchant of a key that is in force; a blocked merchant has none. */
async function readMerchantId(db: Reader, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select users.id from api_key join users on users.id = api_key.merchant_id
    where hash = ${hashOf(key)} and revoked_at is null and blocked_at is null`.execute(db);
  return rows[0]?.id;
}

/** How long the revocation of a key or the block of a merchant may go unnoticed. Milliseconds. */
const STALE_AFTER = 5_000;
const REMEMBERED = 1_000;

/** Authentication of the merchant API: the key as a bearer token. */
export function apiKeyAuthentication({ db, clock }: { db: Database; clock: Clock }): Authenticate {
  const merchants = remember({
    read: (key) => readMerchantId(db, key),
    clock,
    staleAfter: STALE_AFTER,
    limit: REMEMBERED,
  });
  return async ({ headers }) => {
    const key = /^Bearer (\S{1,256})$/.exec(headers.authorization ?? '')?.[1];
    const id = key && (await merchants.get(key));
    if (!id) throw unauthorized('Неверный ключ API', 'bad_api_key');
    return { id, role: 'merchant' };
  };
}

import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../../db/pool.ts';
import { type Statement, transaction } from '../../../db/tx.ts';
import type { Authenticate } from '../../../http/endpoint.ts';
import type { PersonActor } from '../../../kernel/actor.ts';
import { cached } from '../../../kernel/cached.ts';
import { type Clock, SECOND } from '../../../kernel/clock.ts';
import { conflict, notFound, RateLimited, unauthorized } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { createRateLimiter } from '../../../kernel/rate-limiter.ts';
import { lockAccount } from '../../accounts/index.ts';
import { appendAudit } from '../../audit/index.ts';
import { type ApiKey, countKeysInForce, endApiKey, insertApiKey, type KeyOwner, readKeyOwner } from '../store.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

const hashOf = (key: string) => createHash('sha256').update(key).digest();

const newKey = () => `kantor_${randomBytes(32).toString('base64url')}`;

interface ApiKeyRequest {
  merchantId: string;
  /** The merchant's own name of it. */
  name: string;
  /** A random one when absent. */
  key?: string;
  at: Date;
}

/** A key that was just made. Its text is shown now or never: only its hash is kept. */
export type MadeApiKey = ApiKey & { key: string };

/** Makes a key for a merchant's server, however many there are. @returns its text. */
export async function createApiKey(statement: Statement, request: ApiKeyRequest): Promise<string> {
  return (await makeApiKey(statement, request)).key;
}

async function makeApiKey(
  statement: Statement,
  { merchantId, name, key = newKey(), at }: ApiKeyRequest,
): Promise<MadeApiKey> {
  const id = newId(at);
  await insertApiKey(statement, { id, merchantId, name, hash: hashOf(key), at });
  return { id, name, createdAt: at, revokedAt: null, endReason: null, key };
}

/** A merchant has at most this many keys in force. */
const MAX_KEYS = 20;

/** @throws ApiError 409 `too_many_keys`. */
export function addApiKey({ db, clock }: Deps, actor: PersonActor, name: string): Promise<MadeApiKey> {
  const merchantId = actor.accountId;
  const at = clock();
  return transaction(db, async (tx) => {
    const merchant = await lockAccount(tx, merchantId);
    if (merchant === undefined) throw notFound();
    if ((await countKeysInForce(tx, merchant)) >= MAX_KEYS) {
      throw conflict('too_many_keys', `Действующих ключей не может быть больше ${MAX_KEYS}. Отзовите ненужный`);
    }
    const made = await makeApiKey(tx, { merchantId, name, at });
    const object = { kind: 'api_key', id: made.id };
    await appendAudit(tx, { actor, action: 'create-api-key', object, before: null, after: { name } }, at);
    return made;
  });
}

/** Revokes a key: every server refuses it after KEY_TTL_MS at the latest. A repeat changes nothing. @throws ApiError 404. */
export async function revokeApiKey({ db, clock }: Deps, actor: PersonActor, id: string): Promise<ApiKey> {
  const at = clock();
  return transaction(db, async (tx) => {
    const ended = await endApiKey(tx, { merchantId: actor.accountId, id }, at);
    if (ended === undefined) throw notFound();
    const { key, wasInForce } = ended;
    if (wasInForce) {
      const object = { kind: 'api_key', id };
      await appendAudit(tx, { actor, action: 'revoke-api-key', object, before: { name: key.name }, after: {} }, at);
    }
    return key;
  });
}

/** The revocation of a key or the block of a merchant may go unnoticed so long. */
const KEY_TTL_MS = 5 * SECOND;
const MAX_CACHED = 1_000;

/** Counts the requests of merchants, in this process alone. @throws ApiError 429 beyond the merchant's limit. */
function createRequestLimit(clock: Clock): (merchant: KeyOwner) => void {
  // One for each limit in force: there are few different ones.
  const limiters = new Map<number, ReturnType<typeof createRateLimiter>>();
  return ({ id, requestsSecond: points }) => {
    if (points === 0) return;
    const limiter = limiters.get(points) ?? createRateLimiter({ points, windowMs: SECOND, clock, maxKeys: MAX_CACHED });
    limiters.set(points, limiter);
    const wait = limiter.consume(id);
    if (wait > 0)
      throw new RateLimited(
        `Слишком часто: можно не больше ${points} запросов в секунду. Повторите через секунду`,
        wait,
      );
  };
}

/** Authentication of the merchant API: the key as a bearer token. */
export function apiKeyAuthentication({ db, clock }: Deps): Authenticate {
  const merchants = cached({
    read: (key) => readKeyOwner(db, hashOf(key)),
    clock,
    ttlMs: KEY_TTL_MS,
    maxKeys: MAX_CACHED,
  });
  const takeRequest = createRequestLimit(clock);
  return async ({ headers }) => {
    const key = /^Bearer (\S{1,256})$/.exec(headers.authorization ?? '')?.[1];
    const merchant = key && (await merchants.get(key));
    if (!merchant) throw unauthorized('Неверный ключ API', 'bad_api_key');
    takeRequest(merchant);
    return { id: merchant.id, role: 'merchant', apiKey: { id: merchant.keyId } };
  };
}

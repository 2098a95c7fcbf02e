import { createHash, randomBytes } from 'node:crypto';
import { KEY_SCOPES, USUAL_SCOPES } from '@kantor/contract/plain/api-keys.ts';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../../db/pool.ts';
import { type Statement, transaction } from '../../../db/tx.ts';
import type { Authenticate } from '../../../http/endpoint.ts';
import type { PersonActor } from '../../../kernel/actor.ts';
import { cached } from '../../../kernel/cached.ts';
import { type Clock, SECOND } from '../../../kernel/clock.ts';
import { badRequest, conflict, forbidden, notFound, RateLimited, unauthorized } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { within } from '../../../kernel/networks.ts';
import { createRateLimiter } from '../../../kernel/rate-limiter.ts';
import { lockAccount } from '../../accounts/index.ts';
import { appendAudit } from '../../audit/index.ts';
import {
  type ApiKey,
  countKeysInForce,
  endApiKey,
  insertApiKey,
  type KeyOwner,
  type KeyTerms,
  readKeyOwner,
} from '../store.ts';
import type { KeyUses } from './key-uses.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

const hashOf = (key: string) => createHash('sha256').update(key).digest();

const newKey = (isTest: boolean) => `kantor_${isTest ? 'test' : 'live'}_${randomBytes(32).toString('base64url')}`;

type ApiKeyRequest = Partial<KeyTerms> & {
  merchantId: string;
  /** The merchant's own name of it. */
  name: string;
  /** A random one when absent. */
  key?: string;
  at: Date;
};

/** A key that was just made. Its text is shown now or never: only its hash is kept. */
export type MadeApiKey = ApiKey & { key: string };

/** Makes a key for a merchant's server, however many there are. @returns its text. */
export async function createApiKey(statement: Statement, request: ApiKeyRequest): Promise<string> {
  return (await makeApiKey(statement, request)).key;
}

async function makeApiKey(statement: Statement, request: ApiKeyRequest): Promise<MadeApiKey> {
  const { merchantId, name, at, isTest = false, key = newKey(isTest) } = request;
  const { scopes = USUAL_SCOPES, addresses = [], expiresAt = null } = request;
  const terms = { name, addresses, expiresAt, isTest, scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)) };
  const made = await insertApiKey(statement, { ...terms, id: newId(at), merchantId, hash: hashOf(key), at });
  return { ...made, key };
}

/** What the journal tells of a new key: what it has beyond the usual. */
const factsOf = ({ name, scopes, addresses, expiresAt, isTest }: ApiKey) => ({
  name,
  scopes: scopes.join(', '),
  ...(addresses.length > 0 && { addresses: addresses.join(', ') }),
  ...(expiresAt && { expires_at: expiresAt.toISOString() }),
  ...(isTest && { is_test: true }),
});

/** A merchant has at most this many keys in force. */
const MAX_KEYS = 20;

/** @throws ApiError 409 `too_many_keys`, 400 for an end that has come. */
export async function addApiKey({ db, clock }: Deps, actor: PersonActor, terms: KeyTerms): Promise<MadeApiKey> {
  const merchantId = actor.accountId;
  const at = clock();
  if (terms.expiresAt !== null && terms.expiresAt <= at) throw badRequest({ expires_at: ['Укажите время в будущем'] });
  return transaction(db, async (tx) => {
    const merchant = await lockAccount(tx, merchantId);
    if (merchant === undefined) throw notFound();
    if ((await countKeysInForce(tx, merchant, at)) >= MAX_KEYS) {
      throw conflict('too_many_keys', `Действующих ключей не может быть больше ${MAX_KEYS}. Отзовите ненужный`);
    }
    const made = await makeApiKey(tx, { merchantId, ...terms, at });
    const object = { kind: 'api_key', id: made.id };
    await appendAudit(tx, { actor, action: 'create-api-key', object, before: null, after: factsOf(made) }, at);
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

/** A key as it is remembered: its networks are ready to be asked. */
interface KnownKey extends KeyOwner {
  isAllowed: (address: string) => boolean;
}

async function readKnownKey(db: Database, key: string): Promise<KnownKey | undefined> {
  const owner = await readKeyOwner(db, hashOf(key));
  return owner && { ...owner, isAllowed: within(owner.addresses) };
}

const DAYS = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeZone: 'Europe/Moscow' });

/** @throws ApiError 401 once the key's time is over, 403 for an address that is not of its networks. */
function assertUsable({ expiresAt, isAllowed }: KnownKey, address: string, at: Date): void {
  if (expiresAt !== null && expiresAt <= at) {
    const day = DAYS.format(expiresAt);
    throw unauthorized(
      `Срок действия ключа API истёк ${day}. Создайте новый в разделе «Разработчику»`,
      'api_key_expired',
    );
  }
  if (!isAllowed(address)) {
    throw forbidden(
      `Этим ключом API нельзя пользоваться с адреса ${address}. Разрешён другой список адресов`,
      'address_refused',
    );
  }
}

interface Authentication extends Deps {
  uses: KeyUses;
  /** Told whose request it is, also of one that is refused. */
  identify: (request: FastifyRequest, asker: { merchantId: string; apiKeyId: string }) => void;
}

const NO_KEY = 'Передайте ключ API: заголовок Authorization: Bearer kantor_…';
const BAD_KEY = 'Ключ API неверен или отозван: проверьте заголовок Authorization: Bearer kantor_…';

/** Authentication of the merchant API: the key as a bearer token. */
export function apiKeyAuthentication({ db, clock, uses, identify }: Authentication): Authenticate {
  const keys = cached({ read: (key) => readKnownKey(db, key), clock, ttlMs: KEY_TTL_MS, maxKeys: MAX_CACHED });
  const takeRequest = createRequestLimit(clock);
  return async (request) => {
    const sent = /^Bearer (\S{1,256})$/.exec(request.headers.authorization ?? '')?.[1];
    const key = sent && (await keys.get(sent));
    if (!key) {
      const isSent = request.headers.authorization !== undefined;
      throw unauthorized(isSent ? BAD_KEY : NO_KEY, 'bad_api_key');
    }
    identify(request, { merchantId: key.id, apiKeyId: key.keyId });
    assertUsable(key, request.ip, clock());
    takeRequest(key);
    uses.note(key.keyId);
    return { id: key.id, role: 'merchant', apiKey: { id: key.keyId, scopes: key.scopes, isTest: key.isTest } };
  };
}

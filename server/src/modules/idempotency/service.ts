import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/pool.ts';
import type { Reader, Tx } from '../../db/tx.ts';
import { after } from '../../kernel/clock.ts';
import { badRequest, conflict, ApiError } from '../../kernel/errors.ts';

/** One POST under an Idempotency-Key. */
export interface IdempotentRequest {
  ownerId: string;
  key: string;
  /** SHA-256 of what was asked: method, address and body. */
  hash: Buffer;
  at: Date;
}

/** How long an answer is replayed. */
const KEPT = 24 * 60 * 60_000;

/**
 * @param content what the request carries, when that is not JSON.
 * @throws ApiError 400 when the header is absent, too long or no plain text.
 */
export function idempotentRequest(
  request: FastifyRequest,
  ownerId: string,
  at: Date,
  content: unknown = request.body,
): IdempotentRequest {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw badRequest({
      'Idempotency-Key': ['Передайте заголовок Idempotency-Key: от 1 до 255 латинских символов без пробелов'],
    });
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, content ?? null]))
    .digest();
  return { ownerId, key, hash, at };
}

/** What is kept under a request's key; `same` and `kept` are null where there is nothing. */
interface Kept {
  same: boolean | null;
  kept: string | null;
}

/** @throws ApiError 422 when the key came with another request. */
function parseKept<Answer extends z.ZodType>(answer: Answer, found: Kept | undefined): z.output<Answer> | undefined {
  if (found?.same === false) {
    throw new ApiError(422, 'idempotency_mismatch', 'Этот ключ уже использован для другого запроса');
  }
  return found?.kept ? answer.parse(JSON.parse(found.kept)) : undefined;
}

const ofRequest = ({ ownerId, key }: IdempotentRequest) => sql`owner_id = ${ownerId} and key = ${key}`;

/**
 * What an earlier request with this key was answered, before dear work is done for the effect; `once` still decides.
 * @throws ApiError 422 when the key came with another request.
 */
export async function keptAnswer<Answer extends z.ZodType>(
  db: Reader,
  request: IdempotentRequest,
  answer: Answer,
): Promise<z.output<Answer> | undefined> {
  const { rows } = await sql<Kept>`
    select request_hash = ${request.hash} as same, answer as kept from idempotency_key where ${ofRequest(request)}`.execute(
    db,
  );
  return parseKept(answer, rows[0]);
}

const running = () => conflict('idempotency_running', 'Запрос с этим ключом ещё выполняется. Повторите его чуть позже');

/**
 * Runs `work` once for a key: its answer is kept in the transaction of its effect, so both are there or neither is. A refusal
 * leaves nothing behind and may be tried again with the same key.
 * @param answer the schema that writes the answer to the wire and reads it back.
 * @throws ApiError 409 while the first request still runs, 422 when the key came with another request.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export async function once<Answer extends z.ZodType>(
  tx: Tx,
  request: IdempotentRequest,
  answer: Answer,
  work: () => Promise<z.output<Answer>>,
): Promise<z.output<Answer>> {
  // The lock says "running" without waiting; should a hash collision lend it to another key, that one is asked to retry.
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${request.ownerId}/${request.key}`}, 0)) as free`.execute(tx);
  if (!rows[0]?.free) throw running();
  // A look of its own: one that began before the lock would miss what the first request committed just then.
  const before = await keptAnswer(tx, request, answer);
  if (before !== undefined) return before;
  const result = await work();
  await sql`
    insert into idempotency_key (owner_id, key, request_hash, answer, created_at)
    values (${request.ownerId}, ${request.key}, ${request.hash}, ${JSON.stringify(z.encode(answer, result))}, ${request.at})`.execute(
    tx,
  );
  return result;
}

/** Forgets answers that are no longer replayed. */
export async function forgetOldAnswers(db: Database, at: Date): Promise<void> {
  await sql`delete from idempotency_key where created_at < ${after(at, -KEPT)}`.execute(db);
}

/** As `once`, for calls of the web: there the key is not required, and without it the work is simply done. */
export function onceIfKeyed<Answer extends z.ZodType>(
  tx: Tx,
  request: IdempotentRequest | undefined,
  answer: Answer,
  work: () => Promise<z.output<Answer>>,
): Promise<z.output<Answer>> {
  return request === undefined ? work() : once(tx, request, answer, work);
}

/** The idempotent request of a web's call, if it sent a key. */
export const optionalKey = (request: FastifyRequest, ownerId: string, at: Date): IdempotentRequest | undefined =>
  request.headers['idempotency-key'] === undefined ? undefined : idempotentRequest(request, ownerId, at);

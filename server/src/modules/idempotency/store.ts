import { sql } from 'kysely';
import type { Reader, Statement, Tx } from '../../db/tx.ts';

/** A merchant's or a trader's own name of one request. */
export interface RequestKey {
  ownerId: string;
  key: string;
}

/**
 * Takes a key until the end of the transaction, without waiting. Should a hash collision lend the lock to another key, that
 * one's request is asked to retry.
 * @returns whether the key was free.
 */
export async function takeKey(tx: Tx, { ownerId, key }: RequestKey): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${ownerId}/${key}`}, 0)) as "isFree"`.execute(tx);
  return rows[0]?.isFree === true;
}

interface KeptAnswer {
  /** Whether it was given to the same request. */
  isSame: boolean;
  /** JSON. */
  answer: string;
}

/** The answer that is kept under a request's key; undefined when there is none. */
export async function readAnswer(
  db: Reader,
  { ownerId, key, hash }: RequestKey & { hash: Buffer },
): Promise<KeptAnswer | undefined> {
  const { rows } = await sql<KeptAnswer>`
    select request_hash = ${hash} as "isSame", answer from idempotency_key
    where owner_id = ${ownerId} and key = ${key}`.execute(db);
  return rows[0];
}

interface NewAnswer extends RequestKey {
  hash: Buffer;
  answer: string;
  at: Date;
}

/** Keeps an answer, in the transaction of its effect. */
export async function insertAnswer(tx: Tx, { ownerId, key, hash, answer, at }: NewAnswer): Promise<void> {
  await sql`
    insert into idempotency_key (owner_id, key, request_hash, answer, created_at)
    values (${ownerId}, ${key}, ${hash}, ${answer}, ${at})`.execute(tx);
}

export async function deleteAnswers(statement: Statement, before: Date): Promise<void> {
  await sql`delete from idempotency_key where created_at < ${before}`.execute(statement);
}

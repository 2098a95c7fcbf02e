import { sql } from 'kysely';
import { later, type Reader, type Statement, type Tx } from '../../db/tx.ts';

/** A merchant's or a trader's own name of one request. */
export interface RequestKey {
  ownerId: string;
  key: string;
}

/**
 * Takes keys until the end of the transaction, without waiting. Should a hash collision lend the lock to another key, that
 * one's request is asked to retry.
 * @returns for each whether it was free.
 */
export async function takeKeys(tx: Tx, keys: readonly RequestKey[]): Promise<boolean[]> {
  const names = keys.map(({ ownerId, key }) => `${ownerId}/${key}`);
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(name, 0)) as "isFree"
    from unnest(${names}::text[]) with ordinality as key (name, place) order by place`.execute(tx);
  return rows.map(({ isFree }) => isFree);
}

/** For each key whether an answer is kept under it. */
export async function haveAnswers(tx: Tx, keys: readonly RequestKey[]): Promise<boolean[]> {
  const { rows } = await sql<{ isKept: boolean }>`
    select coalesce((
      select true from idempotency_key as kept where kept.owner_id = asked.owner_id and kept.key = asked.key
    ), false) as "isKept"
    from unnest(${keys.map(({ ownerId }) => ownerId)}::uuid[], ${keys.map(({ key }) => key)}::text[]) with ordinality
      as asked (owner_id, key, place) order by place`.execute(tx);
  return rows.map(({ isKept }) => isKept);
}

export interface KeptAnswer {
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

/** Keeps answers, in the transaction of their effects: with its next statement, or the commit. */
export async function insertAnswers(tx: Tx, answers: readonly NewAnswer[]): Promise<void> {
  const each = <Value>(valueOf: (answer: NewAnswer) => Value) => answers.map((answer) => valueOf(answer));
  await later(
    tx,
    sql`
    insert into idempotency_key (owner_id, key, request_hash, answer, created_at)
    select * from unnest(${each(({ ownerId }) => ownerId)}::uuid[], ${each(({ key }) => key)}::text[],
      ${each(({ hash }) => hash)}::bytea[], ${each(({ answer }) => answer)}::text[], ${each(({ at }) => at)}::timestamptz[])`,
  );
}

export async function deleteAnswers(statement: Statement, before: Date): Promise<void> {
  await sql`delete from idempotency_key where created_at < ${before}`.execute(statement);
}

import { sql } from 'kysely';
import type { Reader, Statement, Tx } from '../../../db/tx.ts';

/** A person's authenticator application. */
export interface Totp {
  sealed: Buffer;
  /** Of the last code that was taken. */
  lastStep: number;
}

export async function readTotp(db: Reader, personId: string): Promise<Totp | undefined> {
  const { rows } = await sql<{ sealed: Buffer; lastStep: bigint }>`
    select sealed, last_step as "lastStep" from totp where person_id = ${personId}`.execute(db);
  return rows[0] && { sealed: rows[0].sealed, lastStep: Number(rows[0].lastStep) };
}

/** Takes the place of the former one. */
export async function writeTotp(
  tx: Statement,
  { personId, sealed, step, at }: { personId: string; sealed: Buffer; step: number; at: Date },
): Promise<void> {
  await sql`
    insert into totp (person_id, sealed, last_step, created_at) values (${personId}, ${sealed}, ${step}, ${at})
    on conflict (person_id) do update set sealed = excluded.sealed, last_step = excluded.last_step,
      created_at = excluded.created_at`.execute(tx);
}

/** @returns false when a code of this step or a later one was taken before. */
export async function spendStep(tx: Statement, personId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update totp set last_step = ${step} where person_id = ${personId} and last_step < ${step} returning 1`.execute(tx);
  return rows.length > 0;
}

/** @returns false when there was none. */
export async function deleteTotp(tx: Statement, personId: string): Promise<boolean> {
  const { rows } = await sql`delete from totp where person_id = ${personId} returning 1`.execute(tx);
  return rows.length > 0;
}

/** The code of one of these hashes, if it is the person's, and whether it was used. */
export async function readRecoveryCode(
  db: Reader,
  { personId, hashes }: { personId: string; hashes: readonly Buffer[] },
): Promise<{ hash: Buffer; isUsed: boolean } | undefined> {
  const { rows } = await sql<{ hash: Buffer; isUsed: boolean }>`
    select hash, used_at is not null as "isUsed" from recovery_code
    where person_id = ${personId} and hash = any(${hashes}::bytea[])`.execute(db);
  return rows[0];
}

/** @returns false when it is none, or was used before. */
export async function spendRecoveryCode(
  tx: Statement,
  { personId, hash, at }: { personId: string; hash: Buffer; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update recovery_code set used_at = ${at}
    where person_id = ${personId} and hash = ${hash} and used_at is null returning 1`.execute(tx);
  return rows.length > 0;
}

export async function deleteRecoveryCodes(tx: Statement, personId: string): Promise<void> {
  await sql`delete from recovery_code where person_id = ${personId}`.execute(tx);
}

/** Takes the place of the former ones. */
export async function writeRecoveryCodes(tx: Tx, personId: string, hashes: readonly Buffer[]): Promise<void> {
  await deleteRecoveryCodes(tx, personId);
  await sql`
    insert into recovery_code (person_id, hash) select ${personId}, unnest(${hashes}::bytea[])`.execute(tx);
}

/** The next people's secrets after a person, as they are sealed. */
export async function readSealed(
  db: Reader,
  { after, limit }: { after: string; limit: number },
): Promise<{ personId: string; sealed: Buffer }[]> {
  const { rows } = await sql<{ personId: string; sealed: Buffer }>`
    select person_id as "personId", sealed from totp where person_id > ${after} order by person_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Puts the same secret in its place, sealed anew. A compare-and-set: one that was set up meanwhile stays. */
export async function reseal(
  statement: Statement,
  { personId, was, sealed }: { personId: string; was: Buffer; sealed: Buffer },
): Promise<void> {
  await sql`update totp set sealed = ${sealed} where person_id = ${personId} and sealed = ${was}`.execute(statement);
}

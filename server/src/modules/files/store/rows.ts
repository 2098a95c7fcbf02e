import { sql } from 'kysely';
import { lockRows, type Reader, type Tx } from '../../../db/tx.ts';
import type { StoredFile } from '../rules.ts';

/** Writes the row of a stored file, in the transaction that writes the reference to it. */
export async function insertFile(tx: Tx, file: StoredFile, ownerId: string, at: Date): Promise<void> {
  await sql`
    insert into stored_file (id, owner_id, name, media_type, size, sha256, created_at)
    values (${file.id}, ${ownerId}, ${file.name}, ${file.mediaType}, ${file.size}, ${file.sha256 ?? null}, ${at})`.execute(
    tx,
  );
}

export async function readFile(db: Reader, id: string): Promise<Pick<StoredFile, 'name' | 'mediaType'> | undefined> {
  const { rows } = await sql<Pick<StoredFile, 'name' | 'mediaType'>>`
    select name, media_type as "mediaType" from stored_file where id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Forgets a file that its object refers to no longer, in the transaction that took the reference away. Its bytes go once that is
 * committed, by a job.
 */
export async function dropFile(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`
    with gone as (delete from stored_file where id = ${id} returning id)
    insert into dropped_file (id, dropped_at) select id, ${at} from gone`.execute(tx);
}

/** Files whose bytes are still to be deleted. No two transactions get the same. */
export async function lockDroppedFiles(tx: Tx, limit: number): Promise<string[]> {
  const rows = await lockRows(
    tx,
    sql<{ id: string }>`select id from dropped_file order by dropped_at, id limit ${limit} for update skip locked`,
  );
  return rows.map(({ id }) => id);
}

/** The bytes of these are gone. */
export async function forgetDroppedFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from dropped_file where id = any(${ids}::uuid[])`.execute(tx);
}

/** What files must be, after one, in the order of their ids. `sha256` is null of those stored before it was kept. */
export async function readExpected(
  db: Reader,
  after: string,
  limit: number,
): Promise<{ id: string; size: number; sha256: Buffer | null }[]> {
  const { rows } = await sql<{ id: string; size: number; sha256: Buffer | null }>`
    select id, size, sha256 from stored_file where id > ${after} order by id limit ${limit}`.execute(db);
  return rows;
}

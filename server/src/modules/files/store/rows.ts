import { sql } from 'kysely';
import type { Reader, Tx } from '../../../db/tx.ts';
import type { StoredFile } from '../rules.ts';

/** Writes the row of a stored file, in the transaction that writes the reference to it. */
export async function insertFile(tx: Tx, file: StoredFile, ownerId: string, at: Date): Promise<void> {
  await sql`
    insert into stored_file (id, owner_id, name, media_type, size, created_at)
    values (${file.id}, ${ownerId}, ${file.name}, ${file.mediaType}, ${file.size}, ${at})`.execute(tx);
}

export async function readFile(db: Reader, id: string): Promise<Pick<StoredFile, 'name' | 'mediaType'> | undefined> {
  const { rows } = await sql<Pick<StoredFile, 'name' | 'mediaType'>>`
    select name, media_type as "mediaType" from stored_file where id = ${id}`.execute(db);
  return rows[0];
}

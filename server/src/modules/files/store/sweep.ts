import { sql } from 'kysely';
import type { Reader, Statement } from '../../../db/tx.ts';

const isNamed = sql`
  (exists (select from payout where photo_id = f.id) or exists (select from appeal_file where file_id = f.id)
    or exists (select from payer_claim_file where file_id = f.id))`;

/** Files after one, in the order of their ids: the oldest first. */
export async function readStoredFiles(
  db: Reader,
  { after, before, limit }: { after: string; before: Date; limit: number },
): Promise<{ id: string; isNamed: boolean }[]> {
  const { rows } = await sql<{ id: string; isNamed: boolean }>`
    select f.id, ${isNamed} as "isNamed" from stored_file f
    where f.id > ${after} and f.created_at <= ${before} order by f.id limit ${limit}`.execute(db);
  return rows;
}

/** Forgets those of the files that nothing names, as `dropFile` does. @returns how many. */
export async function dropUnnamed(statement: Statement, ids: readonly string[], at: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with gone as (delete from stored_file f where id = any(${ids}::uuid[]) and not ${isNamed} returning id)
    insert into dropped_file (id, dropped_at) select id, ${at} from gone`.execute(statement);
  return Number(numAffectedRows);
}

/** Those of the ids that the database knows: it has a file of that id, or is about to delete it. */
export async function readKnown(db: Reader, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from stored_file where id = any(${ids}::uuid[])
    union all select id from dropped_file where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The mark of the folder that holds this database's files. */
export async function readMark(db: Reader): Promise<string> {
  const { rows } = await sql<{ mark: string }>`select mark from file_folder`.execute(db);
  return rows[0]?.mark ?? '';
}

import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';

/** Those of these banks that a trader has requisites of, outside the archive. */
export async function readOwnBanks(
  db: Reader,
  traderId: string,
  names: readonly string[],
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from bank
    where name = any(${names}::text[]) and exists (
      select from requisite where bank_id = bank.id and trader_id = ${traderId} and archived_at is null)
    order by name`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { Reader, Statement } from '../../../db/tx.ts';

/** How a party names itself in acts. */
export interface Party {
  name: string;
  /** Tax number, address, bank: lines of free text. */
  details: string;
}

/** Undefined while nobody has written it. */
export async function readParty(db: Reader, accountId: string): Promise<Party | undefined> {
  const { rows } = await sql<Party>`select name, details from party where account_id = ${accountId}`.execute(db);
  return rows[0];
}

export async function writeParty(
  statement: Statement,
  accountId: string,
  { name, details }: Party,
  at: Date,
): Promise<void> {
  await sql`
    insert into party (account_id, name, details, changed_at) values (${accountId}, ${name}, ${details}, ${at})
    on conflict (account_id) do update set name = excluded.name, details = excluded.details, changed_at = excluded.changed_at`.execute(
    statement,
  );
}

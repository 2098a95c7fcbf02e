import { sql } from 'kysely';
import type { Database } from './pool.ts';

/** Milliseconds after which the server ends a statement of ours; 0: never, as a pooler in between has dropped what we asked for. */
export async function readStatementLimit(db: Database): Promise<number> {
  const { rows } = await sql<{ limit: number }>`
    select setting::int as limit from pg_settings where name = 'statement_timeout'`.execute(db);
  return rows[0]?.limit ?? 0;
}

/** What to say of a limit of 0. */
export const NO_LIMIT =
  'The server does not end statements: the pooler in front drops what we ask for. Let an administrator set it for the role of ' +
  "DATABASE_URL: alter role … set statement_timeout = '10s', and idle_in_transaction_session_timeout likewise.";

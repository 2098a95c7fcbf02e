import type { Database } from '@kantor/server/src/db/pool.ts';
import { sql } from 'kysely';
import { type Gate, gate } from './gates.ts';

/** Transactions that waited for each other in a circle, of so many calls: one of them was given up and tried again. */
export async function noDeadlocks(db: Database, of: number): Promise<Gate> {
  const { rows } = await sql<{ n: bigint }>`
    select deadlocks as n from pg_stat_database where datname = current_database()`.execute(db);
  return gate('transactions that waited for each other', { exactly: 0 }, Number(rows[0]?.n), { of });
}

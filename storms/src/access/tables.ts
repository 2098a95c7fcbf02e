import type { Database } from '@kantor/server/src/db/pool.ts';
import { sql } from 'kysely';

/** Processes tell in them that their jobs go on, what shops asked for before, and what keys have called, whatever is called. */
const BEATS = ['job_seen', 'order_demand', 'api_request'];

/** What a key tells of its last use, whatever is called with it. */
const USE = 'last_used_at';

/** A fingerprint of every table but those: a refused call leaves all of them as they were. */
export async function fingerprints(db: Database): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${BEATS})`.execute(db);
  const prints = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ print: string }>`
      select md5(coalesce(string_agg(row, '|' order by row), '')) as print
      from (select (to_jsonb(t) - ${USE}::text)::text as row from ${sql.table(name)} as t) as rows`.execute(db);
    prints.set(name, rows[0]?.print ?? '');
  }
  return prints;
}

/** The tables that are not as they were. */
export const changed = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...after].filter(([name, print]) => before.get(name) !== print).map(([name]) => name);

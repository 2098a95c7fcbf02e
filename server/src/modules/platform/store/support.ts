import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';

/** Bounds and switches of the server that matter to us; others may have a password in them (`archive_command`). */
const SERVER_SETTINGS = [
  'autovacuum',
  'checkpoint_timeout',
  'effective_cache_size',
  'fsync',
  'full_page_writes',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
  'lock_timeout',
  'maintenance_work_mem',
  'max_connections',
  'max_wal_size',
  'server_version',
  'shared_buffers',
  'statement_timeout',
  'synchronous_commit',
  'TimeZone',
  'wal_level',
  'work_mem',
];

/** What a database looks like from outside its rows. */
export interface DatabaseShape {
  settings: { name: string; setting: string; unit: string | null }[];
  tables: { name: string; rows: number; bytes: number; dead: number; vacuumedAt: Date | null }[];
  /** Indexes that a broken `create index concurrently` left. */
  invalidIndexes: string[];
  migrations: { version: number; at: Date | null }[];
  /** Our sessions by part and state. */
  sessions: { application: string; state: string | null; waits: string | null; count: number; oldestSeconds: number }[];
}

export async function readShape(db: Reader): Promise<DatabaseShape> {
  const one = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows;
  const [settings, tables, invalid, migrations, sessions] = await Promise.all([
    one(sql<DatabaseShape['settings'][number]>`
      select name, setting, unit from pg_settings where name = any(${SERVER_SETTINGS}) order by name`),
    one(sql<DatabaseShape['tables'][number]>`
      select relname as name, n_live_tup::float8 as rows, pg_total_relation_size(relid)::float8 as bytes, n_dead_tup::float8 as dead,
        greatest(last_vacuum, last_autovacuum) as "vacuumedAt"
      from pg_stat_user_tables where schemaname = current_schema() order by 3 desc`),
    one(sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index where not indisvalid order by 1`),
    one(sql<DatabaseShape['migrations'][number]>`
      select version::int, run_at as at from schema_version where version > 0 order by version`),
    one(sql<DatabaseShape['sessions'][number]>`
      select application_name as application, state, wait_event as waits, count(*)::int as count,
        coalesce(max(extract(epoch from clock_timestamp() - state_change)), 0)::float8 as "oldestSeconds"
      from pg_stat_activity where datname = current_database() and application_name like 'kantor %'
      group by 1, 2, 3 order by 1, 2, 3`),
  ]);
  return { settings, tables, invalidIndexes: invalid.map(({ name }) => name), migrations, sessions };
}

import { fileURLToPath } from 'node:url';
import Postgrator from 'postgrator';
import { grantTo } from './grants.ts';
import { createClient, LONG_QUERY_LIMIT_MS } from './limits.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations/*.sql', import.meta.url));
/** An arbitrary number that all processes of the product agree on. */
const MIGRATION_LOCK = 727_001;

interface MigrateOptions {
  /** Up to which; the newest unless given. */
  version?: string;
  /** The role that gets its rights; none unless given. */
  servingRole?: string;
}

/**
 * Brings the database to the newest schema; plain SQL, forward only. Several processes may start at once: one migrates, the
 * others wait. All pending files are one transaction, and the serving role's rights are a part of it.
 * @param ownerUrl of the role that owns the database.
 * @returns how many files were applied.
 */
export async function migrate(
  ownerUrl: string,
  { version = 'max', servingRole }: MigrateOptions = {},
): Promise<number> {
  // A file may change whole tables, and the others wait for whoever migrates.
  const client = createClient(ownerUrl, { part: 'migrations', queryLimitMs: LONG_QUERY_LIMIT_MS });
  try {
    await client.connect();
    const postgrator = new Postgrator({
      driver: 'pg',
      migrationPattern: MIGRATIONS,
      schemaTable: 'schema_version',
      execQuery: (query) => client.query(query),
    });
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await client.query(`set local lock_timeout = '5s'`);
    const applied = await postgrator.migrate(version);
    if (servingRole !== undefined) await grantTo(client, servingRole);
    await client.query('commit');
    return applied.length;
  } finally {
    await client.end();
  }
}

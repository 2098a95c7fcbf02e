import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { accountForPostgres, clusterHome, type Embedded, startEmbedded } from '@kantor/embedded-postgres';
import { migrate } from '../db/migrate.ts';
import { createPool, type Database } from '../db/pool.ts';
import type { Settings } from './settings.ts';

/**
 * Runs `work` on the database of the settings: the one in DATABASE_URL; or the embedded one, which is started for as long as
 * it takes unless Kantor is running on it.
 * @throws Error with a sentence for the operator when there is no way to it.
 */
export async function withDatabase<Result>(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const server = await (databaseUrl === undefined ? openEmbedded(join(dataDir, 'database')) : openGiven(databaseUrl));
  try {
    // A command may well be the first that the database sees.
    await migrate(server.url);
    const db = createPool(server.url, { max: 2 });
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  } finally {
    await server.stop();
  }
}

/** A server that others started, and others will stop. */
const borrowed = (url: string): Embedded => ({ url, stop: () => Promise.resolve() });

async function openGiven(url: string): Promise<Embedded> {
  const why = await whyClosed(url);
  if (why !== undefined) throw new Error(`The database in DATABASE_URL does not let us in: ${why}.`);
  return borrowed(url);
}

async function openEmbedded(dataDir: string): Promise<Embedded> {
  const url = runningUrl(dataDir);
  if (url !== undefined && (await whyClosed(url)) === undefined) return borrowed(url);
  return startEmbedded({ dataDir, durability: 'full' });
}

/** Where the server of the data folder would be listening if it were running, as it noted itself. */
function runningUrl(dataDir: string): string | undefined {
  const password = join(dataDir, 'database-password');
  if (!existsSync(password)) return undefined;
  const note = join(clusterHome(realpathSync(dataDir), accountForPostgres()), 'postgres', 'postmaster.pid');
  if (!existsSync(note)) return undefined;
  const port = readFileSync(note, 'utf8').split('\n')[3];
  return `postgres://kantor:${readFileSync(password, 'utf8').trim()}@127.0.0.1:${port}/kantor`;
}

/**
 * Why the server does not let us in; undefined when it does. A note may be left from a server that is gone, and its port
 * have passed to another: that one knows no such password.
 */
async function whyClosed(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    // A name with several addresses fails with an error for each, and none of its own.
    const [first] = error instanceof AggregateError ? error.errors : [error];
    return first instanceof Error ? first.message : String(first);
  } finally {
    await client.end();
  }
}

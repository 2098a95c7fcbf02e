import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Embedded, startEmbedded } from '@kantor/embedded-postgres';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import { bringUpToDate } from '@kantor/server/src/db/bring-up-to-date.ts';
import { arrangeRoles } from '@kantor/server/src/db/roles.ts';
import { createPool, type Database } from '@kantor/server/src/db/pool.ts';
import pg from 'pg';
import type { Ground } from './storm.ts';

/** PostgreSQL of the storm's own, always at one address. */
export interface StormDatabase {
  /** By the role that serves. */
  url: string;
  /** By a superuser. */
  adminUrl: string;
  /** A pool for whoever looks on; it survives the death of the server. */
  db: Database;
  /** Kills the server by SIGKILL, as a crash does, and starts it again. Resolves once it answers. @returns milliseconds until then. */
  crash: () => Promise<number>;
  /** Kills the process of one random connection by SIGKILL: the server then restarts by itself. */
  crashConnection: () => Promise<void>;
}

/** Runs statements on a connection of their own. */
export async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Gives a database the product's roles and the newest schema, whatever PostgreSQL it is of. */
export async function prepareDatabase(
  { defer }: Pick<Ground, 'defer'>,
  adminUrl: string,
): Promise<Pick<StormDatabase, 'url' | 'adminUrl' | 'db'>> {
  const urls = await arrangeRoles(adminUrl);
  await bringUpToDate(urls);
  const db = createPool(urls.serving, { max: 4 });
  defer(() => db.destroy());
  return { url: urls.serving, adminUrl, db };
}

const POSTMASTER = "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid";
const MAX_STARTS = 100;
const RETRY_MS = 20;

/**
 * Starts PostgreSQL with the newest schema.
 * @param durability `full` where it is to be killed: what was acknowledged must be there afterwards.
 */
export async function openDatabase(ground: Ground, durability: 'full' | 'none'): Promise<StormDatabase> {
  const { folder, defer, plant, signal } = ground;
  const port = await freePort();
  let running: Embedded | undefined;
  let isOver = false;
  let postmaster = 0;
  const start = async () => {
    running = await startEmbedded({ dataDir: join(folder, 'database'), durability, port });
    if (isOver) await running.stop();
    const [row] = await query<{ pid: number }>(running.url, POSTMASTER);
    postmaster = row?.pid ?? 0;
    return running.url;
  };
  const adminUrl = await start();
  defer(async () => {
    isOver = true;
    await running?.stop();
  });
  const prepared = await prepareDatabase(ground, adminUrl);
  for (const statement of plant) await query(adminUrl, statement);
  return {
    ...prepared,
    crash: async () => {
      const since = performance.now();
      process.kill(postmaster, 'SIGKILL');
      // Its folder is free as soon as its end has been seen.
      for (let tries = 0; ; tries += 1) {
        signal.throwIfAborted();
        try {
          await start();
          return performance.now() - since;
        } catch (error) {
          if (tries === MAX_STARTS) throw error;
          await delay(RETRY_MS);
        }
      }
    },
    crashConnection: async () => {
      const [row] = await query<{ pid: number }>(
        adminUrl,
        `select pid from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1`,
      );
      if (row !== undefined) process.kill(row.pid, 'SIGKILL');
    },
  };
}

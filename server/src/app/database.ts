import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { startEmbedded, type Embedded } from '@kantor/embedded-postgres';
import { MINUTE, SECOND } from '../kernel/clock.ts';
import { assertDurable } from './durability.ts';
import type { Settings } from './settings.ts';

/** A database that starts together with us, as in compose.yaml, may take this long to answer. */
const ANSWER_LIMIT_MS = MINUTE;
const RETRY_MS = SECOND / 2;

export type DatabaseNeeds = {
  settings: Settings;
  log: (sentence: string) => void;
  /** The embedded server ended by itself. */
  onLost: (error: Error) => void;
  signal: AbortSignal;
};

/** Starts the embedded server, or waits for the one in DATABASE_URL. In production it must be a durable one. */
export async function openDatabase({ settings, log, onLost, signal }: DatabaseNeeds): Promise<Embedded> {
  const database = settings.databaseUrl
    ? { url: settings.databaseUrl, stop: () => Promise.resolve() }
    : await startEmbedded({
        dataDir: join(settings.dataDir, 'database'),
        durability: 'full',
        log,
        onUnexpectedExit: onLost,
        signal,
      });
  try {
    const client = await connect(database.url, log, signal);
    try {
      if (settings.production) await assertDurable(client);
    } finally {
      await client.end();
    }
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

async function connect(url: string, log: (sentence: string) => void, signal: AbortSignal): Promise<Client> {
  const end = Date.now() + ANSWER_LIMIT_MS;
  for (let attempt = 1; ; attempt++) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end();
      const why = error instanceof Error ? error.message || error.name : String(error);
      signal.throwIfAborted();
      if (Date.now() > end || !mayPass(error)) {
        throw new Error(`The database in DATABASE_URL does not let us in: ${why}.`, { cause: error });
      }
      if (attempt === 1) log(`The database in DATABASE_URL does not answer yet (${why}); waiting for it.`);
    }
    await delay(RETRY_MS);
  }
}

/** The network may come up, and a server may finish starting (class 57); a wrong password stays wrong. */
function mayPass(error: unknown): boolean {
  return !(error instanceof DatabaseError) || (error.code ?? '').startsWith('57') || error.code === '53300';
}

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { startEmbedded, type Embedded } from '@kantor/embedded-postgres';
import { assertPlace, bringUpToDate, type DatabaseUrls } from '../db/bring-up-to-date.ts';
import { createClient } from '../db/limits.ts';
import { arrangeRoles } from '../db/roles.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { MINUTE, SECOND } from '../kernel/clock.ts';
import { assertDurable } from './durability.ts';
import { assertKeepsPrepared } from './prepared-kept.ts';
import type { Settings } from './settings.ts';

/** A database that starts together with us, as in compose.yaml, or that is just changing places, may take this long to answer. */
const ANSWER_LIMIT_MS = MINUTE;
const RETRY_MS = SECOND / 2;

export type DatabaseNeeds = {
  settings: Settings;
  /** Told in sentences how it goes. */
  log: (sentence: string) => void;
  /** The embedded server ended by itself. */
  onLost: (error: Error) => void;
  signal: AbortSignal;
  /** Told what the operator should change. */
  warn: (sentence: string) => void;
};

/**
 * Starts the embedded server, or waits for the one in DATABASE_URL, and brings it to the newest schema by the role that owns
 * it. In production it must be a durable one.
 * @returns the address of the role that serves.
 */
export async function openDatabase({ settings, log, onLost, signal, warn }: DatabaseNeeds): Promise<Embedded> {
  const { databaseUrl } = settings;
  const server = databaseUrl
    ? { url: databaseUrl, stop: () => Promise.resolve() }
    : await startEmbedded({
        dataDir: join(settings.dataDir, 'database'),
        durability: 'full',
        log,
        onUnexpectedExit: onLost,
        signal,
      });
  try {
    const given = databaseUrl && { serving: databaseUrl, owner: settings.ownerDatabaseUrl };
    const prepared = async () => {
      const urls = given || (await arrangeRoles(server.url));
      return { url: urls.serving, warning: await prepare(urls, settings, log) };
    };
    const { url, warning } = await untilAnswered(prepared, { log, signal });
    if (warning !== undefined) warn(warning);
    return { url, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Every step may be done again: the server may go at any of them. @returns a warning for the operator, if there is one. */
async function prepare(
  urls: DatabaseUrls,
  { production: isProduction, migrates, schema }: Settings,
  say: (sentence: string) => void,
): Promise<string | undefined> {
  const connect = () => createClient(urls.serving, { part: 'start' });
  const clients = [connect(), connect()] as const;
  try {
    await Promise.all(clients.map((client) => client.connect()));
    if (isProduction) await assertDurable(clients[0]);
    await assertKeepsPrepared(...clients);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  await assertPlace(urls, schema);
  return bringUpToDate(urls, { migrates, say });
}

interface Patience {
  log: (sentence: string) => void;
  signal: AbortSignal;
  limitMs?: number;
}

/**
 * Does `work`, and again for at most a minute while the database starts, stops or changes places; says so once.
 * @throws Error with a sentence for the operator, and that of `work` when it is not about the way to the database.
 */
export async function untilAnswered<Result>(
  work: () => Promise<Result>,
  { log, signal, limitMs = ANSWER_LIMIT_MS }: Patience,
): Promise<Result> {
  const end = Date.now() + limitMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      // A name with several addresses fails with an error for each, and none of its own.
      const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
      if (!(cause instanceof Error) || !isOfTheWay(cause)) throw error;
      const why = cause.message || cause.name;
      if (Date.now() > end || !isUnavailable(cause)) {
        throw new Error(`The database in DATABASE_URL does not let us in: ${why}.`, { cause: error });
      }
      if (attempt === 1) log(`The database in DATABASE_URL does not answer yet (${why}); waiting for it.`);
    }
    await delay(RETRY_MS);
  }
}

/** The server is away, or lets us not in (class 28: a wrong password; 3D: no such database). */
const isOfTheWay = (error: Error): boolean =>
  isUnavailable(error) || (error instanceof DatabaseError && /^(28|3D)/.test(error.code ?? ''));

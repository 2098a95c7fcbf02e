import { join } from 'node:path';
import { type Embedded, startEmbedded } from '@kantor/embedded-postgres';
import { assertPlace, bringUpToDate, type DatabaseUrls } from '../db/bring-up-to-date.ts';
import { DatabaseClock } from '../db/database-clock.ts';
import { createClient } from '../db/limits.ts';
import { createPool, type Database } from '../db/pool.ts';
import { type Reads, readsOf, Replica } from '../db/replica.ts';
import { arrangeRoles } from '../db/roles.ts';
import { type Clock, SECOND } from '../kernel/clock.ts';
import { silentLog } from '../kernel/log.ts';
import type { Settings } from './settings.ts';

/** A database that a command works on. */
export interface Opened {
  db: Database;
  /** Where much is read: opened when it is first asked for. */
  openReads: () => Promise<Reads>;
  urls: DatabaseUrls;
  /** Of the embedded server: whoever may do everything. */
  admin: string | undefined;
  /** The database's. */
  clock: Clock;
  /** Milliseconds that this machine's clock is ahead of it. */
  aheadMs: number;
}

interface Access {
  /** Whether the schema is first brought up to date, or must be; otherwise it is taken as it is. */
  preparesSchema?: boolean;
}

type Place = Pick<Settings, 'databaseUrl' | 'ownerDatabaseUrl' | 'dataDir' | 'migrates' | 'replica' | 'schema'>;

/** A replica that is not fit by then is not waited for. */
const SETTLE_LIMIT_MS = 2 * SECOND;

/**
 * Opens the database of the settings: the one in DATABASE_URL; or the embedded one, which is started for as long as it takes
 * unless Kantor is running on it.
 * @throws Error with a sentence for the operator when there is no way to it.
 */
export async function withServer<Result>(
  { databaseUrl, ownerDatabaseUrl, dataDir, schema }: Place,
  work: (urls: DatabaseUrls, admin: string | undefined) => Promise<Result>,
): Promise<Result> {
  const server = await (databaseUrl === undefined
    ? startEmbedded({ dataDir: join(dataDir, 'database'), durability: 'full', join: true })
    : openGiven(databaseUrl));
  try {
    if (databaseUrl === undefined) return await work(await arrangeRoles(server.url), server.url);
    const urls = { serving: databaseUrl, owner: ownerDatabaseUrl };
    await assertPlace(urls, schema);
    return await work(urls, undefined);
  } finally {
    await server.stop();
  }
}

/** As `withServer`, with connections by the role that serves. */
export const withDatabase = <Result>(
  place: Place,
  work: (opened: Opened) => Promise<Result>,
  { preparesSchema = true }: Access = {},
): Promise<Result> =>
  withServer(place, async (urls, admin) => {
    // A command may well be the first that the database sees.
    if (preparesSchema) await bringUpToDate(urls, { migrates: place.migrates });
    const db = createPool(urls.serving, { max: 2, part: 'command' });
    const clock = new DatabaseClock({ db, log: silentLog });
    let replica: Replica | undefined;
    const openReads = async () => {
      if (place.replica === undefined) return readsOf(db);
      if (replica !== undefined) return replica;
      replica = new Replica({ db, ...place.replica, log: silentLog });
      await replica.start();
      await replica.settle(SETTLE_LIMIT_MS);
      return replica;
    };
    try {
      await clock.measure();
      return await work({ db, openReads, urls, admin, clock: clock.now, aheadMs: clock.aheadMs() });
    } finally {
      await replica?.stop();
      await db.destroy();
    }
  });

async function openGiven(url: string): Promise<Embedded> {
  const client = createClient(url, { part: 'command' });
  try {
    await client.connect();
    return { url, stop: () => Promise.resolve() };
  } catch (error) {
    // A name with several addresses fails with an error for each, and none of its own.
    const [first] = error instanceof AggregateError ? error.errors : [error];
    const why = first instanceof Error ? first.message : String(first);
    throw new Error(`The database in DATABASE_URL does not let us in: ${why}.`, { cause: error });
  } finally {
    await client.end();
  }
}

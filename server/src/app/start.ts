import type { FastifyInstance } from 'fastify';
import { migrate } from '../db/migrate.ts';
import { DatabaseClock } from '../db/database-clock.ts';
import { createPool } from '../db/pool.ts';
import { SECOND } from '../kernel/clock.ts';
import { buildApi } from './build-api.ts';
import { openDatabase } from './database.ts';
import type { Log } from '../kernel/log.ts';
import type { Settings } from './settings.ts';

const CLOSE_LIMIT_MS = 10 * SECOND;

export const ROLES = ['api', 'worker', 'all'] as const;
export type Role = (typeof ROLES)[number];

export type StartOptions = {
  settings: Settings;
  role: Role;
  log: Log;
  /** Tells the operator how the start goes. */
  say: (sentence: string) => void;
  /** A part we cannot live without has ended. */
  onLost: (error: Error) => void;
  /** Gives up a start under way. */
  signal: AbortSignal;
};

/** `url` is where the api listens; a worker has none. */
export type Kantor = { url: string | undefined; stop(): Promise<void> };

/**
 * Starts the database, brings it up to date, then the roles asked for.
 * @throws Error with a sentence for the operator; what was started by then is stopped.
 */
export async function startKantor({ settings, role, log, say, onLost, signal }: StartOptions): Promise<Kantor> {
  const parts: (() => Promise<unknown>)[] = [];
  // Last in, first out: each part is stopped while what it stands on still runs.
  const stop = async () => {
    for (let part = parts.pop(); part; part = parts.pop()) await part();
  };
  try {
    const database = await openDatabase({ settings, log: say, onLost, signal });
    parts.push(() => database.stop());
    signal.throwIfAborted();
    await migrate(database.url);
    signal.throwIfAborted();
    const db = createPool(database.url);
    parts.push(() => db.destroy());
    const databaseClock = new DatabaseClock({ db, log });
    parts.push(() => databaseClock.stop());
    await databaseClock.start();
    const clock = databaseClock.now;
    // Code that only some processes need is loaded only there: it costs memory, and time at the start.
    if (settings.demo) {
      const { seedDemo } = await import('./seed.ts');
      signal.throwIfAborted();
      const { dataDir, tron } = settings;
      // The demo is long in the making: a stop does not wait for it, and the next start goes on from there.
      const seeding = seedDemo({ db, clock, say, dataDir, depositKey: tron.depositKey });
      if (await unlessAborted(signal, seeding)) say('Filled the empty database with a demo marketplace.');
    }
    if (role !== 'api') {
      const { startWorker } = await import('./build-worker.ts');
      const worker = startWorker({ db, clock, settings, log });
      parts.push(() => worker.stop());
    }
    if (role === 'worker') return { url: undefined, stop };

    const app = await buildApi({ db, settings, clock, clockFault: databaseClock.fault, log });
    parts.push(() => close(app));
    const url = await app.listen({ port: settings.port, host: settings.host }).catch((error: unknown) => {
      throw new Error(whyNotListening(error, settings), { cause: error });
    });
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  return Promise.race([work, aborted]);
}

/** Lets requests under way finish; one that takes too long is cut off. */
async function close(app: FastifyInstance): Promise<void> {
  const limit = setTimeout(() => app.server.closeAllConnections(), CLOSE_LIMIT_MS);
  await app.close();
  clearTimeout(limit);
}

function whyNotListening(error: unknown, { port, host }: Settings): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') return `PORT ${port} is taken by another program. Stop that one, or set PORT to another.`;
  if (code === 'EACCES') return `PORT ${port} is for the system's administrator only. Set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${host} is not an address of this machine.`;
  return `Cannot listen on HOST ${host}, PORT ${port}: ${String(error)}`;
}

import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { DatabaseClock } from '../db/database-clock.ts';
import type { SlowStatements } from '../db/connection.ts';
import { createPool } from '../db/pool.ts';
import { readsOf, Replica } from '../db/replica.ts';
import { NO_LIMIT, readStatementLimit } from '../db/server-limit.ts';
import { listenForHealth } from '../http/health.ts';
import type { Listening, Place } from '../http/own-port.ts';
import { SECOND } from '../kernel/clock.ts';
import type { Part } from '../kernel/parts.ts';
import { anchorReaders, sentenceOf } from '../outbox/anchor.ts';
import { buildApi } from './build-api.ts';
import { openDatabase, untilAnswered } from './database.ts';
import { startFolding } from './folding.ts';
import { startJob } from './jobs.ts';
import { countErrors, type Log } from '../kernel/log.ts';
import { tellState } from '../modules/platform/index.ts';
import type { MetricsOptions } from './metrics/serve.ts';
import type { Settings } from './settings.ts';

const CLOSE_LIMIT_MS = 10 * SECOND;
/** Between two times that a process writes down how its jobs are, and its errors. */
const TELL_PAUSE_MS = 20 * SECOND;

export const ROLES = ['api', 'worker', 'all'] as const;
export type Role = (typeof ROLES)[number];

export type StartOptions = {
  settings: Settings;
  role: Role;
  /** Waits for the web pages, where they are still to come. */
  untilPages?: (() => Promise<unknown>) | undefined;
  log: Log;
  /** Tells the operator how the start goes. */
  say: (sentence: string) => void;
  /** A part we cannot live without has ended. */
  onLost: (error: Error) => void;
  /** Gives up a start under way. */
  signal: AbortSignal;
};

/** `url` is where the api listens, which a worker does not; `healthPort` where the health of the whole process is told, if it is. */
export type Kantor = {
  url: string | undefined;
  healthPort: number | undefined;
  /** Where metrics are served, if they are. */
  metricsPort: number | undefined;
  stop(): Promise<void>;
};

/**
 * Starts the database, brings it up to date, then the roles asked for.
 * @throws Error with a sentence for the operator; what was started by then is stopped.
 */
export async function startKantor({
  settings,
  role,
  untilPages,
  log: ownLog,
  say,
  onLost,
  signal,
}: StartOptions): Promise<Kantor> {
  const { log, errors } = countErrors(ownLog);
  const parts: (() => Promise<unknown>)[] = [];
  let draining = false;
  const isDraining = () => draining;
  // Last in, first out: each part is stopped while what it stands on still runs.
  const stop = async () => {
    for (let part = parts.pop(); part; part = parts.pop()) await part();
  };
  try {
    const warn = (text: string) => log.warn('database_role', { text });
    const database = await openDatabase({ settings, log: say, onLost, signal, warn });
    parts.push(() => database.stop());
    signal.throwIfAborted();
    const db = createPool(database.url, { part: role, slow: slowStatements(settings, log) });
    parts.push(() => db.destroy());
    const patience = { log: say, signal };
    if ((await untilAnswered(() => readStatementLimit(db), patience)) === 0)
      log.warn('database_limits', { text: NO_LIMIT });
    const databaseClock = new DatabaseClock({ db, log });
    parts.push(() => databaseClock.stop());
    await untilAnswered(() => databaseClock.start(), patience);
    const { now: clock, fault: clockFault } = databaseClock;
    const anchored = await untilAnswered(() => anchorReaders(db), patience);
    for (const each of anchored) log.warn('reader_anchored', { text: sentenceOf(each) });
    const reads = settings.replica
      ? new Replica({ db, ...settings.replica, log, slow: slowStatements(settings, log) })
      : readsOf(db);
    if (reads instanceof Replica) {
      parts.push(() => reads.stop());
      await untilAnswered(() => reads.start(), patience);
    }
    // Code that only some processes need is loaded only there: it costs memory, and time at the start.
    if (settings.demo) {
      const { seedDemo } = await import('./seed.ts');
      signal.throwIfAborted();
      const { dataDir, bucket, tron } = settings;
      // The demo is long in the making: a stop does not wait for it, and the next start goes on from there.
      const seeding = untilAnswered(
        () => seedDemo({ db, clock, say, dataDir, bucket, depositKey: tron.depositKey }),
        patience,
      );
      if (await unlessAborted(signal, seeding)) say('Filled the empty database with a demo marketplace.');
    }
    const watched: Part[] = [];
    const { metrics: metricsPlace, dataDir } = settings;
    const metrics =
      metricsPlace &&
      (await createMetrics({ db, reads, clock, databaseClock, dataDir, role, log, parts: () => watched }));
    // Every process keeps lists and figures quick, whatever it is: none of them waits for another to be there.
    for (const folding of startFolding({ db, log })) {
      watched.push(folding.part);
      parts.push(() => folding.stop());
    }
    if (role !== 'api') {
      const { startWorker } = await import('./build-worker.ts');
      const worker = startWorker({ db, reads, clock, settings, log });
      watched.push(...worker.parts);
      parts.push(() => worker.stop());
    }
    const telling = startJob(
      { name: 'tell_state', pause: TELL_PAUSE_MS, turn: () => tellState({ db, clock }, watched, errors) },
      log,
    );
    parts.push(() => telling.stop());
    const { host } = settings;
    let url: string | undefined;
    if (role !== 'worker') {
      if (untilPages) await unlessAborted(signal, untilPages());
      const app = await buildApi({
        db,
        reads,
        settings,
        clock,
        clockFault,
        isDraining,
        log,
        parts: watched,
        countRequest: metrics?.countRequest,
      });
      parts.push(() => close(app));
      url = await app.listen({ port: settings.port, host }).catch((error: unknown) => {
        throw new Error(whyNotListening(error, 'PORT', settings.port, host), { cause: error });
      });
    }
    const listen = async (setting: string, at: Place, listening: (place: Place) => Promise<Listening>) => {
      const { port, stop: end } = await listening(at).catch((error: unknown) => {
        throw new Error(whyNotListening(error, setting, at.port, at.host), { cause: error });
      });
      parts.push(end);
      return port;
    };
    const { healthPort: port } = settings;
    const healthPort =
      port === undefined
        ? undefined
        : await listen('KANTOR_HEALTH_PORT', { host, port }, (place) =>
            listenForHealth(place, { db, parts: () => watched, isDraining, clockFault }),
          );
    const metricsPort =
      metricsPlace && metrics
        ? await listen('KANTOR_METRICS_PORT', metricsPlace, () => metrics.listen(metricsPlace))
        : undefined;
    const drain = async () => {
      draining = true;
      // Balancers see that /ready is off, and send the others what they have.
      if (url !== undefined) await delay(settings.drainMs);
      await stop();
    };
    return { url, healthPort, metricsPort, stop: drain };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The code of metrics is loaded where they are served alone. */
const createMetrics = async (options: MetricsOptions) => (await import('./metrics/serve.ts')).createMetrics(options);

const SHOWN_LENGTH = 500;

/** Logs statements that take long, by the text that we send. */
const slowStatements = ({ slowQueryMs: fromMs }: Settings, log: Log): SlowStatements | undefined =>
  fromMs === undefined
    ? undefined
    : {
        fromMs,
        tell: (text, milliseconds) =>
          log.warn('slow_query', {
            duration_ms: Math.round(milliseconds),
            statement: text.replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN_LENGTH),
          }),
      };

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

function whyNotListening(error: unknown, setting: string, port: number, host: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE')
    return `${setting} ${port} is taken by another program. Stop that one, or set ${setting} to another.`;
  if (code === 'EACCES')
    return `${setting} ${port} is for the system's administrator only. Set ${setting} to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${host} is not an address of this machine.`;
  return `Cannot listen on HOST ${host}, ${setting} ${port}: ${String(error)}`;
}

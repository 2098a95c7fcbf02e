import { join } from 'node:path';
import type { Database } from '../db/pool.ts';
import { type Clock, HOUR, MINUTE, SECOND, systemClock } from '../kernel/clock.ts';
import { forgetExpiredSessions, forgetOldNetworks } from '../modules/auth/index.ts';
import { markOffline } from '../modules/cabinets/index.ts';
import { createWatcher, giveMissingAddresses, tronNode } from '../modules/chain/index.ts';
import { forgetOldPings, forgetPairingTokens } from '../modules/devices/index.ts';
import { createSweep, deleteDroppedFiles, diskStore } from '../modules/files/index.ts';
import { forgetOldAnswers } from '../modules/idempotency/index.ts';
import { expireDueOrders } from '../modules/orders/index.ts';
import { returnOverduePayouts, settleDuePayouts } from '../modules/payouts/index.ts';
import { switchDueRequisites } from '../modules/requisites/index.ts';
import { createRateRefresher, httpSource } from '../modules/rates/index.ts';
import {
  askNameServers,
  createDispatcher,
  createSender,
  expireOverdueDeliveries,
  fanOut,
  forgetOldDeliveries,
  internet,
} from '../modules/webhooks/index.ts';
import { createFailureLog } from '../kernel/failures.ts';
import type { Log } from '../kernel/log.ts';
import { forgetOldEvents } from '../outbox/read.ts';
import type { Settings } from './settings.ts';

interface WorkerOptions {
  db: Database;
  clock: Clock;
  settings: Settings;
  log: Log;
}

interface Worker {
  /** Waits for running jobs to finish. */
  stop(): Promise<void>;
}

/** Milliseconds between two turns; a job may decide after each. */
type Pause = number | (() => number);

/** Runs `job`, waits, and so on until stopped. A failure is logged and the next turn tries again. */
function repeat(name: string, pause: Pause, job: () => Promise<unknown>, log: Log): Worker {
  const jobLog = log.with({ job: name });
  const failures = createFailureLog(jobLog, 'job_failed', systemClock);
  let stopped = false;
  let wake = () => undefined as void;
  const run = async () => {
    while (!stopped) {
      const startedAt = performance.now();
      const duration = () => ({ duration_ms: Math.round(performance.now() - startedAt) });
      try {
        await job();
        failures.succeeded(duration());
        jobLog.debug('job_done', duration());
      } catch (error) {
        failures.failed(error, duration());
      }
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, typeof pause === 'number' ? pause : pause());
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const running = run();
  return {
    stop: () => {
      stopped = true;
      wake();
      return running;
    },
  };
}

const POLL_MS = 200;

/** The sentences of a job for the operator, as lines. */
const sentencesOf = (job: string, log: Log) => ({
  info: (text: string) => log.info('job_says', { job, text }),
  error: (text: string) => log.error('job_says', { job, text }),
});

/** Credits deposits from the chain, and gives addresses to traders without one. */
function watchChain({ db, clock, settings, log }: WorkerOptions): Worker[] {
  const { url, depositKey, ...node } = settings.tron;
  const workers: Worker[] = [];
  if (depositKey !== undefined) {
    workers.push(repeat('give_addresses', MINUTE, () => giveMissingAddresses({ db, clock }, depositKey), log));
  }
  if (url === undefined) {
    if (!settings.demo)
      sentencesOf('watch_chain', log).info('KANTOR_TRON_URL is not set: USDT deposits are credited by hand.');
    return workers;
  }
  const stopping = new AbortController();
  const source = tronNode({ url, ...node, signal: stopping.signal });
  const watcher = createWatcher({
    db,
    clock,
    source,
    log: sentencesOf('watch_chain', log),
    signal: stopping.signal,
  });
  const watching = repeat('watch_chain', watcher.pause, () => watcher.turn(), log);
  const stop = async () => {
    stopping.abort();
    await watching.stop();
    await watcher.release();
  };
  return [...workers, { stop }];
}

/** Starts the background work; any number of processes may. */
export function startWorker(options: WorkerOptions): Worker {
  const { db, clock, settings, log } = options;
  const { source, every, rules } = settings.rates;
  const refreshRate = createRateRefresher({
    db,
    clock,
    source: source && httpSource(source),
    rules,
    every,
    log: sentencesOf('refresh_rate', log),
  });
  const dispatcher = createDispatcher({
    db,
    clock,
    secret: new TextEncoder().encode(settings.jwtSecret),
    send: createSender({ clock, reach: internet(settings.simulatorUrl), resolve: askNameServers() }),
    log,
  });
  const store = diskStore(join(settings.dataDir, 'files'));
  const jobs = [
    repeat('expire_orders', SECOND, () => expireDueOrders({ db, clock }), log),
    repeat('return_payouts', SECOND, () => returnOverduePayouts({ db, clock }), log),
    repeat('settle_payouts', SECOND, () => settleDuePayouts({ db, clock }), log),
    repeat('delete_files', 10 * SECOND, () => deleteDroppedFiles({ db, store }), log),
    repeat('sweep_files', MINUTE, createSweep({ db, clock, store, log: sentencesOf('sweep_files', log) }), log),
    repeat('fan_out_webhooks', POLL_MS, () => fanOut({ db, clock }), log),
    repeat('send_webhooks', POLL_MS, () => dispatcher.dispatch(), log),
    repeat('expire_webhooks', MINUTE, () => expireOverdueDeliveries(db, clock()), log),
    repeat('refresh_rate', every, refreshRate, log),
    repeat('mark_offline', 5 * SECOND, () => markOffline({ db, clock }), log),
    repeat('switch_requisites', 10 * SECOND, () => switchDueRequisites({ db, clock }), log),
    repeat('forget_answers', HOUR, () => forgetOldAnswers(db, clock()), log),
    repeat('forget_events', HOUR, () => forgetOldEvents(db, clock()), log),
    repeat('forget_sessions', HOUR, () => forgetExpiredSessions(db, clock()), log),
    repeat('forget_networks', HOUR, () => forgetOldNetworks(db, clock()), log),
    repeat('forget_pairing_codes', HOUR, () => forgetPairingTokens({ db, clock }), log),
    ...watchChain(options),
    repeat('forget_pings', HOUR, () => forgetOldPings({ db, clock }), log),
    repeat('forget_webhooks', HOUR, () => forgetOldDeliveries({ db, clock }), log),
  ];
  return {
    stop: async () => {
      dispatcher.stop();
      await Promise.all(jobs.map((job) => job.stop()));
      await dispatcher.settled();
    },
  };
}

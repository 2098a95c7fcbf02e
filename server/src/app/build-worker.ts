import type { Database } from '../db/pool.ts';
import { systemClock } from '../kernel/clock.ts';
import { forgetExpiredSessions } from '../modules/auth/index.ts';
import { forgetPairingTokens } from '../modules/cabinets/index.ts';
import { forgetOldAnswers } from '../modules/idempotency/index.ts';
import { expireDueOrders } from '../modules/orders/index.ts';
import { fanOut } from '../modules/webhooks/index.ts';
import { createRateKeeper, httpSource } from '../modules/rates/index.ts';
import { forgetOldEvents } from '../outbox/read.ts';
import type { Settings } from './settings.ts';

interface WorkerOptions {
  db: Database;
  settings: Settings;
  log: { info(message: string): void; error(message: string): void };
}

interface Worker {
  /** Lets what is running finish. */
  stop(): Promise<void>;
}

/** Runs `job`, waits, and so on until stopped. A failure is logged and the next turn tries again. */
function repeat(everyMs: number, job: () => Promise<unknown>, log: WorkerOptions['log']): Worker {
  let stopped = false;
  let wake = () => undefined as void;
  const run = async () => {
    while (!stopped) {
      try {
        await job();
      } catch (error) {
        log.error(`A background job failed: ${error instanceof Error ? error.stack : String(error)}`);
      }
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
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

const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** Starts the background work; any number of processes may. */
export function startWorker({ db, settings, log }: WorkerOptions): Worker {
  const clock = systemClock;
  const { source, every, rules } = settings.rates;
  const keepRate = createRateKeeper({ db, clock, source: source && httpSource(source), rules, every, log });
  const jobs = [
    repeat(SECOND, () => expireDueOrders({ db, clock }), log),
    repeat(200, () => fanOut({ db, clock }), log),
    repeat(every, keepRate, log),
    repeat(HOUR, () => forgetOldAnswers(db, clock()), log),
    repeat(HOUR, () => forgetOldEvents(db, clock()), log),
    repeat(HOUR, () => forgetExpiredSessions(db, clock()), log),
    repeat(HOUR, () => forgetPairingTokens(db, clock()), log),
  ];
  return {
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

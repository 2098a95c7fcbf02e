import { Stalled, watched } from '../db/watch.ts';
import { MINUTE, SECOND, systemClock } from '../kernel/clock.ts';
import { createFailureLog } from '../kernel/failures.ts';
import type { Log } from '../kernel/log.ts';
import type { Part } from '../kernel/parts.ts';

export interface Job {
  /** In snake_case, for the log and /ready. */
  name: string;
  /** Milliseconds between two turns; the job may decide after each. */
  pause: number | (() => number);
  turn: () => Promise<unknown>;
  /** A turn without progress for so many milliseconds is ended. */
  limitMs?: number;
  /** Whether somebody suffers when it stands still. */
  isNeeded?: boolean;
}

export interface RunningJob {
  part: Part;
  /** Waits for the running turn to finish. */
  stop(): Promise<void>;
}

/** Statements of a job that runs every few seconds take milliseconds. */
const LIMIT_MS = 5 * SECOND;
/** Each stall doubles a job's limit up to this, until a turn succeeds: on a machine that is only slow, it gets on. */
const MAX_LIMIT_MS = MINUTE;
/** Beyond a job's pause. */
const LATE_AFTER_MS = 10 * SECOND;
/**
 * Takes turns until stopped. A failure is logged and the next turn tries again; a turn that hangs is ended, and the next one
 * begins with new connections.
 */
export function startJob({ name, pause, turn, limitMs = LIMIT_MS, isNeeded = false }: Job, log: Log): RunningJob {
  const jobLog = log.with({ job: name });
  const failures = createFailureLog(jobLog, 'job_failed', systemClock);
  let stopped = false;
  let stalls = 0;
  let succeededAt = performance.now();
  let wake = () => undefined as void;
  const pauseMs = () => (typeof pause === 'number' ? pause : pause());

  const takeTurn = async () => {
    const startedAt = performance.now();
    const duration = () => ({ duration_ms: Math.round(performance.now() - startedAt) });
    const succeed = () => {
      stalls = 0;
      succeededAt = performance.now();
      failures.succeeded(duration());
    };
    try {
      await watched(Math.max(limitMs, Math.min(limitMs * 2 ** stalls, MAX_LIMIT_MS)), turn, succeed);
      succeed();
      jobLog.debug('job_done', duration());
    } catch (error) {
      stalls = error instanceof Stalled ? stalls + 1 : 0;
      failures.failed(error, duration());
    }
  };
  const run = async () => {
    while (!stopped) {
      await takeTurn();
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs());
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const running = run();
  return {
    part: {
      name,
      isNeeded,
      age: () => performance.now() - succeededAt,
      lateAfterMs: (typeof pause === 'number' ? pause : 0) + Math.max(LATE_AFTER_MS, limitMs),
    },
    stop: () => {
      stopped = true;
      wake();
      return running;
    },
  };
}

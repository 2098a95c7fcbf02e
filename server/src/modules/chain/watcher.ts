import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/pool.ts';
import { singleStatement } from '../../db/tx.ts';
import { type Clock, MINUTE, SECOND } from '../../kernel/clock.ts';
import { BLOCK_MS, FAR_BEHIND } from './rules.ts';
import { createScan, type Turn } from './scan.ts';
import { type ChainSource, SourceError } from './source.ts';
import { endLease } from './store/cursor.ts';

interface WatcherOptions {
  db: Database;
  clock: Clock;
  source: ChainSource;
  log: { info(sentence: string): void; error(sentence: string): void };
  /** The signal that aborts the source: a failure after it is none. */
  signal?: AbortSignal;
}

/** Trouble is logged after this long: nodes have hiccups. */
const LOG_AFTER_MS = 20 * SECOND;
/** The same sentence is logged again after that. */
const LOG_AGAIN_MS = 10 * MINUTE;
const FIRST_PAUSE_MS = SECOND;
const MAX_PAUSE_MS = MINUTE;
/** TRON makes a block every three seconds: without one for so long, something is wrong. */
const MAX_TIP_AGE_MS = 2 * MINUTE;

/** Makes a log of one node's trouble that does not repeat itself. */
function createDeduplicatedLog(clock: Clock, log: WatcherOptions['log'], name: string) {
  const loggedAt = new Map<string, number>();
  let since: number | undefined;
  return {
    /** The node does not work, for the sentence's reason. */
    failing(sentence: string): void {
      const now = clock().getTime();
      since ??= now;
      if (now - since < LOG_AFTER_MS || now - (loggedAt.get(sentence) ?? -Infinity) < LOG_AGAIN_MS) return;
      loggedAt.set(sentence, now);
      log.error(sentence);
    },
    /** The node works. */
    working(): void {
      if (loggedAt.size > 0) log.info(`The TRON node ${name} is of use again.`);
      loggedAt.clear();
      since = undefined;
    },
  };
}

/**
 * Watches the chain, a turn at a time; every worker may. Trouble with the node goes to the log, and is never thrown.
 */
export function createWatcher({ db, clock, source, log, signal }: WatcherOptions) {
  const worker = randomUUID();
  const scan = createScan({ db, clock, source, worker });
  const trouble = createDeduplicatedLog(clock, log, source.name);
  let failures = 0;
  let pause = 0;
  let isCatchingUp = false;

  function logBehind(behind: number): void {
    if (behind > FAR_BEHIND && !isCatchingUp) log.info(`The chain is ${behind} blocks ahead of us; catching up.`);
    if (behind === 0 && isCatchingUp) log.info('Caught up with the chain.');
    if (behind > FAR_BEHIND || behind === 0) isCatchingUp = behind > 0;
  }

  function finish(turn: Turn): void {
    failures = 0;
    pause = turn.kind === 'read' && turn.behind > 0 ? 0 : BLOCK_MS;
    if (turn.kind === 'waiting' && clock().getTime() - turn.tipAt.getTime() > MAX_TIP_AGE_MS) {
      trouble.failing(
        `The TRON node ${source.name} has had no new block since ${turn.tipAt.toISOString()}: deposits wait.`,
      );
      return;
    }
    trouble.working();
    if (turn.kind !== 'read') return;
    for (const warning of turn.warnings) log.error(warning);
    logBehind(turn.behind);
  }

  return {
    /** @throws Error when our own part fails, such as the database. */
    async turn(): Promise<void> {
      try {
        finish(await scan());
      } catch (error) {
        if (signal?.aborted) return;
        failures += 1;
        pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS);
        if (!(error instanceof SourceError)) throw error;
        pause = Math.max(pause, error.retryAfter ?? 0);
        trouble.failing(error.message);
      }
    },
    /** Milliseconds until the next turn. */
    pause: (): number => pause,
    /** Lets another worker go on at once; without a database to say so in, it goes on when the lease has run out. */
    release: (): Promise<void> => singleStatement(db, (tx) => endLease(tx, worker)).catch(() => undefined),
  };
}

import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/pool.ts';
import { singleStatement } from '../../db/tx.ts';
import { type Clock, MINUTE } from '../../kernel/clock.ts';
import { BLOCK_MS } from './rules.ts';
import { createScan, type Turn } from './scan.ts';
import { type ChainSource, SourceError } from './source.ts';
import { endLease } from './store.ts';

interface WatcherOptions {
  db: Database;
  clock: Clock;
  source: ChainSource;
  log: { info(sentence: string): void; error(sentence: string): void };
  /** What the source was told to give up by, too: a failure after that is none. */
  signal?: AbortSignal;
}

/** Trouble is told when it has lasted so long: nodes have hiccups. */
const TOLD_AFTER_MS = 20_000;
/** The same sentence is told again after that. */
const TOLD_AGAIN_MS = 10 * MINUTE;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = MINUTE;
/** TRON makes a block every three seconds: without one for so long, something is wrong. */
const OLDEST_TIP_MS = 2 * MINUTE;
/** So many blocks behind is worth a word. */
const FAR_BEHIND = 200;

/** Tells what is wrong without flooding the log. */
function createTeller(clock: Clock, log: WatcherOptions['log'], name: string) {
  const told = new Map<string, number>();
  let since: number | undefined;
  return {
    /** It does not work, in a sentence. */
    trouble(sentence: string): void {
      const now = clock().getTime();
      since ??= now;
      if (now - since < TOLD_AFTER_MS || now - (told.get(sentence) ?? -Infinity) < TOLD_AGAIN_MS) return;
      told.set(sentence, now);
      log.error(sentence);
    },
    /** It works. */
    fine(): void {
      if (told.size > 0) log.info(`The TRON node ${name} is of use again.`);
      told.clear();
      since = undefined;
    },
  };
}

/**
 * A worker's care for the chain, a turn at a time; every worker may do it. Network trouble is told in the log, never thrown.
 */
export function createWatcher({ db, clock, source, log, signal }: WatcherOptions) {
  const worker = randomUUID();
  const scan = createScan({ db, clock, source, worker });
  const teller = createTeller(clock, log, source.name);
  let failures = 0;
  let pause = 0;
  let isCatchingUp = false;

  function tellBehind(behind: number): void {
    if (behind > FAR_BEHIND && !isCatchingUp) log.info(`The chain is ${behind} blocks ahead of us; catching up.`);
    if (behind === 0 && isCatchingUp) log.info('Caught up with the chain.');
    if (behind > FAR_BEHIND || behind === 0) isCatchingUp = behind > 0;
  }

  function hear(turn: Turn): void {
    failures = 0;
    pause = turn.kind === 'read' && turn.behind > 0 ? 0 : BLOCK_MS;
    if (turn.kind === 'waiting' && clock().getTime() - turn.tipAt.getTime() > OLDEST_TIP_MS) {
      teller.trouble(
        `The TRON node ${source.name} has had no new block since ${turn.tipAt.toISOString()}: deposits wait.`,
      );
      return;
    }
    teller.fine();
    if (turn.kind !== 'read') return;
    for (const remark of turn.remarks) log.error(remark);
    tellBehind(turn.behind);
  }

  return {
    /** @throws Error when our own part fails, as the database. */
    async turn(): Promise<void> {
      try {
        hear(await scan());
      } catch (error) {
        if (signal?.aborted) return;
        failures += 1;
        pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
        if (!(error instanceof SourceError)) throw error;
        pause = Math.max(pause, error.retryAfter ?? 0);
        teller.trouble(error.message);
      }
    },
    /** Milliseconds until the next turn. */
    pause: (): number => pause,
    /** Lets another worker go on at once; without a database to say so in, it goes on when the lease has run out. */
    release: (): Promise<void> => singleStatement(db, (tx) => endLease(tx, worker)).catch(() => undefined),
  };
}

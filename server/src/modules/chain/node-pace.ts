import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE, SECOND } from '../../kernel/clock.ts';

/** Time as it passes here, in milliseconds. */
export interface Time {
  now(): number;
  sleep(ms: number, signal: AbortSignal | undefined): Promise<unknown>;
}

const systemTime: Time = {
  now: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal && { signal }),
};

/** TronGrid allows 15 requests a second, and refuses all for half a minute after more. */
const PACE_MS = 100;
/** A node that refuses us is asked half as often from then on, down to this; each answer brings us a little nearer again. */
const MAX_PACE_MS = 2 * SECOND;
const RECOVERY = 0.98;
const DEFAULT_COOLDOWN_MS = 30 * SECOND;
const MIN_COOLDOWN_MS = SECOND;
const MAX_COOLDOWN_MS = 10 * MINUTE;

/**
 * The cooldown of a node that has refused a question, in milliseconds.
 * @param retryAfter its header: seconds, or a date; within bounds, as it may be anybody's word.
 */
export function cooldown(retryAfter: string | null, now: number): number {
  const asked = retryAfter === null ? NaN : Number(retryAfter) * SECOND || Date.parse(retryAfter) - now;
  return Number.isNaN(asked) ? DEFAULT_COOLDOWN_MS : Math.min(Math.max(asked, MIN_COOLDOWN_MS), MAX_COOLDOWN_MS);
}

/** The words of java-tron and TronGrid for a node that is asked too much, also with status 200. */
const RATE_LIMITED_WORDS = /frequency limit|suspended|lack of computing resources/i;
const SUSPENDED_FOR = /suspended for (\d+) ?s/i;

/**
 * The cooldown that a node's own complaint asks for, in milliseconds; undefined when it complains of something else.
 * @see https://github.com/tronprotocol/java-tron/pull/6733 `lack of computing resources` passes within a second
 */
export function saidCooldown(words: string): number | undefined {
  if (!RATE_LIMITED_WORDS.test(words)) return undefined;
  const seconds = SUSPENDED_FOR.exec(words)?.[1];
  if (seconds !== undefined) return cooldown(seconds, 0);
  return /lack of computing resources/i.test(words) ? MIN_COOLDOWN_MS : DEFAULT_COOLDOWN_MS;
}

interface PaceOptions {
  /** Milliseconds at least between two questions. */
  paceMs?: number | undefined;
  time?: Time | undefined;
  signal?: AbortSignal | undefined;
  /** Makes the error of a question that is not asked during a cooldown. */
  coolingDown: (remainingMs: number) => Error;
}

/** Paces the questions to one node. */
export function createPace({ paceMs = PACE_MS, time = systemTime, signal, coolingDown }: PaceOptions) {
  /** Moments of `time`. */
  let nextAt = 0;
  let openAt = 0;
  let gap = paceMs;

  function assertOpen(): void {
    const remaining = openAt - time.now();
    if (remaining > 0) throw coolingDown(Math.ceil(remaining));
  }

  return {
    /** Resolves when the next question may be asked. @throws the error of `coolingDown`. */
    async takeTurn(): Promise<void> {
      assertOpen();
      const now = time.now();
      const at = Math.max(nextAt, now);
      nextAt = at + gap;
      if (at > now) await time.sleep(at - now, signal);
      // Meanwhile another question may have been refused.
      assertOpen();
    },
    answered(): void {
      gap = Math.max(paceMs, gap * RECOVERY);
    },
    /** Leaves the node alone for so long, and asks it less often after that. */
    rateLimited(cooldownMs: number): void {
      openAt = Math.max(openAt, time.now() + cooldownMs);
      gap = Math.min(Math.max(gap, 1) * 2, Math.max(MAX_PACE_MS, paceMs));
    },
  };
}

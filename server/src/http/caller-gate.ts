import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { atMost } from '../kernel/at-most.ts';
import { RateLimited } from '../kernel/errors.ts';
import { SECOND } from '../kernel/clock.ts';

/** Half of the database's connections: one caller's flood leaves the other half to everybody else. */
const MAX_RUNNING = 8;
const MAX_WAITING = 256;
/** Callers of whom it is remembered what they have running: more than ask at once. */
const MAX_CALLERS = 1000;

/**
 * Bounds the requests of one caller that this process works on at once: further ones wait their turn.
 * @returns a function that runs `work` in the caller's turn; it throws ApiError 429 `rate_limited` when too many wait already.
 */
export function createCallerGate() {
  const callers = new LRUCache<string, LimitFunction>(atMost(MAX_CALLERS));
  return async <Result>(callerId: string, work: () => Promise<Result>): Promise<Result> => {
    const known = callers.get(callerId);
    const turns = known ?? pLimit(MAX_RUNNING);
    if (known === undefined) callers.set(callerId, turns);
    if (turns.activeCount + turns.pendingCount >= MAX_RUNNING + MAX_WAITING)
      throw new RateLimited('Слишком много запросов одновременно. Подождите ответов на прежние', SECOND);
    return turns(work);
  };
}

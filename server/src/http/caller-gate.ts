import pLimit, { type LimitFunction } from 'p-limit';
import { RateLimited } from '../kernel/errors.ts';
import { SECOND } from '../kernel/clock.ts';

/** Half of the database's connections: one caller's flood leaves the other half to everybody else. */
const MAX_RUNNING = 8;
const MAX_WAITING = 256;

/**
 * Bounds the requests of one caller that this process works on at once: further ones wait their turn.
 * @returns a function that runs `work` in the caller's turn; it throws ApiError 429 `rate_limited` when too many wait already.
 */
export function createCallerGate() {
  const callers = new Map<string, LimitFunction>();
  return async <Result>(callerId: string, work: () => Promise<Result>): Promise<Result> => {
    const turns = callers.get(callerId) ?? pLimit(MAX_RUNNING);
    if (turns.activeCount + turns.pendingCount >= MAX_RUNNING + MAX_WAITING)
      throw new RateLimited('Слишком много запросов одновременно. Подождите ответов на прежние', SECOND);
    callers.set(callerId, turns);
    try {
      return await turns(work);
    } finally {
      if (turns.activeCount + turns.pendingCount === 0) callers.delete(callerId);
    }
  };
}

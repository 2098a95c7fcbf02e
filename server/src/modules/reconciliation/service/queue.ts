import pLimit from 'p-limit';
import { ApiError } from '../../../kernel/errors.ts';
import { SECOND } from '../../../kernel/clock.ts';

/** Files of this process that are read and compared at a time: each may take all the memory that one may take. */
const MAX_AT_ONCE = 1;
/** Those that wait, their files in memory. */
const MAX_WAITING = 4;
const RETRY_MS = 10 * SECOND;

class Busy extends ApiError {
  override readonly retryAfter = RETRY_MS / SECOND;

  constructor() {
    super(503, 'busy', 'Сейчас сверяются другие файлы. Повторите через несколько секунд');
  }
}

/** The way in: so few at a time that a long one takes nothing from other work. */
export function createQueue() {
  const limit = pLimit(MAX_AT_ONCE);
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (limit.activeCount + limit.pendingCount >= MAX_AT_ONCE + MAX_WAITING) throw new Busy();
    return limit(work);
  };
}

export type Queue = ReturnType<typeof createQueue>;

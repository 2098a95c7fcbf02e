import { ApiError } from '../../kernel/errors.ts';

interface Limits {
  /** Pieces of work that run at once. */
  width: number;
  /** Pieces of work that may wait for their turn. */
  depth: number;
}

/**
 * Makes a gate that bounds costly work of this process, first come, first served.
 * Its calls throw an ApiError 503 `busy` when too many wait already.
 */
export function createGate({ width, depth }: Limits) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < width) {
      running += 1;
    } else {
      if (waiting.length >= depth)
        throw new ApiError(503, 'busy', 'Сейчас слишком много входов. Повторите через минуту');
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      // The place passes straight to the next one: nobody can slip in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

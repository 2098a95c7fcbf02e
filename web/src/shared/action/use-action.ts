import { useCallback, useRef } from 'react';
import { readProblem } from '../lib/problem';
import { toast } from '../ui/toast';

/** The second click of a double click may come after a fast answer, before the screen shows what has changed. */
const DOUBLE_CLICK_MS = 500;

type Trigger<Arg, Result> = (arg: Arg) => { unwrap: () => Promise<Result> };

interface ActionOptions<Result> {
  success?: string;
  failure: string;
  /** Awaited before another run may begin. */
  onSuccess?: ((result: Result) => unknown) | undefined;
  onFailure?: (error: unknown) => void;
}

/**
 * Runs a mutation and reports its outcome once, in the product's own words, with the server's sentence under a failure.
 * A second run while the first is under way, or right after its success, does nothing: a double click acts once.
 * @returns whether the action succeeded
 */
export function useAction<Arg, Result>(
  trigger: Trigger<Arg, Result>,
  { success, failure, onSuccess, onFailure }: ActionOptions<Result>,
): (arg: Arg) => Promise<boolean> {
  const isRunning = useRef(false);
  const succeededAt = useRef(-Infinity);
  return useCallback(
    async (arg: Arg) => {
      if (isRunning.current || performance.now() - succeededAt.current < DOUBLE_CLICK_MS) return false;
      isRunning.current = true;
      const [outcome] = await Promise.allSettled([trigger(arg).unwrap()]);
      if (outcome.status === 'fulfilled') {
        succeededAt.current = performance.now();
        if (success !== undefined) toast.success(success);
        await onSuccess?.(outcome.value);
      } else {
        toast.failure(failure, readProblem(outcome.reason));
        onFailure?.(outcome.reason);
      }
      isRunning.current = false;
      return outcome.status === 'fulfilled';
    },
    [trigger, success, failure, onSuccess, onFailure],
  );
}

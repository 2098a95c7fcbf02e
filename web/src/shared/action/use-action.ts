import { useCallback, useRef } from 'react';
import { readProblem } from '../lib/problem';
import { toast } from '../ui/toast';

/** The second click of a double click may come after a fast answer, before the screen shows what has changed. */
const DOUBLE_CLICK_MS = 500;

type Trigger<Arg> = (arg: Arg) => { unwrap: () => Promise<unknown> };

/**
 * Runs a mutation and reports its outcome once, in the product's own words, with the server's sentence under a failure.
 * A second run while the first is under way, or right after its success, does nothing: a double click acts once.
 * @returns whether the action succeeded
 */
export function useAction<Arg>(
  trigger: Trigger<Arg>,
  { success, failure, onFailure }: { success?: string; failure: string; onFailure?: (error: unknown) => void },
): (arg: Arg) => Promise<boolean> {
  const isRunning = useRef(false);
  const succeededAt = useRef(-Infinity);
  return useCallback(
    async (arg: Arg) => {
      if (isRunning.current || performance.now() - succeededAt.current < DOUBLE_CLICK_MS) return false;
      isRunning.current = true;
      try {
        await trigger(arg).unwrap();
        succeededAt.current = performance.now();
        if (success !== undefined) toast.success(success);
        return true;
      } catch (error) {
        toast.failure(failure, readProblem(error).detail);
        onFailure?.(error);
        return false;
      } finally {
        isRunning.current = false;
      }
    },
    [trigger, success, failure, onFailure],
  );
}

import { useCallback, useRef } from 'react';
import { readProblem } from '../lib/problem';
import { toast } from './toast';

type Trigger<Arg> = (arg: Arg) => { unwrap: () => Promise<unknown> };

/**
 * Runs a mutation and reports its outcome once, in the product's own words, with the server's sentence under a failure.
 * A second run while the first is under way does nothing: a double click acts once.
 * @returns whether the action succeeded
 */
export function useAction<Arg>(
  trigger: Trigger<Arg>,
  { success, failure, onFailure }: { success?: string; failure: string; onFailure?: (error: unknown) => void },
): (arg: Arg) => Promise<boolean> {
  const isRunning = useRef(false);
  return useCallback(
    async (arg: Arg) => {
      if (isRunning.current) return false;
      isRunning.current = true;
      try {
        await trigger(arg).unwrap();
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

import { useCallback, useRef, useState } from 'react';

/**
 * A switch that answers at once. One save is under way at a time; what was wanted last is what is saved in the end.
 * When that save fails, the switch falls back to `value` and calls `onFailure`. Reads that the save has overtaken do not matter:
 * `baseQuery` reads again.
 * @param value the state that the server has stated
 */
export function useOptimisticSwitch(
  value: boolean,
  save: (wanted: boolean) => Promise<unknown>,
  onFailure: (error: unknown) => void,
): [shown: boolean, want: (next: boolean) => void] {
  const [optimistic, setOptimistic] = useState<boolean>();
  const wanted = useRef(value);
  const isSaving = useRef(false);

  const settle = useCallback(async () => {
    isSaving.current = true;
    let target: boolean;
    let failure: { error: unknown } | undefined;
    do {
      target = wanted.current;
      failure = undefined;
      try {
        await save(target);
      } catch (error) {
        failure = { error };
      }
    } while (wanted.current !== target);
    isSaving.current = false;
    // Not yet: the store tells the screen of the answer with the next frame.
    requestAnimationFrame(() => {
      if (!isSaving.current) setOptimistic(undefined);
    });
    if (failure) onFailure(failure.error);
  }, [save, onFailure]);

  const want = useCallback(
    (next: boolean) => {
      wanted.current = next;
      setOptimistic(next);
      if (!isSaving.current) void settle();
    },
    [settle],
  );
  return [optimistic ?? value, want];
}

import { useEffect } from 'react';
import { useBlocker, type Blocker } from 'react-router';

/**
 * Holds back a way to another screen, or out of the product, while there is something to lose.
 * @param mayLeave asked at the moment of leaving
 */
export function useUnsavedGuard(isDirty: boolean, mayLeave: () => boolean): Blocker {
  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
  return useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname && !mayLeave(),
  );
}

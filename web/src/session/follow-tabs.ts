import { SESSION_KEY } from '@/api/stored-session';

/**
 * Calls back when another tab may have changed the session. A frozen tab gets no storage events,
 * so coming back into view counts too.
 * @returns stops listening
 */
export function watchOtherTabs(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key: all of storage was cleared.
    if (event.key === SESSION_KEY || event.key === null) onChange();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') onChange();
  };
  window.addEventListener('storage', onStorage);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    window.removeEventListener('storage', onStorage);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

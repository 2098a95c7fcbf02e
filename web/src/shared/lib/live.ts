import { useSyncExternalStore } from 'react';

/**
 * `none`: this server tells of nothing, or not to us; the screens ask by themselves. `lost`: it should, but is out of reach.
 */
export type Live = 'none' | 'on' | 'lost';

let state: Live = 'none';
const listeners = new Set<() => void>();

/** Whether the server tells of changes by itself. */
export const live = {
  get: (): Live => state,
  set: (next: Live): void => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export const useLive = (): Live => useSyncExternalStore(live.subscribe, live.get);

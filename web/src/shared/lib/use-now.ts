import { useSyncExternalStore } from 'react';
import { serverNow } from './server-clock';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let second = 0;

const tick = () => {
  second = Math.floor(serverNow() / 1000);
  for (const listener of listeners) listener();
};

/** One timer for every countdown on the screen. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const read = () => {
  if (timer === undefined) second = Math.floor(serverNow() / 1000);
  return second * 1000;
};

/** The server's present moment in milliseconds, to the second; re-renders once a second. */
export const useServerNow = (): number => useSyncExternalStore(subscribe, read);

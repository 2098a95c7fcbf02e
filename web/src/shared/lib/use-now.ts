import { useSyncExternalStore } from 'react';
import { createStore } from './create-store';
import { serverNow } from './server-clock';

const TICK_MS = 1000;

const wholeSecond = () => Math.floor(serverNow() / TICK_MS) * TICK_MS;
const tick = createStore(0);
let followers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for every countdown on the screen. */
function subscribe(listener: () => void): () => void {
  const unsubscribe = tick.subscribe(listener);
  followers += 1;
  timer ??= setInterval(() => tick.set(wholeSecond()), TICK_MS);
  return () => {
    unsubscribe();
    followers -= 1;
    if (followers > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const read = () => {
  if (timer === undefined) tick.set(wholeSecond());
  return tick.get();
};

/** The server's present moment in milliseconds, to the second; re-renders once a second. */
export const useServerNow = (): number => useSyncExternalStore(subscribe, read);

import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

function set(next: number): void {
  if (next === count) return;
  count = next;
  for (const listener of listeners) listener();
}

const isSeen = () => document.visibilityState === 'visible' && document.hasFocus();
const onLook = () => {
  if (isSeen()) set(0);
};
addEventListener('focus', onLook);
document.addEventListener('visibilitychange', onLook);

/** New orders have come. Those that come before the user's eyes are seen at once. */
export const noteNewOrders = (n: number): void => {
  if (!isSeen()) set(count + n);
};

/** Nobody is signed in any more. */
export const forgetNewOrders = (): void => set(0);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const read = () => count;

/** How many orders have come since the tab was last looked at. */
export const useNewOrdersBadge = (): number => useSyncExternalStore(subscribe, read);

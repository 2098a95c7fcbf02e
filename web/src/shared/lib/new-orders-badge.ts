import { createStore, useStore } from './create-store';

const count = createStore(0);

const isSeen = () => document.visibilityState === 'visible' && document.hasFocus();
const onLook = () => {
  if (isSeen()) count.set(0);
};
addEventListener('focus', onLook);
document.addEventListener('visibilitychange', onLook);

/** New orders have come. Those that come before the user's eyes are seen at once. */
export const noteNewOrders = (n: number): void => {
  if (!isSeen()) count.set(count.get() + n);
};

/** Nobody is signed in any more. */
export const forgetNewOrders = (): void => count.set(0);

/** Orders that came since the tab was last looked at. */
export const useNewOrdersBadge = (): number => useStore(count);

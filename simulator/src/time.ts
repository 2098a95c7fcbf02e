/** In milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

/** The longest wait that a timer takes, in milliseconds. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

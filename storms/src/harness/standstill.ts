/** Nothing gets on for so long: nothing will. A system that is killed over and over is back within seconds. */
const STANDSTILL_MS = 120_000;
const LOOK_MS = 1000;

/**
 * Does the work for as long as it gets on: what never comes back breaks the gates, and does not hold the storm up for ever.
 * @param progress grows while it gets on.
 * @param work ends with its signal; it is not waited for then.
 */
export async function whileItGetsOn(
  { signal }: { signal: AbortSignal },
  progress: () => number,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const standstill = new AbortController();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  let [last, since] = [progress(), performance.now()];
  const timer = setInterval(() => {
    if (progress() !== last) [last, since] = [progress(), performance.now()];
    if (performance.now() - since < STANDSTILL_MS) return;
    standstill.abort();
    stop();
  }, LOOK_MS);
  try {
    await Promise.race([work(AbortSignal.any([signal, standstill.signal])), stopped]);
  } finally {
    clearInterval(timer);
    standstill.abort();
  }
  signal.throwIfAborted();
}

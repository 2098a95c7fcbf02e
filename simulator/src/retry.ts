import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 15_000;

/** Tries until an attempt has a result, with ever longer pauses. @throws the signal's reason when it is aborted. */
export async function retry<Result>(attempt: () => Promise<Result | undefined>, signal: AbortSignal): Promise<Result> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const result = await attempt();
    if (result !== undefined) return result;
    // Spread out, so that many clients do not come back at one moment.
    await delay(pause * (0.5 + Math.random() / 2), undefined, { signal });
  }
}

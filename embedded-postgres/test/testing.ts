import { setTimeout as delay } from 'node:timers/promises';

export { isRunning, processes } from '../src/processes.mjs';
export { openFolder, scratchFolder } from './scratch-folder.mjs';

// Aids for the tests of every workspace that starts servers.

const LIMIT_MS = 60_000;

export async function until(what: string, condition: () => boolean, limitMs = LIMIT_MS): Promise<void> {
  for (const end = Date.now() + limitMs; !condition(); await delay(10)) {
    if (Date.now() > end) throw new Error(`Not in ${limitMs} ms: ${what}`);
  }
}

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give to whoever asks for any: until it is used, only somebody who wants just this one takes it. */
const [FIRST, LAST] = [20_000, 32_000];

/** A port of this machine that nobody has just now. @returns {Promise<number>} */
export async function freePort() {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
      return port;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    } finally {
      probe.close();
    }
  }
}

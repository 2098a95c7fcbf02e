import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to a program that asks for any: only one that wants this very port can take it. */
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

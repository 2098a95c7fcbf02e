import { once } from 'node:events';
import { freePort } from '../embedded-postgres/src/ports.mjs';
import { runNode, runServer } from './start.mjs';

/** The same as start, with pages that change as they are edited and a server that starts again when it is. */
export async function develop() {
  const host = process.env.HOST || '127.0.0.1';
  const port = process.env.PORT || '3000';
  const serverPort = String(await freePort());
  // The pages have the address people know; what is not a page goes on to the server.
  const pages = runNode(['scripts/dev-web.mjs'], { HOST: host, KANTOR_DEV_PORT: port, PORT: serverPort });
  const failed = await Promise.race([pages.ended, once(pages.child, 'message').then(() => undefined)]);
  if (failed !== undefined) return failed;
  const publicUrl = process.env.KANTOR_PUBLIC_URL || `http://${host}:${port}`;
  const server = { HOST: '127.0.0.1', PORT: serverPort, KANTOR_PUBLIC_URL: publicUrl };
  return runServer(['--watch', '--watch-preserve-output'], server);
}

// Serves the web pages with hot reload. A process of its own, run by the pinned Node.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './paths.mjs';
import { text } from './texts.mjs';

const root = join(ROOT, 'web');
const port = Number(process.env.KANTOR_DEV_PORT);

// Vite is a package of the web pages, so it is looked up from there.
const vite = createRequire(join(root, 'package.json')).resolve('vite');
const { createServer } = /** @type {typeof import('vite')} */ (await import(pathToFileURL(vite).href));

process.on('disconnect', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
try {
  const host = process.env.HOST ?? '127.0.0.1';
  const server = await createServer({ root, clearScreen: false, server: { host, port, strictPort: true } });
  await server.listen();
  process.send?.('ready');
} catch (error) {
  const taken = error instanceof Error && /already in use/.test(error.message);
  console.error(taken ? `PORT ${port} ${text('portTaken')}` : error);
  process.exit(1);
}

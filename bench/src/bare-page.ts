import { readdir, readFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { environment, program } from '../../scripts/paths.mjs';
import { capture } from '../../scripts/processes.mjs';

const WEB = fileURLToPath(new URL('../../web', import.meta.url));
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

/** These headers give a page a process of its own, which the browser starts anew, and slowly. A page without them reuses one. */
const ISOLATION = new Set(['cross-origin-opener-policy', 'origin-agent-cluster']);

interface File {
  type: string;
  body: Buffer;
}

/** Builds the page of web/bare-page into a folder. @returns its files by their paths, compressed as the product's are. */
async function buildBarePage(folder: string): Promise<Map<string, File>> {
  const { code, output } = await capture(program('vite'), ['build', 'bare-page', '--outDir', folder, '--emptyOutDir'], {
    cwd: WEB,
    env: { ...environment(), NODE_ENV: 'production' },
  });
  if (code !== 0) throw new Error(`The bare page could not be built:\n${output}`);
  const files = new Map<string, File>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    files.set(path.slice(folder.length), { type, body: brotliCompressSync(await readFile(path)) });
  }
  return files;
}

async function isolationOf(page: URL): Promise<Record<string, string>> {
  const { headers } = await fetch(page, { headers: { accept: 'text/html' } });
  return Object.fromEntries([...headers].filter(([name]) => ISOLATION.has(name)));
}

/** Serves the bare page, as isolated as the product's, and hands every call on to the product's server. */
export async function serveBarePage(folder: string, api: URL): Promise<{ url: URL; close(): void }> {
  const [files, isolation] = await Promise.all([buildBarePage(folder), isolationOf(api)]);
  const server = createServer((incoming, answer) => {
    const { pathname } = new URL(incoming.url ?? '/', api);
    if (pathname.startsWith('/api/')) return handOn(incoming, answer, api);
    const file = files.get(pathname) ?? files.get('/index.html');
    if (file === undefined) throw new Error('The bare page has no index.html');
    answer.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br', ...isolation }).end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function handOn(incoming: IncomingMessage, answer: ServerResponse, api: URL): void {
  const { method, headers, url } = incoming;
  const onward = request(new URL(url ?? '/', api), { method, headers: { ...headers, host: api.host } }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  incoming.pipe(onward);
}

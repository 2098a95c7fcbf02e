import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { Stub, StubResponse } from '@kantor/demo/stub.ts';
import type { Log } from './log.ts';

const MAX_BODY_BYTES = 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('The request is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Answers at the address until the signal, each stub under its name: `stubs.tron` at `/tron/…`.
 * @throws Error when the address cannot be had.
 */
export async function serveStubs(
  url: URL,
  stubs: Readonly<Record<string, Stub>>,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> {
  const server = createServer((request, response) => {
    const answer = async (): Promise<StubResponse> => {
      const { pathname, searchParams } = new URL(request.url ?? '/', url);
      const [, name = '', path = '/'] = /^\/([^/]*)(\/.*)?$/.exec(pathname) ?? [];
      const stub = Object.hasOwn(stubs, name) ? stubs[name] : undefined;
      if (stub === undefined) return { status: 404, body: { error: 'There is nothing here' } };
      const { method = 'GET', headers } = request;
      return stub({ method, path, query: searchParams, headers, body: await readBody(request) });
    };
    answer()
      .catch((error: unknown) => {
        log(`could not answer ${request.url}: ${String(error)}`);
        return { status: 500 } satisfies StubResponse;
      })
      .then(({ status, body }: StubResponse) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(body === undefined ? '' : JSON.stringify(body));
      })
      .catch(() => response.destroy());
  });
  server.listen(Number(url.port), url.hostname);
  await once(server, 'listening');
  signal.addEventListener('abort', () => {
    server.close();
    server.closeAllConnections();
  });
}

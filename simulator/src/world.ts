import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { Say } from './quiet-log.ts';

/** A request from Kantor to the outside world. */
export interface Asked {
  method: string;
  /** After the part's name: `/wallet/getnowblock`. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** As it was sent. */
  body: string;
}

export interface Answered {
  status: number;
  /** JSON; absent: an empty answer. */
  body?: unknown;
}

/** A part of the outside world: a chain's node, a source of rates, a merchant's server. */
export type Part = (asked: Asked) => Answered | Promise<Answered>;

const MOST_BYTES = 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error('The request is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Answers at the address until the signal, each part under its name: `parts.tron` at `/tron/…`.
 * @throws Error when the address cannot be had.
 */
export async function serveWorld(
  url: URL,
  parts: Readonly<Record<string, Part>>,
  { say, signal }: { say: Say; signal: AbortSignal },
): Promise<void> {
  const server = createServer((request, response) => {
    const answer = async (): Promise<Answered> => {
      const { pathname, searchParams } = new URL(request.url ?? '/', url);
      const [, name = '', path = '/'] = /^\/([^/]*)(\/.*)?$/.exec(pathname) ?? [];
      const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
      if (part === undefined) return { status: 404, body: { error: 'There is nothing here' } };
      const { method = 'GET', headers } = request;
      return part({ method, path, query: searchParams, headers, body: await readBody(request) });
    };
    answer()
      .catch((error: unknown) => {
        say(`could not answer ${request.url}: ${String(error)}`);
        return { status: 500 } satisfies Answered;
      })
      .then(({ status, body }: Answered) => {
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

import http from 'node:http';

/** A request as it is sent, sound or not; the path is sent to the letter. */
export interface RawRequest {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array | undefined;
}

export interface RawAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
  /** Milliseconds from sending to the last byte. */
  ms: number;
}

const LIMIT_MS = 30_000;
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request to a server. @throws Error when no answer comes. */
export function sendRaw(server: string, { method, path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(server);
  const since = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, method, path, headers, agent, timeout: LIMIT_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
          bytes: Buffer.concat(chunks),
          ms: performance.now() - since,
        }),
      );
    });
    request.on('error', reject);
    request.on('timeout', () => request.destroy(new Error(`No answer within ${LIMIT_MS} ms`)));
    if (body !== undefined) request.setHeader('content-length', Buffer.byteLength(body));
    request.end(body);
  });
}

/** The headers of a JSON call by somebody. */
export const jsonHeaders = (token?: string): Record<string, string> => ({
  'content-type': 'application/json',
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
});

/** A form with one file. */
export async function formOf(field: string, file: File, fields: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(field, file);
  const sent = new Response(form);
  return { type: sent.headers.get('content-type') ?? '', body: await sent.bytes() };
}

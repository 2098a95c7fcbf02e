import { type Client, createClient } from '@kantor/contract/client.ts';
import type { Route } from '@kantor/contract/plain/routes.ts';
import type { Problem } from '@kantor/contract/wire/call.ts';
import type { FastifyInstance } from 'fastify';
import { injectFetch, ORIGIN, REQUEST_ID } from './inject-fetch.ts';

type Headers = Readonly<Record<string, string>>;
type Token = string | (() => Promise<string>);

/** A request as it is sent, sound or not. */
export interface RawRequest {
  method?: 'GET' | 'POST' | 'PATCH';
  /** An access token or an API key in place of the client's own; null for none. */
  token?: Token | null;
  /** Sent as JSON; a form, text and bytes are sent as they are. */
  body?: unknown;
  headers?: Headers;
  /** The address that it calls from. */
  address?: string;
}

/** An answer as it is sent: the problem of a refusal, unless the test says what else it expects. */
export interface RawAnswer<Body = Problem> {
  status: number;
  body: Body;
  headers: Record<string, unknown>;
}

async function encode(body: unknown): Promise<{ type: string; payload?: string | Buffer }> {
  if (body instanceof FormData) {
    const form = new Response(body);
    return { type: form.headers.get('content-type') ?? '', payload: Buffer.from(await form.arrayBuffer()) };
  }
  const type = 'application/json';
  if (body === undefined) return { type };
  return { type, payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) };
}

/** JSON as its value; anything else as text. */
function bodyOf({ body, headers }: { body: string; headers: Record<string, unknown> }) {
  if (body === '') return undefined;
  return String(headers['content-type']).includes('json') ? JSON.parse(body) : body;
}

/** Sends one request to an app without a network, to any address. */
export async function sendRaw<Body = Problem>(
  app: FastifyInstance,
  url: string,
  { method = 'GET', token, body, headers, address }: RawRequest = {},
): Promise<RawAnswer<Body>> {
  const bearer = typeof token === 'function' ? await token() : token;
  const sent = await encode(body);
  const response = await app.inject({
    method,
    url,
    headers: {
      'content-type': sent.type,
      'x-request-id': REQUEST_ID,
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...headers,
    },
    ...(sent.payload === undefined ? {} : { payload: sent.payload }),
    ...(address === undefined ? {} : { remoteAddress: address }),
  });
  return {
    status: response.statusCode,
    body: bodyOf(response),
    headers: response.headers,
  };
}

/** A client of one API that can also say what the contract does not allow. */
export interface TestClient extends Client {
  /** Sends a request that the types would refuse, to a route of the contract; `params` and `query` are not escaped. */
  raw: <Body = Problem>(
    route: Pick<Route, 'method' | 'path'>,
    request?: RawRequest & { params?: Readonly<Record<string, string>>; query?: string },
  ) => Promise<RawAnswer<Body>>;
}

/** A client of the API at `base`; `headers` make those that a call does not bring itself. */
export function createTestClient(
  app: FastifyInstance,
  base: string,
  token?: Token,
  headers?: () => Headers,
): TestClient {
  const inject = injectFetch(app);
  const fetch = (request: Request) => {
    if (request.method !== 'GET') {
      for (const [name, value] of Object.entries(headers?.() ?? {}))
        if (!request.headers.has(name)) request.headers.set(name, value);
    }
    return inject(request);
  };
  return {
    ...createClient({ base: ORIGIN + base, fetch, ...(token !== undefined && { token }) }),
    raw: ({ method, path }, { params = {}, query = '', ...request } = {}) => {
      const url = base + path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '') + (query && `?${query}`);
      return sendRaw(app, url, { method, ...(token !== undefined && { token }), ...request });
    },
  };
}

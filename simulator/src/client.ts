import { problem } from '@kantor/contract/wire/call.ts';
import { persist } from './patience.ts';
import type { Say } from './quiet-log.ts';

export interface ClientOptions {
  url: URL;
  /** Sent as a bearer token. */
  apiKey: string;
  say: Say;
  /** Gives up everything. */
  signal: AbortSignal;
}

/** What the server said in the end: the body of a success, or the problem of a refusal. */
export type Answer = { ok: true; body: unknown } | { ok: false; status: number; code: string; detail: string };

export interface Client {
  /**
   * Sends a request until the server has decided on it. What failed on the way (the network, a restart, an overloaded
   * server) is sent again with the same key: the effect is there once, however often it was sent.
   * @throws the signal's reason when told to stop.
   */
  post(path: string, idempotencyKey: string, body?: object | FormData): Promise<Answer>;
}

const ANSWER_LIMIT_MS = 15_000;

export function createClient({ url, apiKey, say, signal }: ClientOptions): Client {
  const headers = { authorization: `Bearer ${apiKey}` };
  const json = { ...headers, 'content-type': 'application/json' };

  /** One attempt; undefined when it should be made again. */
  async function attempt(path: string, key: string, body?: object | FormData): Promise<Answer | undefined> {
    const isForm = body instanceof FormData;
    try {
      const response = await fetch(new URL(path, url), {
        method: 'POST',
        // A form tells its own type.
        headers: { ...(isForm ? headers : json), 'idempotency-key': key },
        body: body === undefined || isForm ? (body ?? null) : JSON.stringify(body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
      });
      return await read(response);
    } catch {
      signal.throwIfAborted();
      say(`${url.origin} does not answer; trying again`);
      return undefined;
    }
  }

  async function read(response: Response): Promise<Answer | undefined> {
    if (response.ok) return { ok: true, body: await response.json() };
    const told = problem.safeParse(await response.json().catch(() => undefined));
    const { code, detail } = told.data ?? { code: 'unknown', detail: response.statusText };
    if (response.status < 500 && response.status !== 429 && code !== 'idempotency_running') {
      return { ok: false, status: response.status, code, detail };
    }
    say(`${url.origin} answers ${response.status} (${code}); trying again`);
    return undefined;
  }

  return {
    post: (path, idempotencyKey, body) => persist(() => attempt(path, idempotencyKey, body), signal),
  };
}

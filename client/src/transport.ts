import { KantorError, NoAnswerError } from './errors.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import type { Problem } from './types.ts';

export interface Request {
  method: string;
  path: string;
  query?: Record<string, unknown> | undefined;
  body?: Record<string, unknown> | undefined;
  isForm?: boolean;
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 8000;
/** A server that asks for more is asked by whoever calls. */
const MAX_RETRY_AFTER_MS = 60_000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Half of a pause that doubles is by chance: those who failed together do not come back together. */
const pauseAfter = (tries: number) =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);

function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function addressOf(base: string, { path, query = {} }: Request): string {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) sent.set(name, asText(value));
  return `${base.replace(/\/+$/, '')}${path}${sent.size > 0 ? `?${sent.toString()}` : ''}`;
}

function bodyOf({ body = {}, isForm }: Request): FormData | string {
  if (isForm !== true) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value instanceof Blob) form.set(name, value);
    else if (value !== undefined) form.set(name, asText(value));
  }
  return form;
}

/** The problem of a refusal; what lies between may have sent something else. */
async function problemOf(response: Response): Promise<Problem> {
  const { status, statusText: title, headers } = response;
  const text = await response.text();
  try {
    const problem = JSON.parse(text) as Problem;
    if (typeof problem.code === 'string') return problem;
  } catch {
    // No JSON.
  }
  const request_id = headers.get('x-request-id') ?? undefined;
  return { type: 'about:blank', title, status, detail: text.slice(0, 200), code: 'unknown', request_id };
}

const isPassing = ({ status }: Response, { code }: Problem) =>
  status >= 500 || status === 408 || status === 429 || code === 'idempotency_running';

function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? seconds * 1000 : undefined;
}

/** JSON, but for a file, which is its bytes. */
const answerOf = async (response: Response): Promise<unknown> =>
  response.headers.get('content-type') === 'application/octet-stream'
    ? new Uint8Array(await response.arrayBuffer())
    : response.json();

/** Makes calls, each again until it is answered for good: all attempts of one have one idempotency key, so that its effect is one. */
export function createTransport({
  url,
  key,
  attempts = 4,
  timeout = 30_000,
  fetch = globalThis.fetch,
  sleep = wait,
}: ClientOptions) {
  return async function send(request: Request, { idempotencyKey, signal }: CallOptions = {}): Promise<unknown> {
    const isWrite = request.method !== 'GET';
    const name = isWrite ? (idempotencyKey ?? crypto.randomUUID()) : undefined;
    const headers = {
      authorization: `Bearer ${key}`,
      ...(name !== undefined && { 'idempotency-key': name }),
      ...(isWrite && request.isForm !== true && { 'content-type': 'application/json' }),
    };
    for (let tries = 1; ; tries += 1) {
      let pause = pauseAfter(tries);
      let failure: Error;
      try {
        const ends = AbortSignal.timeout(timeout);
        const response = await fetch(addressOf(url, request), {
          method: request.method,
          headers,
          // A POST that is led elsewhere would come there as a GET.
          redirect: 'manual',
          signal: signal === undefined ? ends : AbortSignal.any([signal, ends]),
          ...(isWrite && { body: bodyOf(request) }),
        });
        if (response.ok) return await answerOf(response);
        const problem = await problemOf(response);
        failure = new KantorError(problem, name);
        const asked = retryAfterOf(response);
        if (!isPassing(response, problem) || (asked ?? 0) > MAX_RETRY_AFTER_MS) throw failure;
        pause = Math.max(pause, asked ?? 0);
      } catch (error) {
        if (error instanceof KantorError || signal?.aborted === true) throw error;
        failure = new NoAnswerError(error, name);
      }
      if (tries >= attempts) throw failure;
      await sleep(pause);
    }
  };
}

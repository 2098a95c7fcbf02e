import type { z } from 'zod';
import type { Route } from './plain/routes.ts';
import { type Call, type Problem, problem, type Wire } from './wire/call.ts';
import { EVENT_STREAM } from './wire/events.ts';

// A client of the contract over any fetch: what is sent and what comes back have the types of the call.

/** A part of a request: asked for when the call has it, and only then; it may be left out when nothing in it is needed. */
type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? Partial<z.input<Schema>> extends z.input<Schema>
    ? { [_ in Name]?: z.input<Schema> }
    : { [_ in Name]: z.input<Schema> }
  : { [_ in Name]?: never };

/** The input of a call, as it crosses the wire. */
export type Input<C extends Call> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'body', C['body']> &
  // The one file of a call with `upload`; `body` becomes the form's other fields.
  (C extends { upload: string } ? { file: File } : { file?: never }) & {
    headers?: Readonly<Record<string, string>>;
    signal?: AbortSignal;
  };

/** Nothing may be left out when nothing is needed. */
type Arguments<C extends Call> = Partial<Input<C>> extends Input<C> ? [input?: Input<C>] : [input: Input<C>];

/** The answer of a call: JSON as it crosses the wire, bytes, or an open stream. */
type Answer<C extends Call> = C extends { response: z.ZodType<AsyncIterable<string>> }
  ? ReadableStream<Uint8Array>
  : Wire<C>;

/** The decoded answer of a call: money as bigint, times as Date. */
export type Decoded<C extends Call> = z.output<C['response']>;

/** The server decided against a call: `status`, and `code` and `detail` of its problem. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly problem: Problem;
  readonly headers: Headers;

  constructor(route: Pick<Route, 'method' | 'path'>, response: Response, problem: Problem) {
    super(`${route.method} ${route.path} is refused: ${problem.status} ${problem.code}: ${problem.detail}`);
    this.status = problem.status;
    this.code = problem.code;
    this.problem = problem;
    this.headers = response.headers;
  }
}

export interface ClientOptions {
  /** The API's address, `http://127.0.0.1:3000/api/v1`. */
  base: string;
  /** Sends a request; the runtime's own unless given. */
  fetch?: (request: Request) => Promise<Response>;
  /** An access token or an API key, or where to get one; without it nobody calls. */
  token?: string | (() => string | Promise<string>);
}

export interface Client {
  /** Makes a call. @throws Refused when the server decides against it, whatever `fetch` throws when there is no answer. */
  call: <const C extends Call>(call: C, ...input: Arguments<C>) => Promise<Answer<C>>;
  /** The same, decoded. @throws Refused. */
  callDecoded: <const C extends Call>(call: C, ...input: Arguments<C>) => Promise<Decoded<C>>;
  /** The refusal that a call meets. @throws Error when there is none. */
  refusal: <const C extends Call>(call: C, ...input: Arguments<C>) => Promise<Refused>;
}

/** A header that names a request: repeated under the same name, it has its effect once. */
export const idempotencyKey = (key: string = crypto.randomUUID()) => ({ 'idempotency-key': key });

/** The address of a route below its API's base. @throws Error when a parameter is missing. */
export const pathOf = (path: string, params: Readonly<Record<string, unknown>> = {}): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== 'string') throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });

/** The input of any call; `Input` has checked it. */
interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  file?: File;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A field of a query or a form. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function requestOf(base: string, call: Call, { params, query = {}, body, file, headers, signal }: AnyInput): Request {
  const url = new URL(base + pathOf(call.path, params));
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, asText(value));
  const { method } = call;
  const init: RequestInit = { method, ...(headers && { headers }), ...(signal && { signal }) };
  if (call.upload !== undefined && file !== undefined) {
    const form = new FormData();
    for (const [name, value] of Object.entries(body ?? {})) form.set(name, asText(value));
    form.set(call.upload, file);
    return new Request(url, { ...init, body: form });
  }
  const request = new Request(url, method === 'GET' ? init : { ...init, body: JSON.stringify(body ?? {}) });
  if (method !== 'GET') request.headers.set('content-type', 'application/json');
  return request;
}

/**
 * Reads a response: the JSON of a success, its bytes, or the open stream.
 * @throws Refused; Error when the status is a success, but not the one that the call declares.
 */
export async function readAnswer<C extends Pick<Call, 'method' | 'path' | 'type' | 'ok' | 'response'>>(
  call: C,
  response: Response,
): Promise<z.input<C['response']>> {
  const { status, ok } = response;
  if (!ok) throw new Refused(call, response, await readProblem(response));
  if (status !== call.ok) throw new Error(`${call.method} ${call.path} answered ${status} in place of ${call.ok}`);
  return bodyOf(call, response) as Promise<z.input<C['response']>>;
}

async function bodyOf({ type }: Pick<Call, 'type'>, response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  if (type === undefined) return response.json();
  return type === EVENT_STREAM ? response.body : response.bytes();
}

/** The problem document of a refusal; what lies between may have sent something else. All its fields are kept. */
export async function readProblem(response: Response): Promise<Problem> {
  const { status, statusText } = response;
  const text = await response.text();
  try {
    const document: unknown = JSON.parse(text);
    if (problem.loose().safeParse(document).success) return document as Problem;
  } catch {
    // The body is no JSON.
  }
  return { type: 'about:blank', title: statusText, status, detail: text.slice(0, 200), code: 'unknown' };
}

/** A client of an API of the contract: `client.call(confirmOrder, { params: { id } })`. */
export function createClient({ base, fetch = globalThis.fetch, token }: ClientOptions): Client {
  const send = async (call: Call, input: AnyInput = {}): Promise<unknown> => {
    const request = requestOf(base, call, input);
    const bearer = typeof token === 'function' ? await token() : token;
    if (bearer !== undefined) request.headers.set('authorization', `Bearer ${bearer}`);
    return readAnswer(call, await fetch(request));
  };
  return {
    call: (call, ...[input]) => send(call, input as AnyInput) as Promise<Answer<typeof call>>,
    callDecoded: async (call, ...[input]) =>
      call.response.parse(await send(call, input as AnyInput)) as Decoded<typeof call>,
    refusal: async (call, ...[input]) => {
      try {
        await send(call, input as AnyInput);
      } catch (error) {
        if (error instanceof Refused) return error;
        throw error;
      }
      throw new Error(`${call.method} ${call.path} was not refused`);
    },
  };
}

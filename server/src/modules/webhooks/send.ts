import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type Clock, SECOND } from '../../kernel/clock.ts';
import { BadAddress, type Reach, readWebAddress, type WebAddress } from './web-address.ts';
import type { Resolve } from './resolve.ts';
import { readRetryAfter } from './rules.ts';
import { sentenceOf, sentenceOfStatus } from './sentences.ts';

/** The limit of a whole attempt: the name, the connection, the answer with its body. */
const TIMEOUT_MS = 5 * SECOND;
/** The most of an answer that is read, and that is kept. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_KEPT_CHARS = 1000;

export interface AttemptResult {
  startedAt: Date;
  /** Milliseconds. */
  duration: number;
  /** Null: there was no answer. */
  status: number | null;
  /** The beginning of the answer. */
  answer: string;
  /** A Russian sentence; empty: delivered. */
  error: string;
  /** Milliseconds that the server asked us to wait. */
  retryAfter: number | undefined;
}

export type Send = (url: string, headers: Record<string, string>, body: string | Uint8Array) => Promise<AttemptResult>;

interface SenderDeps {
  clock: Clock;
  reach: Reach;
  resolve: Resolve;
  timeoutMs?: number;
}

/**
 * Makes the function that posts a delivery once. It resolves whatever happens. A name is asked for once, all of its addresses
 * must be public, and the connection goes to one of those: a later change of the name changes nothing. The
 * certificate is still checked against the name. Redirects are not followed.
 */
export function createSender({ clock, reach, resolve, timeoutMs = TIMEOUT_MS }: SenderDeps): Send {
  async function lookUp({ host, isTrusted }: WebAddress, signal: AbortSignal): Promise<LookupFunction | undefined> {
    if (isTrusted || isIP(host) !== 0) return undefined;
    const addresses = await resolve(host, signal);
    signal.throwIfAborted();
    if (!addresses.every(reach.isPublic)) throw new BadAddress(LEADS_INSIDE);
    return fixedLookup(addresses);
  }

  return async (text, headers, body) => {
    const startedAt = clock();
    const since = performance.now();
    const signal = AbortSignal.timeout(timeoutMs);
    const none = { status: null, answer: '', retryAfter: undefined };
    const done = (rest: Omit<AttemptResult, 'startedAt' | 'duration'>): AttemptResult => ({
      startedAt,
      duration: Math.round(performance.now() - since),
      ...rest,
    });
    try {
      const address = readWebAddress(text, reach);
      const lookup = await lookUp(address, signal);
      const { status, retryAfter, answer } = await post(address, { lookup, headers, body, signal });
      return done({
        status,
        answer,
        error: sentenceOfStatus(status),
        retryAfter: status === 429 || status === 503 ? readRetryAfter(retryAfter, clock()) : undefined,
      });
    } catch (error) {
      if (error instanceof BadAddress) return done({ ...none, error: error.message });
      return done({
        ...none,
        error: signal.aborted ? `Сервер не ответил за ${timeoutMs / SECOND} с` : sentenceOf(error),
      });
    }
  };
}

const LEADS_INSIDE = 'Имя сервера ведёт не в интернет, а в частную сеть: туда мы ничего не отправляем';

/** A look-up that answers with the checked addresses, even if the name has others by now. */
const fixedLookup =
  (addresses: readonly string[]): LookupFunction =>
  (_name, { all }, callback) => {
    const answers = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first = { address: '', family: 4 }] = answers;
    if (all) callback(null, answers);
    else callback(null, first.address, first.family);
  };

interface Post {
  lookup: LookupFunction | undefined;
  headers: Record<string, string>;
  body: string | Uint8Array;
  signal: AbortSignal;
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
  answer: string;
}

function post({ url, host, port }: WebAddress, { lookup, headers, body, signal }: Post): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { request } = url.protocol === 'https:' ? https : http;
  const sent = request({
    method: 'POST',
    host,
    port,
    path: url.pathname + url.search,
    headers: {
      host: url.host.replace(/\.+(?=:|$)/, ''),
      'user-agent': 'Kantor',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'accept-encoding': 'identity',
      ...headers,
    },
    // A connection of its own, to the address that was checked for this attempt.
    agent: false,
    ...(lookup && { lookup, servername: host }),
    // Also when the environment says otherwise.
    rejectUnauthorized: true,
    signal,
  });
  sent.on('error', reject);
  sent.on('upgrade', (_response, socket) => {
    socket.destroy();
    reject(new Error('The server upgraded the connection'));
  });
  sent.on('response', (response) => {
    readBeginning(response).then(
      (answer) =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          answer: keep(answer),
        }),
      reject,
    );
  });
  sent.end(body);
  return promise;
}

/** The answer up to the limit; the rest is cut off with the connection, as leaving the loop destroys the answer. */
async function readBeginning(response: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_BODY_BYTES) break;
  }
  return Buffer.concat(chunks);
}

/** The text in a form that the database can hold. */
const keep = (answer: Buffer): string =>
  answer.toString('utf8').replaceAll('\u0000', '\ufffd').slice(0, MAX_KEPT_CHARS).toWellFormed();

import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { readText } from '../../kernel/read-text.ts';
import { tronAccount } from './tron.ts';
import { type Block, type ChainSource, SourceError } from './source.ts';
import { Nonsense, readHeader, readTransfersOf, toBlock } from './tron-block.ts';

export interface NodeOptions {
  url: string;
  apiKey: string | undefined;
  /** The contract of USDT. */
  contract: string;
  /** Gives up everything that is under way. */
  signal?: AbortSignal;
  /** Milliseconds that one answer may take. */
  limit?: number;
  /** Milliseconds at least between two questions. */
  pace?: number;
  time?: Time;
}

/** Time as it passes here, in milliseconds. */
interface Time {
  now(): number;
  sleep(ms: number, signal: AbortSignal | undefined): Promise<unknown>;
}

const systemTime: Time = {
  now: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal && { signal }),
};

const LIMIT_MS = 10_000;
/** TronGrid lets 15 a second pass, and shuts out for half a minute who asks more often. */
const PACE_MS = 100;
/** A node that turns us away is asked half as often from then on, down to this; each answer brings us a little nearer again. */
const SLOWEST_PACE_MS = 2000;
const RECOVERY = 0.98;
const SHUT_OUT_MS = 30_000;
const LONGEST_SHUT_OUT_MS = 10 * 60_000;
/** Far above the largest block that TRON allows (two megabytes), which is several times as long in JSON. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Also a 403 may be one: TronGrid has said so with each of them. */
const TURNED_AWAY = new Set([403, 429, 503]);

/** Milliseconds that a node wants to be left alone, in seconds or as a date; within bounds, as it may be anybody's word. */
export function shutOutFor(retryAfter: string | null, now: number): number {
  const told = retryAfter === null ? NaN : Number(retryAfter) * 1000 || Date.parse(retryAfter) - now;
  return Number.isNaN(told) ? SHUT_OUT_MS : Math.min(Math.max(told, 1000), LONGEST_SHUT_OUT_MS);
}

function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'it took too long';
  // What fetch says is always "fetch failed"; why is in the cause.
  const cause = error.cause instanceof Error ? error.cause : undefined;
  return cause?.message || error.message;
}

/** A node's own complaint, as java-tron and TronGrid write it. */
const complaint = z
  .object({ Error: z.string() })
  .or(z.object({ error: z.string() }).transform(({ error }) => ({ Error: error })));
const nothing = z.strictObject({});

/** Reads a node of TRON over its HTTP API, two calls a block for all wallets. @see https://developers.tron.network/reference/full-node-api-overview */
export function tronNode({
  url,
  apiKey,
  contract,
  signal,
  limit = LIMIT_MS,
  pace = PACE_MS,
  time = systemTime,
}: NodeOptions): ChainSource {
  // The address may carry a key; only the host is told.
  const name = new URL(url).host;
  const base = url.replace(/\/+$/, '');
  const token = tronAccount(contract);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey && { 'TRON-PRO-API-KEY': apiKey }),
  };
  /** Moments of `time`. */
  let nextAt = 0;
  let openAt = 0;
  let gap = pace;

  const failure = (why: string, more: { retryAfter?: number; cause?: unknown } = {}) =>
    new SourceError(`The TRON node ${name} is of no use: ${apiKey ? why.replaceAll(apiKey, '…') : why}.`, more);

  /** A node that has shut us out is not even asked. */
  function assertOpen(): void {
    const shut = openAt - time.now();
    if (shut > 0) throw failure('it turns us away', { retryAfter: Math.ceil(shut) });
  }

  async function takeTurn(): Promise<void> {
    assertOpen();
    const now = time.now();
    const at = Math.max(nextAt, now);
    nextAt = at + gap;
    if (at > now) await time.sleep(at - now, signal);
    // Meanwhile another question may have been turned away.
    assertOpen();
  }

  function turnedAway(retryAfter: number, why: string): SourceError {
    openAt = Math.max(openAt, time.now() + retryAfter);
    gap = Math.min(Math.max(gap, 1) * 2, Math.max(SLOWEST_PACE_MS, pace));
    return failure(why, { retryAfter });
  }

  async function send(path: string, body: object): Promise<string> {
    const timeout = AbortSignal.timeout(limit);
    const response = await fetch(base + path, {
      method: 'POST',
      // Nobody decided to trust where a redirect leads, least of all with our key.
      redirect: 'manual',
      headers,
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const { status } = response;
    if (status === 200) return readText(response, MOST_BYTES);
    await response.body?.cancel();
    if (status === 401) throw failure('it does not accept KANTOR_TRON_API_KEY');
    if (!TURNED_AWAY.has(status)) throw failure(`it answered with status ${status}`);
    throw turnedAway(
      shutOutFor(response.headers.get('retry-after'), Date.now()),
      `it turns us away with status ${status}`,
    );
  }

  /** One question. @throws SourceError */
  async function ask(path: string, body: object): Promise<{ text: string; answer: unknown }> {
    await takeTurn();
    let text: string;
    try {
      text = await send(path, body);
    } catch (error) {
      if (error instanceof SourceError) throw error;
      throw failure(whyOf(error), { cause: error });
    }
    let answer: unknown;
    try {
      answer = JSON.parse(text);
    } catch (error) {
      throw failure('it answered something else than JSON', { cause: error });
    }
    const told = complaint.safeParse(answer);
    if (told.success) throw complained(told.data.Error);
    gap = Math.max(pace, gap * RECOVERY);
    return { text, answer };
  }

  function complained(words: string): SourceError {
    const why = `it says "${words.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200)}"`;
    return /frequency limit|suspended/i.test(words) ? turnedAway(SHUT_OUT_MS, why) : failure(why);
  }

  /** Does with an answer what may turn out to be impossible. */
  function checked<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw error instanceof Nonsense ? failure(error.message, { cause: error }) : error;
    }
  }

  async function header(path: string, body: object) {
    const { text, answer } = await ask(path, body);
    return nothing.safeParse(answer).success ? undefined : { text, ...checked(() => readHeader(answer)) };
  }

  async function numbered(number: bigint) {
    const found = await header('/wallet/getblockbynum', { num: Number(number) });
    if (found && found.number !== number) throw failure(`it answered block ${found.number} for block ${number}`);
    return found;
  }

  return {
    name,
    head: async () => {
      const found = await header('/wallet/getnowblock', {});
      if (found === undefined) throw failure('it has no blocks');
      return found;
    },
    genesis: async () => {
      const found = await numbered(0n);
      if (found === undefined) throw failure('it has no first block');
      return found.hash;
    },
    block: async (number): Promise<Block | undefined> => {
      const found = await numbered(number);
      if (found === undefined) return undefined;
      if (found.results.size === 0) return toBlock(found, [], found.text);
      const { answer } = await ask('/wallet/gettransactioninfobyblocknum', { num: Number(number) });
      return toBlock(
        found,
        checked(() => readTransfersOf(found, answer, token)),
        found.text,
      );
    },
  };
}

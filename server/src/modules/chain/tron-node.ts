import { z } from 'zod';
import { SECOND } from '../../kernel/clock.ts';
import { readText } from '../../kernel/read-text.ts';
import { cooldown, createPace, type Time } from './node-pace.ts';
import { type Block, type ChainSource, SourceError } from './source.ts';
import { tronAccount } from './tron.ts';
import { InvalidNodeAnswer, readHeader, readTransfersOf, toBlock } from './tron-block.ts';

interface ClientOptions {
  url: string;
  apiKey: string | undefined;
  /** Aborts everything that is under way. */
  signal?: AbortSignal;
  /** For one answer. */
  timeoutMs?: number;
  /** At least between two questions. */
  paceMs?: number;
  time?: Time;
}

export interface NodeOptions extends ClientOptions {
  /** The contract of USDT. */
  contract: string;
}

const TIMEOUT_MS = 10 * SECOND;
/** Far above the largest block that TRON allows (two megabytes), which is several times as long in JSON. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Also a 403 may be one: TronGrid has said so with each of them. */
const RATE_LIMITED = new Set([403, 429, 503]);

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'it took too long';
  // Fetch always says "fetch failed"; the reason is in the cause.
  const cause = error.cause instanceof Error ? error.cause : undefined;
  return cause?.message || error.message;
}

/** A node's own complaint, as java-tron and TronGrid write it. */
const complaint = z
  .object({ Error: z.string() })
  .or(z.object({ error: z.string() }).transform(({ error }) => ({ Error: error })));

/** Asks a node over its HTTP API, no faster than it likes. Every failure is a SourceError. */
function createClient({ url, apiKey, signal, timeoutMs = TIMEOUT_MS, paceMs, time }: ClientOptions) {
  // The address may carry a key; only the host is logged.
  const name = new URL(url).host;
  const base = url.replace(/\/+$/, '');
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey && { 'TRON-PRO-API-KEY': apiKey }),
  };
  const failure = (why: string, more: { retryAfter?: number; cause?: unknown } = {}) =>
    new SourceError(`The TRON node ${name} is of no use: ${apiKey ? why.replaceAll(apiKey, '…') : why}.`, more);
  const coolingDown = (remainingMs: number) => failure('it turns us away', { retryAfter: remainingMs });
  const pace = createPace({ paceMs, time, signal, coolingDown });

  function rateLimited(cooldownMs: number, why: string): SourceError {
    pace.rateLimited(cooldownMs);
    return failure(why, { retryAfter: cooldownMs });
  }

  async function send(path: string, body: object): Promise<string> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await fetch(base + path, {
      method: 'POST',
      // Nobody decided to trust a redirect's target, least of all with our key.
      redirect: 'manual',
      headers,
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const { status } = response;
    if (status === 200) return readText(response, MAX_BODY_BYTES);
    await response.body?.cancel();
    if (status === 401) throw failure('it does not accept KANTOR_TRON_API_KEY');
    if (!RATE_LIMITED.has(status)) throw failure(`it answered with status ${status}`);
    throw rateLimited(
      cooldown(response.headers.get('retry-after'), Date.now()),
      `it turns us away with status ${status}`,
    );
  }

  function complained(words: string): SourceError {
    const why = `it says "${words.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200)}"`;
    return /frequency limit|suspended/i.test(words) ? rateLimited(cooldown(null, Date.now()), why) : failure(why);
  }

  /** One question. @throws SourceError */
  async function ask(path: string, body: object): Promise<{ text: string; answer: unknown }> {
    await pace.takeTurn();
    let text: string;
    try {
      text = await send(path, body);
    } catch (error) {
      if (error instanceof SourceError) throw error;
      throw failure(reasonOf(error), { cause: error });
    }
    let answer: unknown;
    try {
      answer = JSON.parse(text);
    } catch (error) {
      throw failure('it answered something else than JSON', { cause: error });
    }
    const parsed = complaint.safeParse(answer);
    if (parsed.success) throw complained(parsed.data.Error);
    pace.answered();
    return { text, answer };
  }

  return { name, failure, ask };
}

const nothing = z.strictObject({});

/** Reads a node of TRON, two calls a block for all wallets. @see https://developers.tron.network/reference/full-node-api-overview */
export function tronNode({ contract, ...options }: NodeOptions): ChainSource {
  const { name, failure, ask } = createClient(options);
  const token = tronAccount(contract);

  /** Reads an answer, which may turn out to be impossible. */
  function checked<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      throw error instanceof InvalidNodeAnswer ? failure(error.message, { cause: error }) : error;
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

import { z } from 'zod';
import { MINUTE, SECOND } from '../../kernel/clock.ts';
import { readText } from '../../kernel/read-text.ts';
import { cooldown, createPace, saidCooldown, type Time } from './node-pace.ts';
import { type Block, type ChainSource, SourceError } from './source.ts';
import { tronAccount } from './tron.ts';
import { blockTexts, type Header, InvalidNodeAnswer, readHeader, readTransfersOf, toBlock } from './tron-block.ts';

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
const MEGABYTE = 1024 * 1024;
/** Far above the largest block that TRON allows (two megabytes), which is several times as long in JSON. */
const MAX_BODY_BYTES = 32 * MEGABYTE;
/** A hundred usual blocks; a busier time is read in shorter ranges. */
const MAX_RANGE_BYTES = 64 * MEGABYTE;
const RANGE_TIMEOUT_MS = MINUTE;
/** TRON answers with no more blocks at once. */
const MAX_RANGE = 100;
const MIN_RANGE = 10;

/** The statuses of a node that does not have a call. */
const UNKNOWN_CALL = new Set([404, 405, 501]);

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

/** The bounds of one answer. */
interface Limits {
  timeoutMs: number;
  maxBytes: number;
}

/** Asks a node over its HTTP API, no faster than it likes. Every failure is a SourceError. */
export function createNodeClient({ url, apiKey, signal, timeoutMs = TIMEOUT_MS, paceMs, time }: ClientOptions) {
  // The address may carry a key; only the host is logged.
  const name = new URL(url).host;
  const base = url.replace(/\/+$/, '');
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey && { 'TRON-PRO-API-KEY': apiKey }),
  };
  const failure = (why: string, more: { retryAfter?: number; status?: number; cause?: unknown } = {}) =>
    new SourceError(`The TRON node ${name} is of no use: ${apiKey ? why.replaceAll(apiKey, '…') : why}.`, more);
  const coolingDown = (remainingMs: number) => failure('it turns us away', { retryAfter: remainingMs });
  const pace = createPace({ paceMs, time, signal, coolingDown });

  function rateLimited(cooldownMs: number, why: string): SourceError {
    pace.rateLimited(cooldownMs);
    return failure(why, { retryAfter: cooldownMs });
  }

  async function send(path: string, body: object, limits: Limits): Promise<string> {
    const timeout = AbortSignal.timeout(limits.timeoutMs);
    const response = await fetch(base + path, {
      method: 'POST',
      // Nobody decided to trust a redirect's target, least of all with our key.
      redirect: 'manual',
      headers,
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const { status } = response;
    if (status === 200) return readText(response, limits.maxBytes);
    await response.body?.cancel();
    if (status === 401) throw failure('it does not accept KANTOR_TRON_API_KEY');
    if (!RATE_LIMITED.has(status)) throw failure(`it answered with status ${status}`, { status });
    throw rateLimited(
      cooldown(response.headers.get('retry-after'), Date.now()),
      `it turns us away with status ${status}`,
    );
  }

  function complained(words: string): SourceError {
    const why = `it says "${words.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200)}"`;
    const cooldownMs = saidCooldown(words);
    return cooldownMs === undefined ? failure(why) : rateLimited(cooldownMs, why);
  }

  /** Reads the JSON of an answer. @throws SourceError also for the node's own complaint. */
  function parse(text: string): unknown {
    let answer: unknown;
    try {
      answer = JSON.parse(text);
    } catch (error) {
      throw failure('it answered something else than JSON', { cause: error });
    }
    const parsed = complaint.safeParse(answer);
    if (parsed.success) throw complained(parsed.data.Error);
    pace.answered();
    return answer;
  }

  /** One question. @returns the text of its answer. @throws SourceError */
  async function ask(path: string, body: object, limits: Limits = { timeoutMs, maxBytes: MAX_BODY_BYTES }) {
    await pace.takeTurn();
    try {
      return await send(path, body, limits);
    } catch (error) {
      if (error instanceof SourceError) throw error;
      throw failure(reasonOf(error), { cause: error });
    }
  }

  return { name, failure, ask, parse };
}

const nothing = z.strictObject({});

/** A block's header with the text that it was read from. */
type ReadHeader = Header & { text: string };

/** A range of blocks in one answer; empty when there is none of them yet. */
const BLOCK_LIST = /^\s*\{\s*"block"\s*:\s*\[/;

/**
 * Reads a node of TRON for all wallets: two calls a block, and little more than one when blocks are read ahead.
 * @see https://developers.tron.network/reference/full-node-api-overview
 */
export function tronNode({ contract, ...options }: NodeOptions): ChainSource {
  const { name, failure, ask, parse } = createNodeClient(options);
  const token = tronAccount(contract);
  /** Blocks that were read ahead and not asked for yet, by number. */
  const ahead = new Map<bigint, ReadHeader>();
  let range = MAX_RANGE;
  let answersRanges = true;

  /** Reads an answer, which may turn out to be impossible. */
  function checked<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      throw error instanceof InvalidNodeAnswer ? failure(error.message, { cause: error }) : error;
    }
  }

  async function header(path: string, body: object): Promise<ReadHeader | undefined> {
    const text = await ask(path, body);
    const answer = parse(text);
    return nothing.safeParse(answer).success ? undefined : { text, ...checked(() => readHeader(answer)) };
  }

  function assertNumber(found: Header, number: bigint): void {
    if (found.number !== number) throw failure(`it answered block ${found.number} for block ${number}`);
  }

  async function numbered(number: bigint): Promise<ReadHeader | undefined> {
    const found = await header('/wallet/getblockbynum', { num: Number(number) });
    if (found) assertNumber(found, number);
    return found;
  }

  /** A block that was read ahead is used once: one that turns out to be wrong is asked for anew. */
  function takeAhead(number: bigint): ReadHeader | undefined {
    const found = ahead.get(number);
    ahead.delete(number);
    return found;
  }

  /** @throws SourceError */
  async function readRange(from: bigint, count: number): Promise<ReadHeader[]> {
    const limits = { timeoutMs: Math.max(RANGE_TIMEOUT_MS, options.timeoutMs ?? 0), maxBytes: MAX_RANGE_BYTES };
    const body = { startNum: Number(from), endNum: Number(from) + count };
    const text = await ask('/wallet/getblockbylimitnext', body, limits);
    // The whole of it is only looked through: a hundred blocks at once would be hundreds of megabytes.
    if (!BLOCK_LIST.test(text)) {
      if (nothing.safeParse(parse(text)).success) return [];
      throw failure('its range of blocks has a wrong form');
    }
    return checked(() => blockTexts(text)).map((blockText) => ({
      text: blockText,
      ...checked(() => readHeader(parse(blockText))),
    }));
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
    readAhead: async (from) => {
      if (!answersRanges || ahead.has(from)) return;
      ahead.clear();
      try {
        const found = await readRange(from, range);
        for (const [index, block] of found.entries()) assertNumber(block, from + BigInt(index));
        for (const block of found) ahead.set(block.number, block);
        range = Math.min(range * 2, MAX_RANGE);
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        answersRanges = !UNKNOWN_CALL.has(error.status ?? 0);
        if (!answersRanges) return;
        // It may have been too much at once.
        if (error.retryAfter === undefined) range = Math.max(Math.floor(range / 2), MIN_RANGE);
        throw error;
      }
    },
    block: async (number): Promise<Block | undefined> => {
      const found = takeAhead(number) ?? (await numbered(number));
      if (found === undefined) return undefined;
      if (found.results.size === 0) return toBlock(found, [], found.text);
      const answer = parse(await ask('/wallet/gettransactioninfobyblocknum', { num: Number(number) }));
      return toBlock(
        found,
        checked(() => readTransfersOf(found, answer, token)),
        found.text,
      );
    },
  };
}

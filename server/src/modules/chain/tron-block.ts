import { z } from 'zod';
import { tronAddress } from './tron.ts';
import type { Block, Transfer } from './source.ts';

// A TRON node's answers to getblockbynum and gettransactioninfobyblocknum. Fields with the default value are left out.
// @see https://developers.tron.network/reference/gettransactioninfobyblocknum

/** The answer cannot be true, or not the whole truth; the message is the end of a sentence. */
export class InvalidNodeAnswer extends Error {}

/** `Transfer(address,address,uint256)`, Keccak-256. */
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const NO_TRANSACTIONS = '0'.repeat(64);
/** A transaction may be up to half a megabyte of data, with a hundred transfers in it: a longer one is not kept. */
const MAX_RAW_CHARS = 64 * 1024;

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/i)
  .toLowerCase();
const hexText = z.string().toLowerCase();

const blockAnswer = z.object({
  blockID: hash,
  block_header: z.object({
    raw_data: z.object({
      number: z.int().min(0).default(0),
      parentHash: hash,
      timestamp: z.int().min(0).max(8_640_000_000_000_000).default(0),
      txTrieRoot: hash.optional(),
    }),
  }),
  transactions: z
    .array(z.object({ txID: hash, ret: z.array(z.object({ contractRet: z.string().optional() })).optional() }))
    .default([]),
});

const info = z.object({
  id: hash,
  blockNumber: z.int().min(0).default(0),
  result: z.string().optional(),
  receipt: z.object({ result: z.string().optional() }).optional(),
  log: z
    .array(z.object({ address: hexText, topics: z.array(hexText).default([]), data: hexText.default('') }))
    .default([]),
});
type Info = z.output<typeof info>;
type Log = Info['log'][number];

const parse = <Schema extends z.ZodType>(schema: Schema, answer: unknown, what: string): z.output<Schema> => {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InvalidNodeAnswer(`its ${what} has a wrong ${issue?.path.join('.') || 'form'}`);
};

/** The first eight bytes of a block's id are its number. */
const numberIn = (blockId: string) => BigInt(`0x${blockId.slice(0, 16)}`);

export interface Header {
  number: bigint;
  hash: string;
  parentHash: string;
  at: Date;
  /** Its transactions' ids, and the outcome of each. */
  results: ReadonlyMap<string, string | undefined>;
}

/** @throws InvalidNodeAnswer */
export function readHeader(answer: unknown): Header {
  const block = parse(blockAnswer, answer, 'block');
  const { number, parentHash, timestamp, txTrieRoot } = block.block_header.raw_data;
  if (numberIn(block.blockID) !== BigInt(number))
    throw new InvalidNodeAnswer(`its block ${number} has the id of another`);
  if (number > 0 && numberIn(parentHash) !== BigInt(number - 1)) {
    throw new InvalidNodeAnswer(`its block ${number} does not follow block ${number - 1}`);
  }
  const results = new Map(block.transactions.map(({ txID, ret }) => [txID, ret?.[0]?.contractRet]));
  if (results.size !== block.transactions.length)
    throw new InvalidNodeAnswer(`its block ${number} has a transaction twice`);
  // The root of nothing is zero: a block whose transactions were left out does not pass for an empty one.
  const isEmpty = results.size === 0;
  if (number > 0 && isEmpty !== (txTrieRoot === NO_TRANSACTIONS)) {
    throw new InvalidNodeAnswer(`its block ${number} has other transactions than its header says`);
  }
  return { number: BigInt(number), hash: block.blockID, parentHash, at: new Date(timestamp), results };
}

/**
 * The text of each block in an answer of many, `{"block":[…]}`: a block is parsed by itself, and keeps its numbers' digits.
 * @throws InvalidNodeAnswer when it breaks off.
 */
export function blockTexts(text: string): string[] {
  const texts: string[] = [];
  let depth = 0;
  let start = 0;
  let isInString = false;
  for (let at = text.indexOf('[') + 1; at < text.length; at += 1) {
    const letter = text[at];
    if (isInString) {
      if (letter === '\\') at += 1;
      else isInString = letter !== '"';
    } else if (letter === '"') isInString = true;
    else if (letter === '{') {
      if (depth === 0) start = at;
      depth += 1;
    } else if (letter === '}') {
      depth -= 1;
      if (depth === 0) texts.push(text.slice(start, at + 1));
    } else if (letter === ']' && depth === 0) return texts;
  }
  throw new InvalidNodeAnswer('its range of blocks breaks off');
}

/** An address as a topic: 20 bytes, filled up with zeros; older compilers left TRON's prefix before them. */
const ADDRESS_TOPIC = /^0{22}(?:00|41)([0-9a-f]{40})$/;
const AMOUNT = /^[0-9a-f]{64}$/;

/**
 * Reads a log of the token, if it is a transfer above zero. The contract itself writes no other form: a malformed log was
 * damaged on the way.
 */
function readTransfer(txHash: string, { topics, data }: Log, logIndex: number): Transfer | undefined {
  const [kind, from = '', to = '', ...more] = topics;
  if (kind !== TRANSFER) return undefined;
  const [sender, receiver] = [from, to].map((topic) => ADDRESS_TOPIC.exec(topic)?.[1]);
  if (sender === undefined || receiver === undefined || more.length > 0 || !AMOUNT.test(data)) {
    throw new InvalidNodeAnswer(`the transfer in log ${logIndex} of its transaction ${txHash} is malformed`);
  }
  const amount = BigInt(`0x${data}`);
  if (amount === 0n) return undefined;
  return { txHash, logIndex, from: tronAddress(sender), to: tronAddress(receiver), amount };
}

/** The account of a contract as logs have it; a node may put TRON's prefix before it. */
const accountOf = (address: string) => (address.length === 42 ? address.replace(/^41/, '') : address);

function readTransfers({ id, log, receipt, result }: Info, blockResult: string | undefined, token: string): Transfer[] {
  const transfers = log.flatMap((entry, index) =>
    accountOf(entry.address) === token ? (readTransfer(id, entry, index) ?? []) : [],
  );
  if (transfers.length === 0) return [];
  const succeeded = receipt?.result === 'SUCCESS' && result !== 'FAILED';
  if (blockResult !== undefined && succeeded !== (blockResult === 'SUCCESS')) {
    throw new InvalidNodeAnswer(`it says that transaction ${id} succeeded, and that it did not`);
  }
  return succeeded ? transfers : [];
}

/**
 * The transfers in a block, in order.
 * @param answer the outcomes of the block's transactions: all of them, or it comes from a node that lags behind.
 * @param token the 20 bytes of the token's contract, hex.
 * @throws InvalidNodeAnswer
 */
export function readTransfersOf({ number, results }: Header, answer: unknown, token: string): Transfer[] {
  const infos = parse(z.array(info), answer, `list of transactions of block ${number}`);
  const isComplete =
    infos.length === results.size &&
    new Set(infos.map(({ id }) => id)).size === results.size &&
    infos.every(({ id, blockNumber }) => results.has(id) && BigInt(blockNumber) === number);
  if (!isComplete) throw new InvalidNodeAnswer(`its list of transactions of block ${number} is not that block's`);
  return infos.flatMap((each) => readTransfers(each, results.get(each.id), token));
}

const nothing = z.strictObject({});

/**
 * Reads the outcome of one transaction; undefined when the node has none.
 * @param token the 20 bytes of the token's contract, hex.
 * @throws InvalidNodeAnswer
 */
export function readTransaction(answer: unknown, token: string) {
  if (nothing.safeParse(answer).success) return undefined;
  const found = parse(info, answer, 'transaction');
  const { result } = found.receipt ?? {};
  return {
    txHash: found.id,
    blockNumber: BigInt(found.blockNumber),
    hasFailed: found.result === 'FAILED' || (result !== undefined && result !== 'SUCCESS'),
    transfers: readTransfers(found, undefined, token),
  };
}

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/** Keeps numbers as text: a float would lose digits. */
const keepNumbers: Reviver = (_key, value, context) =>
  typeof value === 'number'
    ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(context?.source ?? '0')
    : value;

/** A transaction in the text of its block, whole as far as it is of a reasonable size. */
export function rawTransaction(text: string, txHash: string): string {
  const { transactions } = JSON.parse(text, keepNumbers) as { transactions: { txID: string }[] };
  const raw = JSON.stringify(transactions.find(({ txID }) => txID.toLowerCase() === txHash));
  return raw.length <= MAX_RAW_CHARS ? raw : JSON.stringify({ txID: txHash, size: raw.length });
}

export const toBlock = (header: Header, transfers: readonly Transfer[], text: string): Block => ({
  number: header.number,
  hash: header.hash,
  parentHash: header.parentHash,
  at: header.at,
  transfers,
  rawOf: (txHash) => rawTransaction(text, txHash),
});

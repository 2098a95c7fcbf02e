import { createHash } from 'node:crypto';
import type { Random } from '../random.ts';
import { accountOf, TRON_ADDRESSES } from './addresses.ts';

// A computed chain: a block is a function of its number, so that any block can be read at any time.

/** USDT that reaches an address. */
export interface Deposit {
  /** An address; absent: a stranger's. */
  from?: string;
  to: string;
  /** Micro-USDT. */
  amount: bigint;
  /** Absent: a hash of its own. */
  txHash?: string;
}

/** A reorganisation: from this number on, the blocks are others. */
interface Fork {
  from: number;
  name: string;
}

export interface ChainOptions {
  seed?: string;
  /** The deposits in a block of a fork; the first fork is ''. */
  deposits?: (number: number, fork: string) => readonly Deposit[];
}

type Kind = 'usdt' | 'trx' | 'other-token' | 'failed' | 'approval';

/** A transaction, before it is written as a node writes it. */
export interface Transaction {
  txHash: string;
  kind: Kind;
  /** Accounts, 20 bytes, hex. */
  from: string;
  to: string;
  amount: bigint;
}

export interface Block {
  number: number;
  id: string;
  parentId: string;
  /** Milliseconds since 1970. */
  at: number;
  transactions: readonly Transaction[];
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Numbers in [0, 1) that are the same for the same text. */
function randomOf(text: string): Random {
  let drawn = 0;
  return () => Number.parseInt(sha256(`${text}#${(drawn += 1)}`).slice(0, 13), 16) / 2 ** 52;
}

/** One block in so many brings a demo trader a deposit. */
const BLOCKS_A_DEPOSIT = 24;
const OF_THE_FIRST_TWO = 0.7;
const THE_FIRST = TRON_ADDRESSES.slice(0, 2);
const USDT = 1_000_000;
const NOISE: readonly Kind[] = ['usdt', 'usdt', 'trx', 'trx', 'trx', 'other-token', 'failed', 'approval'];

/** The amount of a deposit, in micro-USDT: mostly round sums, some uneven. */
function drawAmount(random: Random): bigint {
  const round = Math.ceil(random() * 12) * 25;
  return BigInt(random() < 0.8 ? round * USDT : Math.round((round + random() * 25) * USDT));
}

/** Deposits to the demo's traders by themselves: now and then one, mostly to the first two. */
function demoDeposits(number: number): readonly Deposit[] {
  const random = randomOf(`deposit ${number}`);
  if (random() >= 1 / BLOCKS_A_DEPOSIT) return [];
  const addresses = random() < OF_THE_FIRST_TWO ? THE_FIRST : TRON_ADDRESSES;
  const to = addresses[Math.floor(random() * addresses.length)] ?? TRON_ADDRESSES[0];
  return [{ to, amount: drawAmount(random) }];
}

/** A block of the simulated chain, by its number; others follow every 3 seconds, as on TRON. */
const FIRST_BLOCK = { number: 70_000_000, at: '2025-03-01T00:00:00Z', everyMs: 3000 } as const;

const timeOf = (number: number): number =>
  Date.parse(FIRST_BLOCK.at) + (number - FIRST_BLOCK.number) * FIRST_BLOCK.everyMs;

/** The newest block at a moment (milliseconds since 1970). */
export const headAt = (moment: number): number =>
  FIRST_BLOCK.number + Math.floor((moment - Date.parse(FIRST_BLOCK.at)) / FIRST_BLOCK.everyMs);

export function createChain({ seed = 'kantor', deposits = demoDeposits }: ChainOptions = {}) {
  const forks: Fork[] = [{ from: 0, name: '' }];
  /** Deposits sent while this chain runs; all others are computed. */
  const sent = new Map<number, Deposit[]>();
  const forkOf = (number: number): string => forks.findLast(({ from }) => from <= number)?.name ?? '';
  /** As on TRON, an id begins with the number. */
  const idOf = (number: number): string =>
    number.toString(16).padStart(16, '0') + sha256(`${seed} block ${forkOf(number)} ${number}`).slice(16);

  function transactionsOf(number: number): Transaction[] {
    const place = `${seed} ${forkOf(number)} ${number}`;
    const random = randomOf(place);
    const noise = Array.from({ length: Math.floor(random() * 5) }, (_, index): Transaction => {
      const account = (of: string) => sha256(`${place} ${of} ${index}`).slice(0, 40);
      const kind = NOISE[Math.floor(random() * NOISE.length)] ?? 'trx';
      // A failed transfer names a demo trader, too.
      const to = kind === 'failed' ? accountOf(TRON_ADDRESSES[index % TRON_ADDRESSES.length] ?? '') : account('to');
      return { txHash: sha256(`${place} noise ${index}`), kind, from: account('from'), to, amount: drawAmount(random) };
    });
    const paid = [...deposits(number, forkOf(number)), ...(sent.get(number) ?? [])].map(
      ({ from, to, amount, txHash }, index): Transaction => ({
        txHash: txHash ?? sha256(`${place} deposit ${index}`),
        kind: 'usdt',
        from: from === undefined ? sha256(`${place} sender ${index}`).slice(0, 40) : accountOf(from),
        to: accountOf(to),
        amount,
      }),
    );
    return [...noise, ...paid];
  }

  return {
    blockAt: (number: number): Block => ({
      number,
      id: idOf(number),
      parentId: number === 0 ? sha256(seed) : idOf(number - 1),
      at: timeOf(number),
      transactions: number === 0 ? [] : transactionsOf(number),
    }),
    /** Puts a deposit into a block, which must be still to come: a block that was read does not change. */
    send: (number: number, deposit: Deposit): void => {
      sent.set(number, [...(sent.get(number) ?? []), deposit]);
    },
    /** The numbers of the blocks that something was sent in. */
    sentIn: (): number[] => [...sent.keys()],
    /** Replaces the blocks from a number on by others. */
    reorganise: (from: number, name: string): void => {
      // This fork replaces later ones.
      while (forks.length > 1 && (forks.at(-1)?.from ?? 0) >= from) forks.pop();
      forks.push({ from, name });
    },
  };
}

import { MAX_MINOR_UNITS } from '@kantor/contract/plain/money.ts';
import { SECOND } from '../../kernel/clock.ts';
import type { Block, Transfer } from './source.ts';

/** Blocks on top of a transaction's own after which it is final: more than two thirds of TRON's 27 producers have built on it. */
export const CONFIRMATIONS = 19;

/** TRON makes a block this often. */
export const BLOCK_MS = 3 * SECOND;

/** A reader so many blocks behind catches up: it reads them many at once, and says so in the log. */
export const FAR_BEHIND = 200;

export interface Point {
  number: bigint;
  hash: string;
}

/** The progress of reading the chain. */
export interface Progress {
  /** The hash of the network's first block. */
  genesis: string;
  /** The last block up to which everything is credited for good. */
  final: Point;
  /** The blocks read after it, in order: a chain whose end may be replaced. */
  seen: readonly Point[];
  /** The last of them, or the final one. */
  tip: Point & { at: Date };
}

/** The number of blocks that should be there by now, between one and `max`. */
export function blocksDue(tipAt: Date, at: Date, max = Number.MAX_SAFE_INTEGER): number {
  const made = Math.floor((at.getTime() - tipAt.getTime()) / BLOCK_MS);
  return Math.max(1, Math.min(made, max));
}

/** The hash of a block that has been read, by its number; undefined when it is older or newer. */
export const hashAt = ({ final, seen }: Progress, number: bigint): string | undefined =>
  number === final.number ? final.hash : seen.find((point) => point.number === number)?.hash;

/** The blocks up to the first that does not follow the one before it. */
export function unbroken(blocks: readonly Block[]): Block[] {
  const end = blocks.findIndex((block, index) => index > 0 && block.parentHash !== blocks[index - 1]?.hash);
  return end === -1 ? [...blocks] : blocks.slice(0, end);
}

/** The newest block that is final when `tip` is the last one. */
export const finalBelow = (tip: bigint): bigint => tip - BigInt(CONFIRMATIONS);

/**
 * `own`: it comes from one of our own deposit addresses, where only the operator moves what is already credited. `tooLarge`:
 * it is more than any amount may be here.
 */
type TransferDecision = 'pending' | 'own' | 'tooLarge';

/** Decides whether a transfer to a trader becomes a pending deposit. */
export function decideTransfer({ from, amount }: Transfer, isOurs: (address: string) => boolean): TransferDecision {
  if (isOurs(from)) return 'own';
  return amount > MAX_MINOR_UNITS ? 'tooLarge' : 'pending';
}

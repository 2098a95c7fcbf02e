/** A transfer of USDT, as the log of its contract says. */
export interface Transfer {
  txHash: string;
  /** Which of the transaction's logs it is, from 0. */
  logIndex: number;
  from: string;
  to: string;
  /** Micro-USDT; above 0, without an upper bound. */
  amount: bigint;
}

/** A block with everything in it that matters to us. */
export interface Block {
  number: bigint;
  hash: string;
  /** The hash of the block before it. */
  parentHash: string;
  /** When it was made. */
  at: Date;
  transfers: readonly Transfer[];
  /** A transaction of it as the chain has it, JSON. */
  rawOf(txHash: string): string;
}

/** Whoever tells about the chain. Everything it says is checked as far as it can be by itself; its calls throw SourceError. */
export interface ChainSource {
  /** How the log calls it. */
  name: string;
  /** The newest block. */
  head(): Promise<{ number: bigint; at: Date }>;
  /** The block of a number with all its transfers; undefined while there is none. */
  block(number: bigint): Promise<Block | undefined>;
  /** The hash of the network's first block, which no other network has. */
  genesis(): Promise<string>;
}

/** The chain could not be read; the message is a sentence for the operator. */
export class SourceError extends Error {
  override name = 'SourceError';
  /** Milliseconds in which asking again is of no use. */
  readonly retryAfter: number | undefined;

  constructor(sentence: string, { retryAfter, cause }: { retryAfter?: number | undefined; cause?: unknown } = {}) {
    super(sentence, { cause });
    this.retryAfter = retryAfter;
  }
}

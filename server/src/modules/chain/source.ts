/** A transfer of USDT, as the log of its contract says. */
export interface Transfer {
  txHash: string;
  /** Its index among the transaction's logs, from 0. */
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
  /** The moment at which it was made. */
  at: Date;
  transfers: readonly Transfer[];
  /** A transaction of it as the chain has it, JSON. */
  rawOf(txHash: string): string;
}

/** A source of the chain's blocks. Its answers are checked as far as they can be by themselves; its calls throw SourceError. */
export interface ChainSource {
  /** Its name in the log. */
  name: string;
  /** The newest block. */
  head(): Promise<{ number: bigint; at: Date }>;
  /** Reads many blocks from this number on at once, where the node can: `block` finds them there. For blocks far below the newest. */
  readAhead(from: bigint): Promise<void>;
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
  /** The node's HTTP status, where that was the trouble. */
  readonly status: number | undefined;

  constructor(
    sentence: string,
    { retryAfter, status, cause }: { retryAfter?: number | undefined; status?: number; cause?: unknown } = {},
  ) {
    super(sentence, { cause });
    this.retryAfter = retryAfter;
    this.status = status;
  }
}

import type { Database } from '../../db/pool.ts';
import { singleStatement, transaction } from '../../db/tx.ts';
import { after, type Clock, MINUTE, SECOND } from '../../kernel/clock.ts';
import { applyBlocks } from './apply-blocks.ts';
import { blocksDue, CONFIRMATIONS, FAR_BEHIND, hashAt, type Progress, unbroken } from './rules.ts';
import { type Block, type ChainSource, SourceError } from './source.ts';
import { insertCursor, readProgress, takeLease } from './store/cursor.ts';

export interface ScanDeps {
  db: Database;
  clock: Clock;
  source: ChainSource;
  /** The id of the reading process. */
  worker: string;
  /** The most blocks that are asked for at once. */
  maxBlocks?: number;
}

/** The outcome of a turn. `behind`: blocks that should be there and have not been read. */
export type Turn =
  /** Another worker reads the chain. */
  | { kind: 'elsewhere' }
  /** There was no new block. */
  | { kind: 'waiting'; tipAt: Date }
  | { kind: 'read'; behind: number; warnings: string[] };

const MAX_BLOCKS = 8;
/** Longer than a turn takes; a worker that was killed is followed by another after that. */
const LEASE_MS = 30 * SECOND;
/** A node that lags further behind would have us begin long before now. */
const MAX_HEAD_AGE_MS = 10 * MINUTE;

/** The first time: everything from a little before now is read. */
async function begin({ db, clock, source }: ScanDeps): Promise<void> {
  const genesis = await source.genesis();
  const head = await source.head();
  if (clock().getTime() - head.at.getTime() > MAX_HEAD_AGE_MS) {
    throw new SourceError(
      `The TRON node ${source.name} is not up to date: its newest block is of ${head.at.toISOString()}.`,
    );
  }
  // A final block: what we read after it always follows it.
  const start = head.number - BigInt(CONFIRMATIONS);
  const block = await source.block(start > 0n ? start : 0n);
  if (block === undefined)
    throw new SourceError(`The TRON node ${source.name} has no block ${start}, before its newest.`);
  await singleStatement(db, (tx) => insertCursor(tx, genesis, block));
}

/** @throws SourceError when the node is of another network than the one that has been read so far. */
async function assertSameNetwork(source: ChainSource, { genesis }: Progress): Promise<void> {
  if ((await source.genesis()) === genesis) return;
  throw new SourceError(
    `The TRON node ${source.name} is of another network than the one read so far: nothing is credited from it.`,
  );
}

/** The next blocks that the node has, in order. A failure is thrown only when no block came before it. */
async function readNext(source: ChainSource, from: bigint, count: number): Promise<Block[]> {
  const asked = Array.from({ length: count }, (_, index) => source.block(from + BigInt(index)));
  const answers = await Promise.allSettled(asked);
  const blocks: Block[] = [];
  for (const answer of answers) {
    if (answer.status === 'rejected') {
      if (blocks.length === 0) throw answer.reason;
      break;
    }
    if (answer.value === undefined) break;
    blocks.push(answer.value);
  }
  return unbroken(blocks);
}

/**
 * Goes back from blocks that do not follow our tip to the last block that we share with them.
 * @throws SourceError when there is none, or when the node's answers do not belong together.
 */
async function joinBranch(source: ChainSource, progress: Progress, blocks: readonly Block[]): Promise<Block[]> {
  const branch = [...blocks];
  for (let [first] = branch; first !== undefined; [first] = branch) {
    const before = first.number - 1n;
    if (hashAt(progress, before) === first.parentHash) return branch;
    if (before <= progress.final.number) {
      throw new SourceError(
        `The TRON node ${source.name} has another block ${before} than the one that is final here: nothing is read on. ` +
          'It is of another network, or far from the others.',
      );
    }
    const parent = await source.block(before);
    if (parent?.hash !== first.parentHash) {
      throw new SourceError(
        `The TRON node ${source.name} has two chains: its block ${first.number} does not follow its block ${before}.`,
      );
    }
    branch.unshift(parent);
  }
  return branch;
}

/**
 * Makes turns of reading the chain: each reads the next blocks, or the next few when it is far behind, and applies them in one
 * transaction. Any number of workers may take turns at once.
 * @returns a function whose calls throw SourceError when the chain cannot be read; nothing is lost, the next turn goes on.
 */
export function createScan(deps: ScanDeps): () => Promise<Turn> {
  const { db, clock, source, worker, maxBlocks = MAX_BLOCKS } = deps;
  let isKnownNetwork = false;
  /** The last turn found nothing: the chain may stand still, and is asked for one block at a time. */
  let isWaiting = false;

  return async () => {
    const at = clock();
    const progress = await readProgress(db);
    if (progress === undefined) {
      await begin(deps);
      return { kind: 'read', behind: CONFIRMATIONS, warnings: [] };
    }
    if (!(await singleStatement(db, (tx) => takeLease(tx, worker, at, after(at, LEASE_MS)))))
      return { kind: 'elsewhere' };
    if (!isKnownNetwork) await assertSameNetwork(source, progress);
    isKnownNetwork = true;

    const next = progress.tip.number + 1n;
    const due = isWaiting ? 1 : blocksDue(progress.tip.at, at);
    if (due > FAR_BEHIND) await source.readAhead(next);
    const blocks = await readNext(source, next, Math.min(due, maxBlocks));
    isWaiting = blocks.length === 0;
    if (isWaiting) return { kind: 'waiting', tipAt: progress.tip.at };
    const branch = await joinBranch(source, progress, blocks);
    const warnings = await transaction(db, (tx) => applyBlocks(tx, progress, branch, clock()));
    const tipAt = branch.at(-1)?.at ?? progress.tip.at;
    return { kind: 'read', behind: blocksDue(tipAt, clock()) - 1, warnings: warnings ?? [] };
  };
}

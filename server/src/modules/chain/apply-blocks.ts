import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { Locked, Tx } from '../../db/tx.ts';
import { newId } from '../../kernel/ids.ts';
import { appendEvent } from '../../outbox/append.ts';
import { creditDeposits } from './credit.ts';
import { decideTransfer, finalBelow, type Progress } from './rules.ts';
import type { Block, Transfer } from './source.ts';
import { readOwners } from './store/addresses.ts';
import { insertBlocks, insertPending, type PendingTransfer, removeBlocksAfter, takeFinal } from './store/blocks.ts';
import { lockProgress, moveCursor } from './store/cursor.ts';

const show = (amount: bigint) => `${formatMinorUnits(amount, SCALE.usdt)} USDT`;
const keyOf = ({ txHash, logIndex }: { txHash: string; logIndex: number }) => `${txHash}/${logIndex}`;

interface Found {
  block: Block;
  transfer: Transfer;
  traderId: string;
}

/** The transfers to traders in some blocks, oldest first. Transfers that turn out not to be deposits become warnings. */
async function findTransfers(tx: Tx, blocks: readonly Block[], warnings: string[]): Promise<Found[]> {
  const all = blocks.flatMap((block) => block.transfers.map((transfer) => ({ block, transfer })));
  const owners = await readOwners(tx, [...new Set(all.flatMap(({ transfer: { from, to } }) => [from, to]))]);
  return all.flatMap(({ block, transfer }) => {
    const traderId = owners.get(transfer.to);
    if (traderId === undefined) return [];
    const decision = decideTransfer(transfer, (address) => owners.has(address));
    if (decision === 'pending') return [{ block, transfer, traderId }];
    const what = `Transaction ${transfer.txHash} brings ${show(transfer.amount)} to ${transfer.to}`;
    warnings.push(
      decision === 'own'
        ? `${what} from ${transfer.from}, which is a deposit address too: it is not credited.`
        : `${what}, more than any amount may be: it is not credited.`,
    );
    return [];
  });
}

/** Keeps the transfers as pending; a transfer of a replaced block keeps its id. @returns the new ones. */
async function keepPending(
  tx: Tx,
  found: readonly Found[],
  progress: Locked<Progress>,
  { replaced, at, warnings }: { replaced: ReadonlyMap<string, PendingTransfer>; at: Date; warnings: string[] },
): Promise<PendingTransfer[]> {
  const kept: PendingTransfer[] = [];
  for (const { block, transfer, traderId } of found) {
    const { txHash, logIndex, amount } = transfer;
    const pending = {
      id: replaced.get(keyOf(transfer))?.id ?? newId(at),
      traderId,
      txHash,
      logIndex,
      amount,
      blockNumber: block.number,
      rawData: block.rawOf(txHash),
    };
    if (await insertPending(tx, progress, pending)) kept.push(pending);
    else warnings.push(`Transaction ${txHash} is in block ${block.number} a second time: it counts once.`);
  }
  return kept;
}

/** Credits the deposits that are final now. @returns their ids. */
async function creditFinal(
  tx: Tx,
  progress: Locked<Progress>,
  { tip, at, warnings }: { tip: bigint; at: Date; warnings: string[] },
): Promise<Set<string>> {
  const final = finalBelow(tip);
  if (final <= progress.final.number) return new Set();
  const deposits = await takeFinal(tx, progress, final);
  const outcomes = await creditDeposits(tx, deposits, at);
  for (const [index, { txHash, amount }] of deposits.entries()) {
    const outcome = outcomes[index];
    if (outcome?.kind === 'by_hand' && outcome.amount !== amount) {
      warnings.push(
        `Transaction ${txHash} brings ${show(amount)}, but was credited by hand as ${show(outcome.amount)}: ` +
          'nothing more was credited.',
      );
    }
  }
  await moveCursor(tx, progress, final);
  return new Set(deposits.map(({ id }) => id));
}

/**
 * Writes all that follows from a branch, in this transaction: blocks after its first one's parent are replaced, deposits that
 * are final now are credited, and the cursor moves.
 * @param branch follows a block that has been read, and ends after the tip.
 * @returns warnings for the operator; undefined, and nothing is changed, when others have read on meanwhile.
 */
export async function applyBlocks(
  tx: Tx,
  readProgress: Progress,
  branch: readonly Block[],
  at: Date,
): Promise<string[] | undefined> {
  const [first] = branch;
  const last = branch.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const progress = await lockProgress(tx, readProgress);
  if (progress === undefined) return undefined;
  const warnings: string[] = [];
  const removed = await removeBlocksAfter(tx, progress, first.number - 1n);
  const replaced = new Map(removed.map((pending) => [keyOf(pending), pending]));
  await insertBlocks(tx, progress, branch);
  const found = await findTransfers(tx, branch, warnings);
  const kept = await keepPending(tx, found, progress, { replaced, at, warnings });
  const credited = await creditFinal(tx, progress, { tip: last.number, at, warnings });

  const known = new Set(removed.map(({ id }) => id));
  const append = (kind: 'deposit.pending' | 'deposit.gone', { id, traderId }: PendingTransfer) =>
    appendEvent(tx, { kind, objectId: id, owners: [traderId], at });
  for (const pending of kept) {
    if (!known.has(pending.id) && !credited.has(pending.id)) await append('deposit.pending', pending);
  }
  const still = new Set(kept.map(({ id }) => id));
  for (const pending of removed) if (!still.has(pending.id)) await append('deposit.gone', pending);
  return warnings;
}

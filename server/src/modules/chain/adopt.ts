import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { Tx } from '../../db/tx.ts';
import { newId } from '../../kernel/ids.ts';
import { appendEvent } from '../../outbox/append.ts';
import { creditDeposits } from './credit.ts';
import { finalBelow, judgeTransfer, type Place } from './rules.ts';
import type { Block, Transfer } from './source.ts';
import * as store from './store.ts';

const show = (amount: bigint) => `${formatMinorUnits(amount, SCALE.usdt)} USDT`;
const keyOf = ({ txHash, logIndex }: { txHash: string; logIndex: number }) => `${txHash}/${logIndex}`;

interface Found {
  block: Block;
  transfer: Transfer;
  traderId: string;
}

/** The transfers to traders in some blocks, oldest first. What is none after all is remarked. */
async function findTransfers(tx: Tx, blocks: readonly Block[], remarks: string[]): Promise<Found[]> {
  const all = blocks.flatMap((block) => block.transfers.map((transfer) => ({ block, transfer })));
  const owners = await store.readOwners(tx, [...new Set(all.flatMap(({ transfer: { from, to } }) => [from, to]))]);
  return all.flatMap(({ block, transfer }) => {
    const traderId = owners.get(transfer.to);
    if (traderId === undefined) return [];
    const judgement = judgeTransfer(transfer, (address) => owners.has(address));
    if (judgement === 'pending') return [{ block, transfer, traderId }];
    const what = `Transaction ${transfer.txHash} brings ${show(transfer.amount)} to ${transfer.to}`;
    remarks.push(
      judgement === 'own'
        ? `${what} from ${transfer.from}, which is a deposit address too: it is not credited.`
        : `${what}, more than any amount may be: it is not credited.`,
    );
    return [];
  });
}

/** Keeps the transfers as pending; one that was in a block that is replaced keeps its id. @returns the new ones. */
async function keepPending(
  tx: Tx,
  found: readonly Found[],
  { replaced, at, remarks }: { replaced: ReadonlyMap<string, store.PendingTransfer>; at: Date; remarks: string[] },
): Promise<store.PendingTransfer[]> {
  const kept: store.PendingTransfer[] = [];
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
    if (await store.insertPending(tx, pending)) kept.push(pending);
    else remarks.push(`Transaction ${txHash} is in block ${block.number} a second time: it counts once.`);
  }
  return kept;
}

/** Credits what is final now. @returns the ids. */
async function creditFinal(tx: Tx, place: Place, tip: bigint, at: Date, remarks: string[]): Promise<Set<string>> {
  const final = finalBelow(tip);
  if (final <= place.final.number) return new Set();
  const deposits = await store.takeFinal(tx, final);
  const outcomes = await creditDeposits(tx, deposits, at);
  for (const [index, { txHash, amount }] of deposits.entries()) {
    const outcome = outcomes[index];
    if (outcome?.kind === 'by_hand' && outcome.amount !== amount) {
      remarks.push(
        `Transaction ${txHash} brings ${show(amount)}, but was credited by hand as ${show(outcome.amount)}: ` +
          'nothing more was credited.',
      );
    }
  }
  await store.moveCursor(tx, final);
  return new Set(deposits.map(({ id }) => id));
}

/**
 * Joins a branch to what has been read: blocks after its first one's parent are replaced, what is final now is credited, and
 * the cursor moves, all of it in this transaction.
 * @param branch follows a block that has been read, and ends after the tip.
 * @returns sentences that the operator should read; undefined, and nothing is changed, when others have read on meanwhile.
 */
export async function adopt(tx: Tx, place: Place, branch: readonly Block[], at: Date): Promise<string[] | undefined> {
  const [first] = branch;
  const last = branch.at(-1);
  if (first === undefined || last === undefined || !(await store.lockPlace(tx, place))) return undefined;
  const remarks: string[] = [];
  const removed = await store.removeBlocksAfter(tx, first.number - 1n);
  const replaced = new Map(removed.map((pending) => [keyOf(pending), pending]));
  await store.insertBlocks(tx, branch);
  const found = await findTransfers(tx, branch, remarks);
  const kept = await keepPending(tx, found, { replaced, at, remarks });
  const credited = await creditFinal(tx, place, last.number, at, remarks);

  const known = new Set(removed.map(({ id }) => id));
  const tell = (kind: 'deposit.pending' | 'deposit.gone', { id, traderId }: store.PendingTransfer) =>
    appendEvent(tx, { kind, objectId: id, owners: [traderId], at });
  for (const pending of kept) {
    if (!known.has(pending.id) && !credited.has(pending.id)) await tell('deposit.pending', pending);
  }
  const still = new Set(kept.map(({ id }) => id));
  for (const pending of removed) if (!still.has(pending.id)) await tell('deposit.gone', pending);
  return remarks;
}

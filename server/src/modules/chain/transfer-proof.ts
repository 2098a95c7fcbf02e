import { finalBelow } from './rules.ts';
import type { Transfer } from './source.ts';
import { tronAccount } from './tron.ts';
import { InvalidNodeAnswer, readHeader, readTransaction } from './tron-block.ts';
import { createNodeClient, type NodeOptions } from './tron-node.ts';

/** A transfer of USDT that is said to have been made. */
export interface ClaimedTransfer {
  txHash: string;
  to: string;
  /** Micro-USDT. */
  amount: bigint;
}

export type TransferProof =
  | { kind: 'proven' }
  /** The node knows no such transaction; it is not final yet; it failed. */
  | { kind: 'unknown' | 'unconfirmed' | 'failed' }
  /** It moves other sums of USDT, or none. */
  | { kind: 'other'; transfers: readonly Transfer[] };

/**
 * Asks a node whether a final transaction brings exactly this sum of USDT to this address.
 * @throws SourceError when the node is of no use.
 */
export async function proveTransfer(
  { contract, ...options }: NodeOptions,
  { txHash, to, amount }: ClaimedTransfer,
): Promise<TransferProof> {
  const { ask, parse, failure } = createNodeClient(options);
  const asked = async <Result>(path: string, body: object, read: (answer: unknown) => Result): Promise<Result> => {
    const answer = parse(await ask(path, body));
    try {
      return read(answer);
    } catch (error) {
      throw error instanceof InvalidNodeAnswer ? failure(error.message, { cause: error }) : error;
    }
  };
  const found = await asked('/wallet/gettransactioninfobyid', { value: txHash }, (answer) =>
    readTransaction(answer, tronAccount(contract)),
  );
  if (found === undefined) return { kind: 'unknown' };
  if (found.txHash !== txHash) throw failure(`it answered transaction ${found.txHash} for ${txHash}`);
  const head = await asked('/wallet/getnowblock', {}, readHeader);
  if (found.blockNumber > finalBelow(head.number)) return { kind: 'unconfirmed' };
  if (found.hasFailed) return { kind: 'failed' };
  const isIt = found.transfers.some((transfer) => transfer.to === to && transfer.amount === amount);
  return isIt ? { kind: 'proven' } : { kind: 'other', transfers: found.transfers };
}

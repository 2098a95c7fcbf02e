import type { Database } from '../../db/pool.ts';
import { type NodeOptions, proveTransfer, SourceError } from '../../modules/chain/index.ts';
import { CommandError } from './context.ts';
import { usdtText } from '../../modules/actions/index.ts';

const UNSEEN =
  'If it was sent all the same, --unseen proposes to close it without the node; another operator accepts that.';

/** The withdrawal that a transaction is to prove. */
interface Sent {
  wallet: string;
  /** Micro-USDT. */
  amountUsdt: bigint;
  doneAt: Date | null;
}

/**
 * Asks the node, where there is one, whether a transaction brings a withdrawal's USDT to its wallet. No transaction is open
 * meanwhile: a node may take its time.
 * @throws CommandError when it does not, or the node is of no use.
 */
export async function assertSent(
  node: NodeOptions | undefined,
  db: Database,
  hash: string,
  read: (db: Database) => Promise<Sent | undefined>,
): Promise<void> {
  const sent = node && (await read(db));
  // One that is closed or not there is refused with a sentence of its own.
  if (node === undefined || sent === undefined || sent.doneAt !== null) return;
  const { wallet: to, amountUsdt: amount } = sent;
  const proof = await proveTransfer(node, { txHash: hash, to, amount }).catch((error: unknown) => {
    if (!(error instanceof SourceError)) throw error;
    throw new CommandError(`${error.message} Nothing was changed. ${UNSEEN}`);
  });
  switch (proof.kind) {
    case 'proven':
      return;
    case 'unknown':
      throw new CommandError(`The node knows no transaction ${hash}. Nothing was changed. ${UNSEEN}`);
    case 'unconfirmed':
      throw new CommandError(`The transaction ${hash} is not final yet: wait a minute. Nothing was changed.`);
    case 'failed':
      throw new CommandError(`The transaction ${hash} failed on the chain. Nothing was changed.`);
    case 'other': {
      const moved =
        proof.transfers.map((each) => `${usdtText(each.amount)} USDT to ${each.to}`).join(', ') || 'no USDT';
      throw new CommandError(
        `The transaction ${hash} moves ${moved}, and not ${usdtText(amount)} USDT to ${to}. Nothing was changed.`,
      );
    }
  }
}

import { accountOf } from '@kantor/demo/tron/addresses.ts';
import { headAt, sha256 } from '@kantor/demo/tron/chain.ts';
import { writeTransaction } from '@kantor/demo/tron/json.ts';
import type { Tx } from '../../db/tx.ts';
import { newId } from '../../kernel/ids.ts';
import { creditDeposits } from '../../modules/chain/index.ts';

/** A trader sends micro-USDT to their address: the transfer on the chain, and its money. */
export async function receiveDeposit(
  tx: Tx,
  trader: { id: string; wallet: string },
  amount: bigint,
  at: Date,
): Promise<void> {
  const id = newId(at);
  const txHash = sha256(id);
  const from = sha256(`sender to ${trader.wallet}`).slice(0, 40);
  const transfer = { txHash, kind: 'usdt', from, to: accountOf(trader.wallet), amount } as const;
  const block = { parentId: sha256(`parent of ${id}`), at: at.getTime() };
  const deposit = {
    id,
    traderId: trader.id,
    txHash,
    logIndex: 0,
    amount,
    blockNumber: BigInt(headAt(at.getTime())),
    rawData: JSON.stringify(writeTransaction(transfer, block)),
    createdAt: at,
  };
  await creditDeposits(tx, [deposit], at);
}

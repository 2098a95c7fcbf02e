import { createHash } from 'node:crypto';
import { DEMO_TRON_BLOCK } from '@kantor/contract/demo.ts';
import type { Tx } from '../../db/tx.ts';
import { newId } from '../../kernel/ids.ts';
import { tronAccount } from '../../modules/chain/index.ts';
import { creditDeposits } from '../../modules/chain/index.ts';

/** Of USDT on TRON. */
const CONTRACT = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
/** `transfer(address,uint256)` */
const TRANSFER = 'a9059cbb';
const WORD = 64;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const word = (hex: string) => hex.padStart(WORD, '0');

/** The block that the chain made at a moment. */
const blockAt = (at: Date): bigint =>
  BigInt(
    DEMO_TRON_BLOCK.number + Math.floor((at.getTime() - Date.parse(DEMO_TRON_BLOCK.at)) / DEMO_TRON_BLOCK.everyMs),
  );

/** A transfer of USDT as the chain has it. */
function rawTransfer(txHash: string, { to, amount, at }: { to: string; amount: bigint; at: Date }): string {
  const value = {
    data: TRANSFER + word(tronAccount(to)) + word(amount.toString(16)),
    owner_address: `41${hash(`sender of ${to}`).slice(0, 40)}`,
    contract_address: CONTRACT,
  };
  const contract = {
    parameter: { value, type_url: 'type.googleapis.com/protocol.TriggerSmartContract' },
    type: 'TriggerSmartContract',
  };
  return JSON.stringify({
    ret: [{ contractRet: 'SUCCESS' }],
    txID: txHash,
    raw_data: {
      contract: [contract],
      ref_block_bytes: txHash.slice(0, 4),
      ref_block_hash: txHash.slice(4, 20),
      expiration: at.getTime() + 60_000,
      fee_limit: 30_000_000,
      timestamp: at.getTime(),
    },
  });
}

/** A trader sends micro-USDT to his address: the transfer on the chain, and the money of it. */
export async function receiveDeposit(
  tx: Tx,
  trader: { id: string; wallet: string },
  amount: bigint,
  at: Date,
): Promise<void> {
  const id = newId(at);
  const txHash = hash(id);
  const deposit = {
    id,
    traderId: trader.id,
    txHash,
    logIndex: 0,
    amount,
    blockNumber: blockAt(at),
    rawData: rawTransfer(txHash, { to: trader.wallet, amount, at }),
    createdAt: at,
  };
  await creditDeposits(tx, [deposit], at);
}

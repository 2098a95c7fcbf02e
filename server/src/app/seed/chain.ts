import { createHash } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import type { Tx } from '../../db/tx.ts';
import { newId } from '../../kernel/ids.ts';
import { insertDeposit } from '../../modules/devices/index.ts';
import { post, postings } from '../../modules/ledger/index.ts';
import { WALLETS } from './accounts.ts';

/** TRON makes a block every three seconds; about when one of them was made. */
const KNOWN = { block: 70_000_000n, at: Date.parse('2025-03-01T00:00:00Z') };
const BLOCK_MS = 3000;

/** Of USDT on TRON. */
const CONTRACT = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
/** `transfer(address,uint256)` */
const TRANSFER = 'a9059cbb';
const WORD = 64;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const word = (hex: string) => hex.padStart(WORD, '0');
/** The 21 bytes of an address. */
const addressHex = (address: string) => Buffer.from(createBase58check(sha256).decode(address)).toString('hex');

/** A transfer of USDT as the chain has it. */
function rawTransfer(txHash: string, { to, amount, at }: { to: string; amount: bigint; at: Date }): string {
  const value = {
    data: TRANSFER + word(addressHex(to).slice(2)) + word(amount.toString(16)),
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
  trader: { id: string; name: keyof typeof WALLETS },
  amount: bigint,
  at: Date,
): Promise<void> {
  const id = newId(at);
  const txHash = hash(id);
  await insertDeposit(tx, {
    id,
    traderId: trader.id,
    txHash,
    logIndex: 0,
    amount,
    blockNumber: KNOWN.block + BigInt(Math.floor((at.getTime() - KNOWN.at) / BLOCK_MS)),
    rawData: rawTransfer(txHash, { to: WALLETS[trader.name], amount, at }),
    createdAt: at,
  });
  await post(tx, postings.deposit(id, trader.id, amount), at);
}

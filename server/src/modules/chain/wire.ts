import { CONFIRMATIONS } from './rules.ts';
import type { DepositDetail } from './service.ts';
import type { Deposit } from './store/deposits.ts';
import type { PendingDeposit } from './store/pending.ts';

export const toRow = (deposit: Deposit) => ({
  id: deposit.id,
  tx_hash: deposit.txHash,
  amount: deposit.amount,
  block_number: Number(deposit.blockNumber),
  timestamp: deposit.createdAt,
});

const confirmationsOf = ({ tip, blockNumber }: PendingDeposit) => Number(tip - blockNumber);

export const toPendingRow = (deposit: PendingDeposit) => ({
  ...toRow(deposit),
  confirmations: confirmationsOf(deposit),
  confirmations_needed: CONFIRMATIONS,
});

export const toDetail = (deposit: DepositDetail) => ({
  ...toRow(deposit),
  raw_data: deposit.rawData,
  confirmations: deposit.isPending ? confirmationsOf(deposit) : null,
  confirmations_needed: CONFIRMATIONS,
});

import { WITHDRAWAL_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { Wallet } from './store/wallets.ts';
import type { OperatorWithdrawal, Withdrawal } from './store/withdrawals.ts';

/** A wallet at a moment: one that can be used says of no other from when. */
export const toWallet = ({ id, address, isValid, createdAt, usableAt }: Wallet, at: Date) => ({
  id,
  wallet_to_withdraw: address,
  is_valid: isValid,
  created_at: createdAt,
  usable_at: usableAt > at ? usableAt : null,
});

export const toWithdrawal = (withdrawal: Withdrawal) => ({
  id: withdrawal.id,
  amount_in_usdt: withdrawal.amountUsdt,
  status: withdrawal.status,
  human_status: WITHDRAWAL_STATUS_TEXT[withdrawal.status],
  outcome: withdrawal.outcome,
  rejected_reason: withdrawal.rejectedReason,
  wallet: withdrawal.wallet,
  transaction_hash_proof: withdrawal.transactionHash,
  created_at: withdrawal.createdAt,
  sending_at: withdrawal.sendingAt,
  done_datetime: withdrawal.doneAt,
  api_key: withdrawal.apiKey,
  can_cancel: withdrawal.status === 'OPEN' && withdrawal.sendingAt === null,
});

/** A withdrawal that waits for the operator. */
export const toOpenWithdrawal = (withdrawal: OperatorWithdrawal) => ({
  id: withdrawal.id,
  owner_id: withdrawal.ownerId,
  owner: withdrawal.owner,
  owner_role: withdrawal.ownerRole,
  amount_in_usdt: withdrawal.amountUsdt,
  wallet: withdrawal.wallet,
  wallet_is_valid: withdrawal.walletValid,
  wallet_added_at: withdrawal.walletAddedAt,
  created_at: withdrawal.createdAt,
  sending_by: withdrawal.sendingBy,
  sending_at: withdrawal.sendingAt,
});

import { WITHDRAWAL_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import { isTronAddress } from '../chain/index.ts';
import type { Wallet, Withdrawal } from './store/withdrawals.ts';

/** A wallet; a text that is no TRON address is only marked. */
export const toWallet = ({ id, address }: Wallet) => ({
  id,
  wallet_to_withdraw: address,
  is_valid: isTronAddress(address),
});

export const toWithdrawal = (withdrawal: Withdrawal) => ({
  id: withdrawal.id,
  amount_in_usdt: withdrawal.amountUsdt,
  status: withdrawal.status,
  human_status: WITHDRAWAL_STATUS_TEXT[withdrawal.status],
  wallet: withdrawal.wallet,
  transaction_hash_proof: withdrawal.transactionHash,
  created_at: withdrawal.createdAt,
  done_datetime: withdrawal.doneAt,
});

import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Reader } from '../../db/tx.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Deposit, readDeposit, readDeposits } from './deposits.ts';
import { type Pending, readPending, readPendingOne } from './pending.ts';
import { CONFIRMATIONS } from './rules.ts';

/** More at once is somebody's game. */
const MOST_PENDING = 100;

const toTransaction = (deposit: Deposit) => ({
  id: deposit.id,
  tx_hash: deposit.txHash,
  amount: deposit.amount,
  block_number: Number(deposit.blockNumber),
  timestamp: deposit.createdAt,
});

const toConfirmations = ({ tip, blockNumber }: Pending) => ({
  confirmations: Number(tip - blockNumber),
  confirmations_needed: CONFIRMATIONS,
});

/** The USDT that came to a trader's address and was credited. */
export async function listTransactions(db: Reader, traderId: string, request: PageRequest) {
  const { count, results } = await readDeposits(db, traderId, request);
  return { count, results: results.map(toTransaction) };
}

/** What has been seen of it but may still vanish. */
export async function listPendingTransactions(db: Reader, traderId: string) {
  const { count, results } = await readPending(db, traderId, MOST_PENDING);
  return { count, results: results.map((pending) => ({ ...toTransaction(pending), ...toConfirmations(pending) })) };
}

/** @throws ApiError 404 also when the transaction is someone else's, or has vanished. */
export async function getTransaction(db: Reader, traderId: string, id: string) {
  // A pending one may become a credited one at any moment, never the other way round.
  const pending = await readPendingOne(db, traderId, id);
  if (pending) return { ...toTransaction(pending), ...toConfirmations(pending), raw_data: pending.rawData };
  const deposit = await readDeposit(db, traderId, id);
  if (deposit === undefined) throw notFound();
  return {
    ...toTransaction(deposit),
    raw_data: deposit.rawData,
    confirmations: null,
    confirmations_needed: CONFIRMATIONS,
  };
}

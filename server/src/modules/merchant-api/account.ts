import type * as calls from '@kantor/contract/wire/merchant-account.ts';
import type { z } from 'zod';
import type { Database } from '../../db/pool.ts';
import { readBalances } from '../ledger/index.ts';
import {
  getWithdrawal as readWithdrawal,
  listOperations as readOperations,
  listWithdrawals as readWithdrawals,
} from '../withdrawals/index.ts';

type MerchantWithdrawal = z.output<typeof calls.merchantWithdrawal>;
type PageQuery = z.output<typeof calls.listMerchantOperations.query>;

/** Micro-USDT. */
export async function getBalance(db: Database, merchantId: string): Promise<{ balance: bigint; held: bigint }> {
  const { available, held } = await readBalances(db, merchantId);
  return { balance: available, held };
}

export async function listOperations(db: Database, merchantId: string, query: PageQuery) {
  const { count, results } = await readOperations(db, merchantId, query);
  return {
    count,
    results: results.map(({ id, amount, ...operation }) => ({
      number: Number(id),
      amount_in_usdt: amount,
      ...operation,
    })),
  };
}

/** A withdrawal as its merchant's server sees it. */
const toMerchantWithdrawal = ({
  transaction_hash_proof: transactionHash,
  done_datetime: closedAt,
  ...withdrawal
}: Awaited<ReturnType<typeof readWithdrawal>>): MerchantWithdrawal => ({
  ...withdrawal,
  transaction_hash: transactionHash,
  closed_at: closedAt,
});

export async function listWithdrawals(db: Database, merchantId: string, query: PageQuery) {
  const { count, results } = await readWithdrawals(db, merchantId, query);
  return { count, results: results.map(toMerchantWithdrawal) };
}

/** @throws ApiError 404 also when the withdrawal is another merchant's. */
export const getWithdrawal = async (db: Database, merchantId: string, id: string): Promise<MerchantWithdrawal> =>
  toMerchantWithdrawal(await readWithdrawal(db, merchantId, id));

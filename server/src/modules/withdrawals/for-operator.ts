import type { WithdrawalStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../db/tx.ts';

/** A withdrawal as the operator sees it. */
export interface OperatorWithdrawal {
  id: string;
  /** The merchant's name. */
  merchant: string;
  /** Micro-USDT. */
  amountUsdt: bigint;
  status: WithdrawalStatus;
  wallet: string;
  transactionHash: string | null;
  createdAt: Date;
  doneAt: Date | null;
}

const selectRows = sql`
  select w.id, users.username as merchant, w.amount_usdt as "amountUsdt", w.status, wallet.address as wallet,
    w.transaction_hash as "transactionHash", w.created_at as "createdAt", w.done_at as "doneAt"
  from withdrawal w join wallet on wallet.id = w.wallet_id join users on users.id = w.merchant_id`;

/** The withdrawals that wait for the operator, oldest first. */
export async function readOpenWithdrawals(db: Reader, limit: number): Promise<OperatorWithdrawal[]> {
  const { rows } = await sql<OperatorWithdrawal>`
    ${selectRows} where w.status = 'OPEN' order by w.id limit ${limit}`.execute(db);
  return rows;
}

/** The withdrawal, locked: what the operator decides by stays so until he has decided. */
export async function lockWithdrawal(tx: Tx, id: string): Promise<OperatorWithdrawal | undefined> {
  const { rows } = await sql<OperatorWithdrawal>`
    ${selectRows} where w.id = ${id} for no key update of w`.execute(tx);
  return rows[0];
}

import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { WithdrawalStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Page, readPage } from '../../../db/dense-list.ts';
import { type Locked, lockRow, type Reader, type Tx } from '../../../db/tx.ts';

export interface Wallet {
  id: string;
  address: string;
}

/** A merchant's wallets, newest first. */
export async function readWallets(db: Reader, merchantId: string): Promise<Wallet[]> {
  const { rows } = await sql<Wallet>`
    select id, address from wallet where merchant_id = ${merchantId} order by id desc`.execute(db);
  return rows;
}

export async function isOwnWallet(db: Reader, merchantId: string, id: string): Promise<boolean> {
  const { rows } = await sql`select from wallet where id = ${id} and merchant_id = ${merchantId}`.execute(db);
  return rows.length === 1;
}

export async function insertWallet(tx: Tx, wallet: Wallet & { merchantId: string }, at: Date): Promise<void> {
  await sql`
    insert into wallet (id, merchant_id, address, created_at)
    values (${wallet.id}, ${wallet.merchantId}, ${wallet.address}, ${at})`.execute(tx);
}

export interface Withdrawal {
  id: string;
  /** Micro-USDT. */
  amountUsdt: bigint;
  status: WithdrawalStatus;
  wallet: string;
  transactionHash: string | null;
  createdAt: Date;
  doneAt: Date | null;
}

const selectRows = sql`
  select true as present, w.id, w.amount_usdt as "amountUsdt", w.status, wallet.address as wallet,
    w.transaction_hash as "transactionHash", w.created_at as "createdAt", w.done_at as "doneAt"
  from withdrawal w join wallet on wallet.id = w.wallet_id`;

/** One page of a merchant's withdrawals, newest first, in constant time. */
export function readWithdrawals(db: Reader, merchantId: string, page: PageRequest): Promise<Page<Withdrawal>> {
  const list = {
    list: 'withdrawals',
    select: selectRows,
    owner: 'w.merchant_id',
    number: 'w.merchant_seq',
  };
  return readPage<Withdrawal>(db, list, { ownerId: merchantId, ...page });
}

export async function readWithdrawal(db: Reader, merchantId: string, id: string): Promise<Withdrawal | undefined> {
  const { rows } = await sql<Withdrawal>`
    ${selectRows} where w.id = ${id} and w.merchant_id = ${merchantId}`.execute(db);
  return rows[0];
}

export interface NewWithdrawal {
  id: string;
  merchantId: string;
  walletId: string;
  amountUsdt: bigint;
}

export async function insertWithdrawal(tx: Tx, withdrawal: NewWithdrawal, at: Date): Promise<void> {
  await sql`
    insert into withdrawal (id, merchant_id, merchant_seq, wallet_id, amount_usdt, created_at)
    values (${withdrawal.id}, ${withdrawal.merchantId}, list_append(${withdrawal.merchantId}, 'withdrawals'),
      ${withdrawal.walletId}, ${withdrawal.amountUsdt}, ${at})`.execute(tx);
}

/** Closes an open withdrawal; a compare-and-set. @returns whose it was and how much, or undefined when it was not open. */
export const closeWithdrawal = (
  tx: Tx,
  id: string,
  transactionHash: string,
  at: Date,
): Promise<Locked<{ merchantId: string; amountUsdt: bigint }> | undefined> =>
  lockRow(
    tx,
    sql<{ merchantId: string; amountUsdt: bigint }>`
    update withdrawal set status = 'CLOSED', transaction_hash = ${transactionHash}, done_at = ${at}
    where id = ${id} and status = 'OPEN'
    returning merchant_id as "merchantId", amount_usdt as "amountUsdt"`,
  );

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

const selectForOperator = sql`
  select w.id, users.username as merchant, w.amount_usdt as "amountUsdt", w.status, wallet.address as wallet,
    w.transaction_hash as "transactionHash", w.created_at as "createdAt", w.done_at as "doneAt"
  from withdrawal w join wallet on wallet.id = w.wallet_id join users on users.id = w.merchant_id`;

/** The withdrawals that wait for the operator, oldest first. */
export async function readOpenWithdrawals(db: Reader, limit: number): Promise<OperatorWithdrawal[]> {
  const { rows } = await sql<OperatorWithdrawal>`
    ${selectForOperator} where w.status = 'OPEN' order by w.id limit ${limit}`.execute(db);
  return rows;
}

/** Locks a withdrawal as the operator sees it: it stays so until they have decided. */
export const lockWithdrawal = (tx: Tx, id: string): Promise<Locked<OperatorWithdrawal> | undefined> =>
  lockRow(tx, sql<OperatorWithdrawal>`${selectForOperator} where w.id = ${id} for no key update of w`);

import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Page } from '../../../db/dense-list.ts';
import type { Database } from '../../../db/pool.ts';
import { breaks, type Reader, transaction, type Tx } from '../../../db/tx.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { badRequest, conflict, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { appendEvent } from '../../../outbox/append.ts';
import type { Once } from '../../idempotency/index.ts';
import { InsufficientFunds, post, postings } from '../../ledger/index.ts';
import {
  closeWithdrawal,
  insertWallet,
  insertWithdrawal,
  isOwnWallet,
  readWallets,
  readWithdrawal,
  readWithdrawals,
  type Wallet,
  type Withdrawal,
} from '../store/withdrawals.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

/** A merchant's wallets, newest first. */
export const listWallets = (db: Reader, merchantId: string): Promise<Wallet[]> => readWallets(db, merchantId);

/** Adds a wallet as typed: a text that is no TRON address is accepted too. */
export async function addWallet({ db, clock }: Deps, merchantId: string, address: string): Promise<Wallet> {
  const at = clock();
  const wallet = { id: newId(at), address };
  await transaction(db, async (tx) => {
    await insertWallet(tx, { ...wallet, merchantId }, at);
    await appendEvent(tx, { kind: 'wallet.new', objectId: wallet.id, owners: [merchantId], at });
  });
  return wallet;
}

/** One page of a merchant's withdrawals, newest first. */
export const listWithdrawals = (db: Reader, merchantId: string, page: PageRequest): Promise<Page<Withdrawal>> =>
  readWithdrawals(db, merchantId, page);

/** @throws ApiError 404 also when the withdrawal is someone else's. */
export async function getWithdrawal(db: Reader, merchantId: string, id: string): Promise<Withdrawal> {
  const withdrawal = await readWithdrawal(db, merchantId, id);
  if (withdrawal === undefined) throw notFound();
  return withdrawal;
}

export interface WithdrawalRequest {
  /** Micro-USDT. */
  amountUsdt: bigint;
  walletId: string;
}

/**
 * Sets an amount of the merchant's balance aside for the operator to send.
 * @returns the withdrawal's id.
 * @throws ApiError 400 (a wallet that is not the merchant's own), 409 `insufficient_funds`; the transaction must then be left.
 */
export async function openWithdrawal(
  tx: Tx,
  merchantId: string,
  { amountUsdt, walletId }: WithdrawalRequest,
  at: Date,
): Promise<string> {
  const id = newId(at);
  if (!(await isOwnWallet(tx, merchantId, walletId))) throw badRequest({ wallet_id: ['Выберите кошелёк из списка'] });
  await insertWithdrawal(tx, { id, merchantId, walletId, amountUsdt }, at);
  await appendEvent(tx, { kind: 'withdrawal.open', objectId: id, owners: [merchantId], at });
  try {
    await post(tx, postings.withdrawalCreated(id, merchantId, amountUsdt), at);
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error;
    throw conflict('insufficient_funds', 'На балансе не хватает USDT для этого вывода');
  }
  return id;
}

/** As `openWithdrawal`, in a transaction of its own. */
export async function createWithdrawal<Answer>(
  { db, clock }: Deps,
  merchantId: string,
  request: WithdrawalRequest,
  once: Once<Withdrawal, Answer>,
): Promise<Answer> {
  const at = clock();
  return transaction(db, (tx) =>
    once.run(tx, async () => getWithdrawal(tx, merchantId, await openWithdrawal(tx, merchantId, request, at))),
  );
}

/**
 * The operator has sent the USDT: the withdrawal closes with the transaction's hash (64 digits, lower case).
 * @throws ApiError 409 `withdrawal_status` when it is not open, `hash_taken` when the transfer proves another withdrawal.
 */
export async function finishWithdrawal({ db, clock }: Deps, id: string, transactionHash: string): Promise<void> {
  const at = clock();
  await transaction(db, async (tx) => {
    const closed = await closeWithdrawal(tx, id, transactionHash, at).catch((error: unknown) => {
      if (!breaks(error, 'withdrawal_transaction_hash_key')) throw error;
      throw conflict('hash_taken', 'Этой транзакцией уже закрыт другой вывод');
    });
    if (closed === undefined) throw conflict('withdrawal_status', 'Такого открытого вывода нет');
    await appendEvent(tx, { kind: 'withdrawal.closed', objectId: id, owners: [closed.merchantId], at });
    await post(tx, postings.withdrawalClosed(id, closed.merchantId, closed.amountUsdt), at);
  });
}

import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import * as calls from '@kantor/contract/wire/withdrawals.ts';
import { WITHDRAWAL_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { z } from 'zod';
import type { Database } from '../../db/pool.ts';
import { breaks, type Reader, transaction } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { badRequest, conflict, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { isTronAddress } from '../chain/index.ts';
import { appendEvent } from '../../outbox/append.ts';
import { type IdempotentRequest, onceIfKeyed } from '../idempotency/index.ts';
import { InsufficientFunds, post, postings, readLines } from '../ledger/index.ts';
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
} from './store.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

const toWallet = ({ id, address }: Wallet) => ({ id, wallet_to_withdraw: address, is_valid: isTronAddress(address) });

export async function listWallets(db: Database, merchantId: string) {
  const wallets = await readWallets(db, merchantId);
  return { count: wallets.length, results: wallets.map(toWallet) };
}

/** Accepted as typed: one that is no TRON address is only marked. */
export async function addWallet({ db, clock }: Deps, merchantId: string, address: string) {
  const at = clock();
  const wallet = { id: newId(at), address };
  await transaction(db, async (tx) => {
    await insertWallet(tx, { ...wallet, merchantId }, at);
    await appendEvent(tx, { kind: 'wallet.new', objectId: wallet.id, owners: [merchantId], at });
  });
  return toWallet(wallet);
}

const toWithdrawal = (withdrawal: Withdrawal) => ({
  id: withdrawal.id,
  amount_in_usdt: withdrawal.amountUsdt,
  status: withdrawal.status,
  human_status: WITHDRAWAL_STATUS_TEXT[withdrawal.status],
  wallet: withdrawal.wallet,
  transaction_hash_proof: withdrawal.transactionHash,
  created_at: withdrawal.createdAt,
  done_datetime: withdrawal.doneAt,
});

export async function listWithdrawals(db: Database, merchantId: string, { page, pageSize }: PageRequest) {
  const { count, results } = await readWithdrawals(db, merchantId, { page, pageSize });
  return { count, results: results.map(toWithdrawal) };
}

/** @throws ApiError 404 also when the withdrawal is someone else's. */
export async function getWithdrawal(db: Reader, merchantId: string, id: string) {
  const withdrawal = await readWithdrawal(db, merchantId, id);
  if (withdrawal === undefined) throw notFound();
  return toWithdrawal(withdrawal);
}

/**
 * Sets an amount of the merchant's balance aside for the operator to send.
 * @param key makes the request safe to repeat, when the client sent one.
 * @throws ApiError 400 (a wallet that is not one's own), 409 `insufficient_funds`.
 */
export async function createWithdrawal(
  { db, clock }: Deps,
  merchantId: string,
  { amount_in_usdt: amountUsdt, wallet_id: walletId }: z.output<typeof calls.createWithdrawal.body>,
  key: IdempotentRequest | undefined,
) {
  const at = clock();
  const id = newId(at);
  return transaction(db, (tx) =>
    onceIfKeyed(tx, key, calls.createWithdrawal.response, async () => {
      if (!(await isOwnWallet(tx, merchantId, walletId)))
        throw badRequest({ wallet_id: ['Выберите кошелёк из списка'] });
      await insertWithdrawal(tx, { id, merchantId, walletId, amountUsdt }, at);
      await appendEvent(tx, { kind: 'withdrawal.open', objectId: id, owners: [merchantId], at });
      try {
        await post(tx, postings.withdrawalCreated(id, merchantId, amountUsdt), at);
      } catch (error) {
        if (!(error instanceof InsufficientFunds)) throw error;
        throw conflict('insufficient_funds', 'На балансе не хватает USDT для этого вывода');
      }
      return getWithdrawal(tx, merchantId, id);
    }),
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

/** The merchant's balance as it moved: his entries on `available`. */
export async function listOperations(db: Database, merchantId: string, { page, pageSize }: PageRequest) {
  const { count, results } = await readLines(db, { id: merchantId, kind: 'available' }, { page, pageSize });
  return {
    count,
    results: results.map(({ number, amount, kind, cause, at }) => ({
      id: String(number),
      amount: amount < 0n ? -amount : amount,
      type: amount < 0n ? ('SUBTRACT' as const) : ('ADD' as const),
      reason: kind,
      object_id: cause,
      created_at: at,
    })),
  };
}

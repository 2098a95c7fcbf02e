import type { Owner } from '../../../kernel/owner.ts';
import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { appendDeed } from '../../audit/index.ts';
import type { Page } from '../../../db/dense-list.ts';
import { type OwnNarrowing, type OwnRequest, type OwnTotals, readNarrowed, sumNarrowed } from '../../../db/own-list.ts';
import type { FoundPage } from '../../../db/platform-search.ts';
import type { Database } from '../../../db/pool.ts';
import { breaks, type Reader, transaction, type Tx } from '../../../db/tx.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { appendEvent } from '../../../outbox/append.ts';
import type { Once } from '../../idempotency/index.ts';
import { assertNoDebt, InsufficientFunds, post, postings } from '../../ledger/index.ts';
import * as store from '../store/withdrawals.ts';
import type { Withdrawal } from '../store/withdrawals.ts';
import { findUsableWallet } from './wallets.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

/** One page of an owner's withdrawals, newest first. */
export const listWithdrawals = (
  db: Reader,
  ownerId: string,
  request: OwnRequest,
): Promise<Page<Withdrawal> | FoundPage<Withdrawal>> =>
  readNarrowed(db, store.withdrawalsOf(ownerId), request, () => store.readWithdrawals(db, ownerId, request));

/** What they come to. */
export const sumWithdrawals = (db: Reader, ownerId: string, narrowing: OwnNarrowing): Promise<OwnTotals> =>
  sumNarrowed(db, store.withdrawalsOf(ownerId), narrowing);

/** The operator's list holds so many; the rest come up as the oldest are done. */
const OPEN_SHOWN = 500;

/** The withdrawals that wait for the operator, oldest first, with how many there are and micro-USDT of all. */
export async function listOpen(
  db: Reader,
): Promise<{ count: number; total: bigint; results: store.OperatorWithdrawal[] }> {
  return { ...(await store.countOpenWithdrawals(db)), results: await store.readOpenWithdrawals(db, OPEN_SHOWN) };
}

/** @throws ApiError 404 also when the withdrawal is someone else's. */
export async function getWithdrawal(db: Reader, ownerId: string, id: string): Promise<Withdrawal> {
  const withdrawal = await store.readWithdrawal(db, ownerId, id);
  if (withdrawal === undefined) throw notFound();
  return withdrawal;
}

export interface WithdrawalRequest {
  /** Micro-USDT. */
  amountUsdt: bigint;
  walletId: string;
  /** The key of the merchant's server; absent: a person asks for it. */
  apiKeyId?: string;
}

/**
 * Sets an amount of the owner's available balance aside for the operator to send.
 * @returns the withdrawal's id.
 * @throws ApiError 400 (a wallet that is not the owner's own, or no address of TRON), 409 `debt`,
 * `wallet_waits`, `insufficient_funds`; the transaction must then be left.
 */
export async function openWithdrawal(
  tx: Tx,
  ownerId: string,
  { amountUsdt, walletId, apiKeyId }: WithdrawalRequest,
  at: Date,
): Promise<string> {
  await assertNoDebt(tx, ownerId);
  const id = newId(at);
  await findUsableWallet(tx, ownerId, walletId, at);
  await store.insertWithdrawal(tx, { id, ownerId, walletId, amountUsdt, apiKeyId }, at);
  await appendEvent(tx, { kind: 'withdrawal.open', objectId: id, owners: [ownerId], at });
  try {
    await post(tx, postings.withdrawalCreated(id, ownerId, amountUsdt), at);
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error;
    throw conflict('insufficient_funds', 'На балансе не хватает USDT для этого вывода');
  }
  return id;
}

/** As `openWithdrawal`, in a transaction of its own. */
export async function createWithdrawal<Answer>(
  { db, clock }: Deps,
  { id: ownerId, actor }: Pick<Owner, 'id' | 'actor'>,
  request: WithdrawalRequest,
  once: Once<Withdrawal, Answer>,
): Promise<Answer> {
  const at = clock();
  return transaction(db, (tx) =>
    once.run(tx, async () => {
      const withdrawal = await getWithdrawal(tx, ownerId, await openWithdrawal(tx, ownerId, request, at));
      const after = { usdt: formatMinorUnits(withdrawal.amountUsdt, SCALE.usdt), wallet: request.walletId };
      const object = { kind: 'withdrawal', id: withdrawal.id };
      await appendDeed(tx, { actor }, { action: 'create-withdrawal', object, before: null, after }, at);
      return withdrawal;
    }),
  );
}

/**
 * The owner takes their withdrawal back, as long as nobody has said that they are sending it.
 * @throws ApiError 404, 409 `withdrawal_status`, `withdrawal_sending`; the transaction must then be left.
 */
export async function cancelOpenWithdrawal(
  tx: Tx,
  { id: ownerId, actor }: Pick<Owner, 'id' | 'actor'>,
  id: string,
  at: Date,
): Promise<Withdrawal> {
  const cancelled = await store.cancelWithdrawal(tx, ownerId, id, at);
  const withdrawal = await getWithdrawal(tx, ownerId, id);
  if (cancelled === undefined) {
    if (withdrawal.status === 'OPEN')
      throw conflict('withdrawal_sending', 'Оператор уже отправляет этот вывод, отменить его нельзя');
    throw notOpen();
  }
  await appendEvent(tx, { kind: 'withdrawal.cancelled', objectId: id, owners: [ownerId], at });
  await post(tx, postings.withdrawalReleased(id, ownerId, cancelled.amountUsdt), at);
  const object = { kind: 'withdrawal', id };
  const facts = { before: { status: 'OPEN' }, after: { status: withdrawal.status, outcome: withdrawal.outcome } };
  await appendDeed(tx, { actor }, { action: 'cancel-withdrawal', object, ...facts }, at);
  return withdrawal;
}

/** As `cancelOpenWithdrawal`, in a transaction of its own. */
export const cancelWithdrawal = (
  { db, clock }: Deps,
  owner: Pick<Owner, 'id' | 'actor'>,
  id: string,
): Promise<Withdrawal> => {
  const at = clock();
  return transaction(db, (tx) => cancelOpenWithdrawal(tx, owner, id, at));
};

const notOpen = () => conflict('withdrawal_status', 'Этот вывод уже завершён');

/**
 * An operator says that they are sending the USDT: from now on the owner cannot cancel.
 * @throws ApiError 409 `withdrawal_status` when it is not open, or somebody is sending it already.
 */
export async function startSending({ db, clock }: Deps, id: string, by: string): Promise<void> {
  const at = clock();
  await transaction(db, async (tx) => {
    const sending = await store.markSending(tx, id, by, at);
    if (sending === undefined) throw notOpen();
    await appendEvent(tx, { kind: 'withdrawal.sending', objectId: id, owners: [sending.ownerId], at });
  });
}

/**
 * The operator has sent the USDT: the withdrawal closes with the transaction's hash (64 digits, lower case).
 * @throws ApiError 409 `withdrawal_status` when it is not open, `hash_taken` when the transfer proves another withdrawal.
 */
export async function finishWithdrawal({ db, clock }: Deps, id: string, transactionHash: string): Promise<void> {
  const at = clock();
  await transaction(db, async (tx) => {
    const closed = await store.closeWithdrawal(tx, id, transactionHash, at).catch((error: unknown) => {
      if (!breaks(error, 'withdrawal_transaction_hash_key')) throw error;
      throw conflict('hash_taken', 'Этой транзакцией уже закрыт другой вывод');
    });
    if (closed === undefined) throw notOpen();
    await appendEvent(tx, { kind: 'withdrawal.closed', objectId: id, owners: [closed.ownerId], at });
    await post(tx, postings.withdrawalClosed(id, closed.ownerId, closed.amountUsdt), at);
  });
}

export interface Rejection {
  /** For the owner to read. */
  reason: string;
  /** It is sure that nothing left, although somebody had said that they were sending it. */
  evenSending: boolean;
}

/**
 * The operator rejects a withdrawal: its USDT is available again.
 * @throws ApiError 409 `withdrawal_status` when it is not open, or is being sent and that is not allowed for.
 */
export async function rejectWithdrawal({ db, clock }: Deps, id: string, rejection: Rejection): Promise<void> {
  const at = clock();
  await transaction(db, async (tx) => {
    const rejected = await store.rejectWithdrawal(tx, id, rejection, at);
    if (rejected === undefined) throw notOpen();
    await appendEvent(tx, { kind: 'withdrawal.rejected', objectId: id, owners: [rejected.ownerId], at });
    await post(tx, postings.withdrawalReleased(id, rejected.ownerId, rejected.amountUsdt), at);
  });
}

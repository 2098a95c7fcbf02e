import { inOneTransaction } from '../../db/one-transaction.ts';
import { breaks, type Locked, type Tx } from '../../db/tx.ts';
import { after, DAY } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { PLATFORM_ACCOUNT } from '../../kernel/platform.ts';
import { appendEvent } from '../../outbox/append.ts';
import { type Adjustment, InsufficientFunds, lockBalances, openAccounts, post, postings } from '../ledger/index.ts';
import { creditByHand } from '../chain/index.ts';
import { finishWithdrawal } from '../withdrawals/index.ts';
import { reverseOrder } from '../orders/index.ts';
import { takeFactorsOff } from '../auth/index.ts';
import { readAccount, accountChanged } from '../accounts/index.ts';
import { type Change, type Correction, endCorrection, endLapsed, insertCorrection } from './store.ts';

/** Tells the platform's people that something waits, or waits no more. */
const correctionChanged = (tx: Tx, id: string, at: Date) =>
  appendEvent(tx, { kind: 'correction.changed', objectId: id, owners: [PLATFORM_ACCOUNT], at });

/** A proposal waits so long for another operator. */
const WAIT_MS = DAY;

interface Proposal {
  change: Change;
  reason: string;
  proposedById: string;
}

/** The terms of corrections. */
interface Rules {
  /** An order can be reversed so many days after it was closed. */
  reversalDays: number;
}

/**
 * Writes a proposal that waits for another operator.
 * @returns its id.
 * @throws ApiError 409 `proposal_waits` when a reversal of that order waits already, `same_waits` when the deposit of that
 * reference or the closing of that withdrawal does.
 */
export async function propose(tx: Tx, { change, reason, proposedById }: Proposal, at: Date): Promise<string> {
  assertOfAnother(change, proposedById);
  const id = newId(at);
  await endLapsed(tx, at);
  const correction = { id, change, reason, proposedById, createdAt: at, lapsesAt: after(at, WAIT_MS) };
  await insertCorrection(tx, correction).catch((error: unknown) => {
    if (breaks(error, 'correction_one_reversal'))
      throw conflict('proposal_waits', 'Возврат по этому заказу уже предложен');
    if (
      breaks(error, 'correction_one_deposit') ||
      breaks(error, 'correction_one_closing') ||
      breaks(error, 'correction_one_person')
    )
      throw conflict('same_waits', 'Это уже предложено');
    throw error;
  });
  await correctionChanged(tx, id, at);
  return id;
}

/**
 * Carries out a change.
 * @param id the correction's.
 * @throws ApiError 404, 409: the errors of `reverseOrder` and `finishWithdrawal`, `account_short`, `no_account`,
 * `debt_smaller`, `deposit_known`, `no_factor`.
 */
export async function carryOut(
  tx: Tx,
  { id, change, reason }: Pick<Correction, 'id' | 'change' | 'reason'>,
  { reversalDays }: Rules,
  at: Date,
): Promise<void> {
  if (change.kind === 'second_factor') return takeFactorsOff(tx, change.personId, at);
  if (change.kind === 'adjustment') return adjust(tx, id, change, at);
  if (change.kind === 'deposit') return credit(tx, change, at);
  const deps = { db: inOneTransaction(tx), clock: () => at };
  if (change.kind === 'closing') return finishWithdrawal(deps, change.withdrawalId, change.transactionHash);
  await reverseOrder(tx, { orderId: change.orderId, amount: change.amount, reason }, reversalDays, at);
}

async function credit(
  tx: Tx,
  { userId, amountUsdt, reference }: Change & { kind: 'deposit' },
  at: Date,
): Promise<void> {
  const deposit = { traderId: userId, amount: amountUsdt, reference, at };
  const { kind } = await creditByHand(inOneTransaction(tx), deposit);
  if (kind !== 'credited') throw conflict('deposit_known', 'Это пополнение уже зачислено');
  await accountChanged(tx, userId, at);
}

/** Nobody but a merchant ever owes. */
async function adjust(tx: Tx, id: string, adjustment: Adjustment, at: Date): Promise<void> {
  const { userId, account, amountUsdt } = adjustment;
  const role = (await readAccount(tx, userId))?.role;
  const isMerchant = role === 'merchant';
  const has = account === 'available' ? isMerchant || role === 'trader' : (account === 'owed') === isMerchant;
  if (!has || role === 'operator') throw conflict('no_account', 'У этого пользователя нет такого счёта');
  if (isMerchant) await openAccounts(tx, userId, ['owed']);
  const balance = await lockBalances(tx, [userId]);
  if (account === 'owed' && balance(userId, 'owed') + amountUsdt > 0n)
    throw conflict('debt_smaller', 'Долг меньше этой суммы');
  const available = isMerchant ? balance(userId, 'available') : undefined;
  await accountChanged(tx, userId, at);
  await post(tx, postings.adjusted(id, adjustment, available), at).catch((error: unknown) => {
    if (!(error instanceof InsufficientFunds)) throw error;
    throw conflict('account_short', 'На счёте не хватает USDT');
  });
}

/** @throws ApiError 409 `own_factor`. */
function assertOfAnother(change: Change, operatorId: string): void {
  if (change.kind !== 'second_factor' || change.personId !== operatorId) return;
  throw conflict('own_factor', 'Второй фактор оператору восстанавливают другие');
}

/** @throws ApiError 409 `proposal_ended`, `proposal_lapsed`. */
function assertWaiting({ status }: Correction): void {
  if (status === 'LAPSED') throw conflict('proposal_lapsed', 'Срок предложения прошёл');
  if (status !== 'WAITING') throw conflict('proposal_ended', 'По предложению уже решено');
}

/**
 * A second operator accepts a proposal, which is carried out.
 * @throws ApiError 409 `same_operator`, `proposal_ended`, `proposal_lapsed`, and what `carryOut` throws.
 */
export async function accept(
  tx: Tx,
  correction: Locked<Correction>,
  operatorId: string,
  rules: Rules,
  at: Date,
): Promise<void> {
  assertWaiting(correction);
  if (correction.proposedById === operatorId) throw conflict('same_operator', 'Нужен другой оператор');
  assertOfAnother(correction.change, operatorId);
  await carryOut(tx, correction, rules, at);
  // Not before: who proposes the same meanwhile has what it is about, and would wait for this row as it changes.
  await endCorrection(tx, correction, 'ACCEPTED', operatorId, at);
  await correctionChanged(tx, correction.id, at);
}

/** Takes a proposal back. @throws ApiError 409 `proposal_ended`, `proposal_lapsed`. */
export async function withdraw(tx: Tx, correction: Locked<Correction>, operatorId: string, at: Date): Promise<void> {
  assertWaiting(correction);
  await endCorrection(tx, correction, 'WITHDRAWN', operatorId, at);
  await correctionChanged(tx, correction.id, at);
}

import { conflict, notFound, badRequest } from '../../kernel/errors.ts';
import type { Facts } from '../audit/index.ts';
import type { NodeOptions } from '../chain/index.ts';
import { readEffects } from '../ledger/index.ts';
import {
  finishWithdrawal,
  lockWithdrawal,
  type OperatorWithdrawal,
  readWithdrawalById,
  rejectionReason,
  rejectWithdrawal as reject,
  startSending,
  transactionHash,
} from '../withdrawals/index.ts';
import { effectFacts, usdtText } from './facts.ts';
import type { Action, Change, Operator, Outcome, Step } from './frame.ts';
import { aloneFacts, proposeChange, takesTwo } from './second-person.ts';
import { assertSent } from './transfer-proof.ts';

/** The terms under which withdrawals are closed. */
export interface ClosingTerms {
  /** The node that is asked whether USDT was sent; undefined where none is known. */
  chainNode: NodeOptions | undefined;
  /** Micro-USDT: what is larger takes another person. */
  secondOperatorAbove: bigint;
  reversalDays: number;
}

interface OfOne {
  id: string;
}

export const withdrawalFacts = (withdrawal: OperatorWithdrawal): Facts => ({
  status: withdrawal.status,
  outcome: withdrawal.outcome,
  rejected_reason: withdrawal.rejectedReason,
  sending_by: withdrawal.sendingBy,
  sending_at: withdrawal.sendingAt?.toISOString() ?? null,
  transaction_hash: withdrawal.transactionHash,
  done_at: withdrawal.doneAt?.toISOString() ?? null,
});

/** @throws ApiError 404. */
async function findWithdrawal({ tx }: Step, { id }: OfOne): Promise<OperatorWithdrawal> {
  const found = await lockWithdrawal(tx, id);
  if (found === undefined) throw notFound();
  return found;
}

/** What becomes of a withdrawal, and of the balances. */
async function changeOf({ tx }: Step, before: OperatorWithdrawal, more: Facts = {}): Promise<Change> {
  const after = (await lockWithdrawal(tx, before.id)) ?? before;
  const effects = effectFacts(await readEffects(tx, ['withdrawal_close', 'withdrawal_release'], before.id));
  return {
    object: { kind: 'withdrawal', id: before.id },
    accountIds: [before.ownerId],
    before: { ...withdrawalFacts(before), ...effects.before },
    after: { ...withdrawalFacts(after), ...effects.after, ...more },
  };
}

/** @throws ApiError 409 `wallet_invalid`. */
function assertWallet({ walletValid, wallet }: OperatorWithdrawal): void {
  if (!walletValid) throw conflict('wallet_invalid', `${wallet} — не адрес TRON: такой вывод можно только отклонить`);
}

const takenBy = ({ sendingBy }: OperatorWithdrawal) =>
  conflict('withdrawal_status', `Этот вывод уже отправляет ${sendingBy}`);

export const sendWithdrawal: Action<OfOne, OperatorWithdrawal> = {
  name: 'send-withdrawal',
  find: findWithdrawal,
  basis: withdrawalFacts,
  act: async (step, before) => {
    assertWallet(before);
    if (before.sendingAt !== null && before.doneAt === null) throw takenBy(before);
    await startSending(step.deps, before.id, step.who);
    return { changes: [await changeOf(step, before)] };
  },
};

/** Several, by id: whoever locks several does it in this order. */
export async function findAll(step: Step, ids: readonly string[]): Promise<OperatorWithdrawal[]> {
  const found: OperatorWithdrawal[] = [];
  for (const id of new Set(ids.toSorted())) found.push(await findWithdrawal(step, { id }));
  return found;
}

const basisOfAll = (all: readonly OperatorWithdrawal[]): Facts =>
  Object.fromEntries(all.map((each) => [each.id, JSON.stringify(withdrawalFacts(each))]));

/** Takes several at once; those that the person sends already stay in the batch as they are. */
export const sendWithdrawals: Action<{ ids: readonly string[] }, OperatorWithdrawal[]> = {
  name: 'send-withdrawal',
  find: (step, { ids }) => findAll(step, ids),
  basis: basisOfAll,
  act: async (step, all) => {
    const changes: Change[] = [];
    for (const before of all) {
      assertWallet(before);
      if (before.doneAt === null && before.sendingBy === step.who) continue;
      if (before.doneAt === null && before.sendingAt !== null) throw takenBy(before);
      await startSending(step.deps, before.id, step.who);
      changes.push(await changeOf(step, before));
    }
    const total = all.reduce((sum, { amountUsdt }) => sum + amountUsdt, 0n);
    return { changes, notes: [{ code: 'batch', values: { count: all.length, total: usdtText(total) } }] };
  },
};

interface Rejecting extends OfOne {
  reason: string;
  isNotSent: boolean;
}

export const rejectWithdrawal: Action<Rejecting, OperatorWithdrawal> = {
  name: 'reject-withdrawal',
  find: findWithdrawal,
  basis: withdrawalFacts,
  act: async (step, before, { reason: text, isNotSent }) => {
    const reason = rejectionReason(text);
    if (reason === undefined) throw badRequest({ reason: ['Напишите причину одной строкой, не длиннее 500 знаков'] });
    if (before.sendingAt !== null && before.doneAt === null && !isNotSent)
      throw conflict('withdrawal_sending', `Вывод отправляет ${before.sendingBy}: убедитесь, что ничего не ушло`);
    await reject(step.deps, before.id, { reason, evenSending: isNotSent });
    return { changes: [await changeOf(step, before)] };
  },
};

interface Closing extends OfOne {
  hash: string;
  isUnseen: boolean;
}

/** @throws ApiError 400. */
function readHash(text: string): string {
  const hash = transactionHash(text);
  if (hash === undefined) throw badRequest({ transaction_hash: ['Хеш — это 64 шестнадцатеричные цифры'] });
  return hash;
}

/**
 * Closes a withdrawal, or proposes to: a large one, and one that no node has seen, waits for another person.
 * @param besides micro-USDT that the same deed has closed alone before it.
 */
export async function close(
  step: Step,
  operator: Operator,
  before: OperatorWithdrawal,
  { hash, isUnseen, besides = 0n }: { hash: string; isUnseen: boolean; besides?: bigint },
  { chainNode, secondOperatorAbove: above, reversalDays }: ClosingTerms,
): Promise<Outcome> {
  const { amountUsdt } = before;
  const hasNode = chainNode !== undefined && !isUnseen;
  // The node has seen each of those that it was asked for: they do not add up.
  const isLarge = hasNode ? amountUsdt > above : await takesTwo(step, amountUsdt + besides, above);
  if (isUnseen || isLarge) {
    const change = { kind: 'closing' as const, withdrawalId: before.id, transactionHash: hash, unseen: isUnseen };
    const reason = `${usdtText(amountUsdt)} USDT of ${before.owner} to ${before.wallet}`;
    return proposeChange(step, operator, { change, reason }, reversalDays);
  }
  await finishWithdrawal(step.deps, before.id, hash);
  return { changes: [await changeOf(step, before, hasNode ? {} : aloneFacts(amountUsdt))] };
}

export const closeWithdrawal = (operator: Operator, terms: ClosingTerms): Action<Closing, OperatorWithdrawal> => ({
  name: 'close-withdrawal',
  prepare: async (db, { id, hash, isUnseen }) => {
    const withdrawal = await readWithdrawalById(db, id);
    const transactionHash = readHash(hash);
    // One that is closed or not there is refused with a sentence of its own.
    if (withdrawal === undefined || withdrawal.doneAt !== null || isUnseen) return;
    await assertSent(terms.chainNode, { ...withdrawal, transactionHash });
  },
  find: findWithdrawal,
  basis: withdrawalFacts,
  act: (step, before, { hash, isUnseen }) => close(step, operator, before, { hash: readHash(hash), isUnseen }, terms),
});

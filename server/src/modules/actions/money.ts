import { transaction } from '../../db/tx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { type Account, accountChanged, lockAccount, readAccount } from '../accounts/index.ts';
import type { Facts } from '../audit/index.ts';
import { type ByHandOutcome, creditByHand, readByReference } from '../chain/index.ts';
import { accept, type Correction, lockCorrection, readWaitingFor, withdraw } from '../corrections/index.ts';
import { type Adjustment, readBalances, readEffects } from '../ledger/index.ts';
import { lockOrder, type Order } from '../orders/index.ts';
import { readWithdrawalById } from '../withdrawals/index.ts';
import { effectFacts, rubText, usdtText } from './facts.ts';
import type { Action, Operator, Step } from './frame.ts';
import { factorsRemoved } from './lost-factor.ts';
import { aloneFacts, effectsOf, proposeChange, showChange, takesTwo } from './second-person.ts';
import { assertSent } from './transfer-proof.ts';
import type { ClosingTerms } from './withdrawals.ts';

/** @throws ApiError 404. */
async function findAccount({ tx }: Step, { id }: { id: string }): Promise<Account> {
  const found = await lockAccount(tx, id);
  if (found === undefined) throw notFound();
  return found;
}

interface Depositing {
  id: string;
  /** Micro-USDT. */
  amount: bigint;
  reference: string;
}

type Known = Awaited<ReturnType<typeof readByReference>>;

const known = async (step: Step, { credit }: ByHandOutcome & { kind: 'other' }): Promise<Error> => {
  const whose = (await readAccount(step.tx, credit.traderId))?.name;
  return conflict('deposit_known', `Это пополнение уже зачислено: ${usdtText(credit.amount)} USDT, ${whose}`);
};

/** Credits a trader by hand, once per reference; what is large, alone or together with the day's others, is proposed. */
export const deposit = (
  operator: Operator,
  { secondOperatorAbove, reversalDays }: ClosingTerms,
): Action<Depositing, { account: Account; known: Known }> => ({
  name: 'deposit',
  find: async (step, input) => {
    const account = await findAccount(step, input);
    return { account, known: await readByReference(step.tx, { ...input, traderId: account.id }) };
  },
  basis: ({ account, known: { kind } }) => ({
    role: account.role,
    blocked: account.blockedAt !== null,
    credited: kind,
  }),
  act: async (step, { account, known: before }, { amount, reference }) => {
    if (account.role !== 'trader') throw conflict('no_deposits', 'Пополняются только счета трейдеров');
    if (before.kind === 'other') throw await known(step, before);
    if (before.kind === 'repeated') throw conflict('deposit_known', 'Это пополнение уже зачислено');
    const request = { traderId: account.id, amount, reference, at: step.at };
    if (await takesTwo(step, amount, secondOperatorAbove)) {
      const change = { kind: 'deposit' as const, userId: account.id, amountUsdt: amount, reference };
      const reason = `deposit for "${reference}"`;
      return proposeChange(step, operator, { change, reason, username: account.name }, reversalDays);
    }
    const outcome = await creditByHand(step.deps.db, request);
    if (outcome.kind !== 'credited') throw conflict('deposit_known', 'Это пополнение уже зачислено');
    await accountChanged(step.tx, account.id, step.at);
    const effects = effectFacts(await readEffects(step.tx, ['deposit'], outcome.cause));
    const object = { kind: 'account', id: account.id, name: account.name };
    const after = { ...effects.after, reference, ...aloneFacts(amount) };
    return { changes: [{ object, before: effects.before, after }] };
  },
});

interface Adjusting extends Omit<Adjustment, 'userId'> {
  id: string;
  reason: string;
}

/** Proposes to change a ledger account; another person carries it out. What it has now is what it is based on. */
export const adjust = (
  operator: Operator,
  { reversalDays }: ClosingTerms,
): Action<Adjusting, { account: Account; balance: bigint; waiting: string[] }> => ({
  name: 'adjust',
  find: async (step, input) => {
    const account = await findAccount(step, input);
    const balance = (await readBalances(step.tx, account.id))[input.account];
    return { account, balance, waiting: await readWaitingFor(step.tx, account.id, step.at) };
  },
  // The same may be proposed again, but by whoever has seen that it waits.
  basis: ({ balance, waiting }) => ({ balance_usdt: usdtText(balance), waiting: waiting.join(', ') }),
  act: async (step, { account: { id: userId, name: username } }, { reason, account, against, amountUsdt }) => {
    if (account === 'owed' && amountUsdt < 0n)
      throw conflict('debt_grows', 'Долг можно только уменьшить: укажите сумму с плюсом');
    const change = { kind: 'adjustment' as const, userId, account, against, amountUsdt };
    return proposeChange(step, operator, { change, reason, username }, reversalDays);
  },
});

interface Reversing {
  id: string;
  /** Kopecks. */
  amount: bigint;
  reason: string;
}

/** Proposes to take back what a closed order paid; another person carries it out. */
export const reverseOrder = (
  operator: Operator,
  { reversalDays }: ClosingTerms,
): Action<Reversing, { order: Order; isReversed: boolean }> => ({
  name: 'reverse-order',
  find: async ({ tx }, { id }) => {
    const order = await lockOrder(tx, id);
    if (order === undefined) throw notFound();
    return { order, isReversed: (await readEffects(tx, ['order_reversal'], id)).length > 0 };
  },
  basis: ({ order, isReversed }) => ({ status: order.status, order_rub: rubText(order.amount), reversed: isReversed }),
  act: (step, _, { id: orderId, amount, reason }) =>
    proposeChange(step, operator, { change: { kind: 'reversal', orderId, amount }, reason }, reversalDays),
});

const proposalFacts = ({ status, change, username, proposedBy }: Correction): Facts => ({
  status,
  what: showChange(change, username),
  proposed_by: proposedBy,
});

/** @throws ApiError 404. */
async function findProposal({ tx, at }: Step, { id }: { id: string }) {
  const found = await lockCorrection(tx, id, at);
  if (found === undefined) throw notFound();
  return found;
}

type Proposal = Awaited<ReturnType<typeof findProposal>>;

/** The accounts whose money a change moves. */
async function concernedBy({ tx }: Step, { change }: Proposal): Promise<string[]> {
  if (change.kind === 'reversal') {
    const order = await lockOrder(tx, change.orderId);
    return order ? [order.merchantId, order.traderId] : [];
  }
  if (change.kind === 'second_factor') return [...(await factorsRemoved(tx, change.personId)).accountIds];
  if (change.kind !== 'closing') return [change.userId];
  const withdrawal = await readWithdrawalById(tx, change.withdrawalId);
  return withdrawal ? [withdrawal.ownerId] : [];
}

async function ended(step: Step, before: Proposal) {
  const { id, change, reason } = before;
  const effects = await effectsOf(step.tx, change, id);
  const after = (await lockCorrection(step.tx, id, step.at)) ?? before;
  // Members are told of a lost second factor by a row about the person.
  const isLost = change.kind === 'second_factor' && after.status === 'ACCEPTED';
  const removed = isLost ? await factorsRemoved(step.tx, change.personId) : undefined;
  return {
    changes: [
      {
        object: removed?.object ?? { kind: 'correction', id },
        // What is not carried out concerns nobody.
        accountIds: after.status === 'ACCEPTED' ? await concernedBy(step, before) : [],
        before: { status: before.status, ...effects.before },
        after: { ...proposalFacts(after), reason, ...effects.after, ...removed?.after },
      },
    ],
  };
}

/** Carries out what another person has proposed. A closing is proven by the node once more. */
export const acceptProposal = (
  operator: Operator,
  { chainNode, reversalDays }: ClosingTerms,
): Action<{ id: string }, Proposal> => ({
  name: 'accept',
  prepare: async (db, { id }) => {
    const change = await transaction(db, async (tx) => (await lockCorrection(tx, id, new Date(0)))?.change);
    if (change?.kind !== 'closing' || change.unseen) return;
    const withdrawal = await readWithdrawalById(db, change.withdrawalId);
    if (withdrawal?.doneAt === null)
      await assertSent(chainNode, { ...withdrawal, transactionHash: change.transactionHash });
  },
  find: findProposal,
  basis: proposalFacts,
  act: async (step, before) => {
    await accept(step.tx, before, operator.id, { reversalDays }, step.at);
    return ended(step, before);
  },
});

/** Takes back a proposal that waits, whoever made it. */
export const declineProposal = (operator: Operator): Action<{ id: string; reason?: string }, Proposal> => ({
  name: 'withdraw-proposal',
  find: findProposal,
  basis: proposalFacts,
  act: async (step, before, { reason }) => {
    await withdraw(step.tx, before, operator.id, step.at);
    const { changes } = await ended(step, before);
    if (reason === undefined) return { changes };
    return { changes: changes.map((change) => ({ ...change, after: { ...change.after, decision_reason: reason } })) };
  },
});

import { type Reader, transaction, type Tx } from '../../db/tx.ts';
import { after, DAY } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { ALONE_USDT, sumAlone } from '../audit/index.ts';
import { causeByHand } from '../chain/index.ts';
import { carryOut, type Change, propose } from '../corrections/index.ts';
import { readEffects } from '../ledger/index.ts';
import { effectFacts, rubText, usdtText } from './facts.ts';
import type { Operator, Outcome, Step } from './frame.ts';

const signedUsdt = (amount: bigint) => `${amount > 0n ? '+' : ''}${usdtText(amount)} USDT`;

/** A change in one line. @param username of whom it is about. */
export function showChange(change: Change, username: string | null): string {
  switch (change.kind) {
    case 'reversal':
      return `reverse ${rubText(change.amount)} RUB of order ${change.orderId}`;
    case 'adjustment':
      return `adjust ${change.account} of ${username} by ${signedUsdt(change.amountUsdt)}, against ${change.against}`;
    case 'deposit':
      return `deposit ${usdtText(change.amountUsdt)} USDT to ${username} for "${change.reference}"`;
    case 'closing':
      return `close withdrawal ${change.withdrawalId} by ${change.transactionHash}${change.unseen ? ', which no node was asked for' : ''}`;
    case 'second_factor':
      return `take the second factors off ${username}`;
  }
}

const EFFECT_OF = {
  reversal: 'order_reversal',
  adjustment: 'adjustment',
  deposit: 'deposit',
  closing: 'withdrawal_close',
} as const satisfies Record<Exclude<Change['kind'], 'second_factor'>, string>;

function causeOf(change: Exclude<Change, { kind: 'second_factor' }>, id: string): string {
  if (change.kind === 'reversal') return change.orderId;
  if (change.kind === 'closing') return change.withdrawalId;
  return change.kind === 'deposit' ? causeByHand(change.reference) : id;
}

/** What a change has moved. @param id the proposal's. */
export const effectsOf = async (db: Reader, change: Change, id: string) =>
  change.kind === 'second_factor'
    ? { before: {}, after: {} }
    : effectFacts(await readEffects(db, [EFFECT_OF[change.kind]], causeOf(change, id)));

/** Before the names of facts that are not so yet. */
export const ON_ACCEPTANCE = 'on_acceptance.';

/** Ends a step of a transaction that was only made to see its effects. */
class Seen extends Error {}

/** The effects that a change would have now; nothing of it stays. */
async function foresee({ deps, at }: Step, change: Change, reversalDays: number) {
  const id = newId(at);
  let effects: Awaited<ReturnType<typeof effectsOf>> = { before: {}, after: {} };
  await transaction(deps.db, async (tx: Tx) => {
    await carryOut(tx, { id, change, reason: 'foreseen' }, { reversalDays }, at);
    effects = await effectsOf(tx, change, id);
    throw new Seen();
  }).catch((error: unknown) => {
    if (!(error instanceof Seen)) throw error;
  });
  return effects;
}

/** The names of facts that are not so yet. */
const onAcceptance = (facts: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [ON_ACCEPTANCE + name, String(value)]));

export interface Proposing {
  change: Change;
  reason: string;
  /** Of whom an adjustment or a deposit is about. */
  username?: string;
}

/**
 * Whether another operator must accept a deed of this one. Deeds that are small by themselves add up within a day: else a large
 * one could be cut into many.
 * @param amount micro-USDT.
 */
export async function takesTwo({ tx, at, who }: Step, amount: bigint, above: bigint): Promise<boolean> {
  return amount > above || (await sumAlone(tx, who, after(at, -DAY))) + amount > above;
}

/** What the audit remembers of a deed that no other operator accepted, for `takesTwo`. */
export const aloneFacts = (amount: bigint) => ({ [ALONE_USDT]: usdtText(amount) });

/** Writes a proposal for another person, once it is seen that it could be carried out now. */
export async function proposeChange(
  step: Step,
  operator: Operator,
  { change, reason, username }: Proposing,
  reversalDays: number,
): Promise<Outcome> {
  const effects = await foresee(step, change, reversalDays);
  const id = await propose(step.tx, { change, reason, proposedById: operator.id }, step.at);
  const what = showChange(change, username ?? null);
  return {
    isProposal: true,
    changes: [
      {
        object: { kind: 'correction', id },
        before: onAcceptance(effects.before),
        after: { status: 'WAITING', what, reason, ...onAcceptance(effects.after) },
      },
    ],
  };
}

import { transaction, type Tx } from '../../../db/tx.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { inRoubles } from '../../../kernel/money.ts';
import type { Once } from '../../idempotency/index.ts';
import type { AppealTerms } from '../../appeals/index.ts';
import type { PayoutTerms } from '../../payouts/index.ts';
import { lessThan } from '../rules.ts';
import { openTestAppeal, stepTestAppeal } from './appeals.ts';
import { type Deps, getTestOrder, moveByEvent, type Of } from './orders.ts';
import { completeTestPayout, refuseTestPayout } from './payouts.ts';

// What others would do in the live world, done by a call or a button.

/** Another sum comes, of which the trader tells, or the merchant says that the order was paid: an appeal either way. @throws ApiError 400, 404, 409. */
export async function happenToOrder(
  tx: Tx,
  of: Of,
  { event, amount }: { event: 'short' | 'appeal'; amount: bigint | undefined },
  terms: AppealTerms,
  at: Date,
) {
  const order = await getTestOrder(tx, of);
  if (event === 'short' && amount !== undefined && amount >= order.amount) {
    throw badRequest({ amount: [`Укажите меньше, чем ${inRoubles(order.amount)} заказа`] });
  }
  const claimed = amount ?? (event === 'short' ? lessThan(order.amount) : order.amount);
  const by = event === 'short' ? 'trader' : 'merchant';
  return openTestAppeal(tx, of, { by, amount: claimed }, terms, at);
}

export const happenToPayout = (tx: Tx, of: Of, event: 'complete' | 'refuse', terms: PayoutTerms, at: Date) =>
  event === 'complete' ? completeTestPayout(tx, of, terms, at) : refuseTestPayout(tx, of, at);

interface Answered {
  step: 'confirm' | 'decline';
  /** Kopecks that it is confirmed for; absent: all that is claimed. */
  amount?: bigint | undefined;
}

/** Whoever's turn it is answers. */
export const happenToAppeal = (tx: Tx, of: Of, { step, amount }: Answered, terms: AppealTerms, at: Date) =>
  stepTestAppeal(
    tx,
    of,
    { step, side: 'decider', amount, ...(step === 'decline' && { reason: 'not_received' as const }) },
    terms,
    at,
  );

/** Runs a step on an object once. @throws what the step and `once` throw. */
export const stepOnce = <Result, Answer>(
  { db }: Pick<Deps, 'db'>,
  answer: Once<Result, Answer>,
  step: (tx: Tx) => Promise<Result>,
): Promise<Answer> => transaction(db, (tx) => answer.run(tx, () => step(tx)));

interface Terms {
  payoutTerms: PayoutTerms;
  appeals: AppealTerms;
}

type OrderEvent = 'pay' | 'late' | 'short' | 'appeal';

// The buttons.

export const pressOfOrder = ({ db, clock, appeals }: Deps & Terms, of: Of, event: OrderEvent): Promise<unknown> =>
  transaction<unknown>(db, async (tx) => {
    if (event === 'pay' || event === 'late') return moveByEvent(tx, of, event, clock());
    return happenToOrder(tx, of, { event, amount: undefined }, appeals, clock());
  });

export const pressOfPayout = ({ db, clock, payoutTerms }: Deps & Terms, of: Of, event: 'complete' | 'refuse') =>
  transaction(db, (tx) => happenToPayout(tx, of, event, payoutTerms, clock()));

export const pressOfAppeal = ({ db, clock, appeals }: Deps & Terms, of: Of, event: 'confirm' | 'decline') =>
  transaction(db, (tx) => happenToAppeal(tx, of, { step: event }, appeals, clock()));

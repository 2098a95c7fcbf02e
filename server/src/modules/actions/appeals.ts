import { notFound } from '../../kernel/errors.ts';
import {
  confirmAppeal as confirm,
  declineAppeal as decline,
  lockAppeal,
  type OperatorAppeal,
} from '../appeals/index.ts';
import type { Facts } from '../audit/index.ts';
import { readEffects } from '../ledger/index.ts';
import { effectFacts, rubText, usdtText } from './facts.ts';
import type { Action, Change, Step } from './frame.ts';

const OPERATOR = { role: 'operator' } as const;

const facts = ({ status, paid, orderStatus, held }: OperatorAppeal): Facts => ({
  status,
  paid_rub: paid === null ? null : rubText(paid),
  order_status: orderStatus,
  order_held_usdt: usdtText(held),
});

/** @throws ApiError 404. */
async function findAppeal({ tx }: Step, { id }: { id: string }): Promise<OperatorAppeal> {
  const found = await lockAppeal(tx, id);
  if (found === undefined) throw notFound();
  return found;
}

async function changeOf(
  { tx }: Step,
  before: OperatorAppeal,
  effects: ReturnType<typeof effectFacts>,
): Promise<Change> {
  const after = (await lockAppeal(tx, before.id)) ?? before;
  return {
    object: { kind: 'appeal', id: before.id },
    accountIds: [before.merchantId, before.traderId],
    before: { ...facts(before), order_id: before.orderId, ...effects.before },
    after: { ...facts(after), order_id: before.orderId, ...effects.after },
  };
}

/** Decides for the merchant; `amount`: kopecks that were really paid, what is claimed without. */
export const confirmAppeal: Action<{ id: string; amount: bigint | undefined }, OperatorAppeal> = {
  name: 'confirm-appeal',
  find: findAppeal,
  basis: (found) => ({ ...facts(found), claimed_rub: rubText(found.amount) }),
  act: async (step, before, { id, amount }) => {
    await confirm(step.deps, OPERATOR, id, amount);
    const effects = effectFacts(await readEffects(step.tx, ['order_close'], before.orderId));
    return { changes: [await changeOf(step, before, effects)] };
  },
};

/** Decides for the trader. */
export const declineAppeal: Action<{ id: string }, OperatorAppeal> = {
  name: 'decline-appeal',
  find: findAppeal,
  basis: facts,
  act: async (step, before, { id }) => {
    await decline(step.deps, OPERATOR, id);
    const effects = effectFacts(await readEffects(step.tx, ['appeal_release'], id));
    return { changes: [await changeOf(step, before, effects)] };
  },
};

import { notFound } from '../../kernel/errors.ts';
import type { DeclineReason } from '@kantor/contract/plain/appeals.ts';
import {
  confirmAppeal as confirm,
  declineAppeal as decline,
  lockAppeal,
  type OperatorAppeal,
  reasonText,
  splitAppeal as split,
} from '../appeals/index.ts';
import type { Facts } from '../audit/index.ts';
import { readEffects } from '../ledger/index.ts';
import { effectFacts, rubText, usdtText } from './facts.ts';
import type { Action, Change, Step } from './frame.ts';

const operatorOf = ({ who }: Step) => ({ role: 'operator', name: who }) as const;

const facts = ({ status, paid, orderStatus, held }: OperatorAppeal): Facts => ({
  status,
  paid_rub: paid === null ? null : rubText(paid),
  order_status: orderStatus,
  order_held_usdt: usdtText(held),
});

/** Whoever decides has seen what either side answered last. */
const basis = (found: OperatorAppeal): Facts => ({
  ...facts(found),
  claimed_rub: rubText(found.amount),
  stage: found.stage,
  round: found.round,
});

interface Deciding {
  id: string;
  /** Told to both sides. */
  comment?: string | undefined;
}

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
  words: Readonly<Record<string, string | undefined>>,
): Promise<Change> {
  const after = (await lockAppeal(tx, before.id)) ?? before;
  const said: Facts = Object.fromEntries(
    Object.entries(words).flatMap(([name, word]) => (word === undefined ? [] : [[name, word]])),
  );
  return {
    object: { kind: 'appeal', id: before.id },
    accountIds: [before.merchantId, before.traderId],
    before: { ...facts(before), order_id: before.orderId, ...effects.before },
    after: { ...facts(after), order_id: before.orderId, ...effects.after, ...said },
  };
}

/** Decides for the merchant; `amount`: kopecks that were really paid, what is claimed without. */
export const confirmAppeal: Action<Deciding & { amount?: bigint | undefined }, OperatorAppeal> = {
  name: 'confirm-appeal',
  find: findAppeal,
  basis,
  act: async (step, before, { id, amount, comment }) => {
    await confirm(step.deps, operatorOf(step), id, amount, undefined, comment);
    return { changes: [await closed(step, before, comment)] };
  },
};

/** Decides for both: the merchant is paid a part of what is claimed, and the rest is declined. */
export const splitAppeal: Action<{ id: string; amount: bigint; comment: string }, OperatorAppeal> = {
  name: 'split-appeal',
  find: findAppeal,
  basis,
  act: async (step, before, { id, amount, comment }) => {
    await split(step.deps, operatorOf(step), { id, amount, comment });
    return { changes: [await closed(step, before, comment)] };
  },
};

async function closed(step: Step, before: OperatorAppeal, comment: string | undefined): Promise<Change> {
  const effects = effectFacts(await readEffects(step.tx, ['order_close'], before.orderId));
  return changeOf(step, before, effects, { comment });
}

/** Decides for the trader. */
export const declineAppeal: Action<Deciding & { reason?: DeclineReason | undefined }, OperatorAppeal> = {
  name: 'decline-appeal',
  find: findAppeal,
  basis,
  act: async (step, before, { id, reason, comment }) => {
    await decline(step.deps, operatorOf(step), id, { reason, comment });
    const effects = effectFacts(await readEffects(step.tx, ['appeal_release'], id));
    return {
      changes: [await changeOf(step, before, effects, { reason: reasonText(reason ?? null) ?? undefined, comment })],
    };
  },
};

import { conflict, notFound } from '../../kernel/errors.ts';
import type { Locked } from '../../db/tx.ts';
import type { Facts } from '../audit/index.ts';
import { readEffects } from '../ledger/index.ts';
import {
  decidePayout as decide,
  freeByOperator,
  isHeld,
  lockOperatorPayout,
  type OperatorPayout,
  type Payout,
} from '../payouts/index.ts';
import { effectFacts } from './facts.ts';
import type { Action, Step } from './frame.ts';

/** Everything that can end a payout's money. */
const ENDINGS = ['payout_release', 'payout_close', 'payout_settle', 'payout_return'] as const;

const factsOf = (payout: Payout, trader: string | null): Facts => ({
  status: payout.status,
  settlement: payout.settlement,
  trader,
  decision_reason: payout.decisionReason,
});

const basis = (payout: OperatorPayout): Facts => ({
  ...factsOf(payout, payout.trader),
  proof: payout.photoId,
});

/** @throws ApiError 404. */
async function findPayout({ tx }: Step, { id }: { id: string }): Promise<Locked<OperatorPayout>> {
  const payout = await lockOperatorPayout(tx, id);
  if (payout === undefined) throw notFound();
  return payout;
}

/** Whose it is, and who has it in work. */
const peopleOf = ({ merchantId, traderId }: Payout): string[] => [merchantId, ...(traderId === null ? [] : [traderId])];

/** Takes a payout in work from its trader: it is open again. */
export const freePayout: Action<{ id: string }, Locked<OperatorPayout>> = {
  name: 'free-payout',
  find: findPayout,
  basis,
  act: async ({ tx, at }, before) => {
    if (before.status !== 'IN_WORK') throw conflict('payout_status', 'Эта выплата не в работе');
    if (before.photoId !== null)
      throw conflict('payout_proof', 'К выплате приложен чек: деньги могли уйти. Посмотрите его и примите решение');
    const after = (await freeByOperator(tx, before, at)) ?? before;
    const object = { kind: 'payout', id: before.id };
    const accountIds = peopleOf(before);
    return { changes: [{ object, accountIds, before: factsOf(before, before.trader), after: factsOf(after, null) }] };
  },
};

interface Deciding {
  id: string;
  for: 'trader' | 'merchant';
  reason: string;
}

/** Decides on a payout that is contested or in work, for good. */
export const decidePayout: Action<Deciding, Locked<OperatorPayout>> = {
  name: 'decide-payout',
  find: findPayout,
  basis,
  act: async ({ tx, at }, before, { id, for: whom, reason }) => {
    const isInWork = before.status === 'IN_WORK';
    if (!isInWork && !isHeld(before.settlement))
      throw conflict('payout_status', 'Выплата не оспорена и не в работе: решать нечего');
    const after = await decide(tx, before, { for: whom, reason, at });
    if (after === undefined) throw conflict('payout_no_proof', 'Чека нет: решить в пользу трейдера нельзя');
    const effects = effectFacts(await readEffects(tx, isInWork ? ENDINGS : ENDINGS.slice(2), id));
    const trader = after.traderId === null ? null : before.trader;
    return {
      changes: [
        {
          object: { kind: 'payout', id },
          accountIds: peopleOf(before),
          before: { ...factsOf(before, before.trader), ...effects.before },
          after: { ...factsOf(after, trader), ...effects.after },
        },
      ],
    };
  },
};

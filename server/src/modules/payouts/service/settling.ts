import { type Locked, transaction, type Tx } from '../../../db/tx.ts';
import { moscowTime } from '../../../kernel/clock.ts';
import { conflict } from '../../../kernel/errors.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { dropFile } from '../../files/index.ts';
import { postAll, post, type Posting, postings } from '../../ledger/index.ts';
import { isHeld } from '../rules.ts';
import type { OperatorPayout } from '../store/operator.ts';
import { type Payout, readPayout } from '../store/payout.ts';
import * as store from '../store/settling.ts';
import type { Decision } from '../store/settling.ts';
import { endTake } from '../store/takes.ts';
import { cancelWork } from '../store/work.ts';
import {
  keepDeed,
  announce,
  assertEnabled,
  type Deps,
  entered,
  type PayoutView,
  refuseStep,
  viewAfter,
} from './payout.ts';
import { finish, termsOf } from './work.ts';

/** Why a payout cannot be contested. @throws ApiError 404, 409 `payout_contested`, `contest_over`, `payout_status`. */
async function refuseContest(tx: Tx, merchant: Owner, id: string, at: Date): Promise<never> {
  const payout = await readPayout(tx, merchant, id);
  if (payout?.settlement === 'contested')
    throw conflict('payout_contested', 'Вы уже сообщили, что деньги не пришли. Решает оператор');
  if (payout?.settlement === 'returned')
    throw conflict('contest_over', 'Оператор уже решил: деньги за эту выплату вернулись на баланс');
  if (payout?.settlement) {
    const until = payout.contestUntil
      ? `: ответить можно было до ${moscowTime(payout.contestUntil, at)} по Москве`
      : '';
    throw conflict('contest_over', `Выплата уже завершена${until}. Обратитесь к оператору`);
  }
  return refuseStep(tx, merchant, id);
}

/**
 * The merchant answers that the money has not come; an operator decides. In the caller's transaction.
 * @throws ApiError 404, 409 `payout_contested`, `contest_over`, `payout_status`.
 */
export async function contest(
  tx: Tx,
  { merchantId, id, reason }: { merchantId: string; id: string; reason: string },
  at: Date,
): Promise<Locked<Payout>> {
  const payout = await store.contestPayout(tx, { id, merchantId, reason }, at);
  if (payout === undefined) return refuseContest(tx, { role: 'merchant', id: merchantId }, id, at);
  await announce(tx, payout, { kind: 'payout.contested', at });
  return payout;
}

/** As `contest`, in a transaction of its own. @throws also ApiError 403 `payouts_disabled`. */
export async function contestPayout(deps: Deps, person: Owner, id: string, reason: string): Promise<PayoutView> {
  const { db, clock } = deps;
  await assertEnabled(db, person.id);
  return transaction(db, async (tx) => {
    const at = clock();
    const payout = await contest(tx, { merchantId: person.id, id, reason }, at);
    const facts = { before: { settlement: 'contestable' }, after: { settlement: payout.settlement, reason } };
    await keepDeed(tx, person, { payout, action: 'contest-payout', ...facts }, at);
    return viewAfter(deps, tx, person, payout);
  });
}

type MakePosting = (typeof postings)['payoutSettled'];

/** Posts what ends the settlement of a payout that was done, after what doing it posts, when that is still to be made. */
async function postSettlement(
  tx: Tx,
  posting: MakePosting,
  payout: Locked<Payout>,
  at: Date,
  doing: readonly Posting[] = [],
): Promise<void> {
  if (payout.traderId === null) throw new Error(`The payout ${payout.id} was done by nobody`);
  const ending = posting(payout.id, termsOf(payout, payout.traderId), payout.amountUsdt);
  await postAll(
    tx,
    [...doing, ending].map((each) => ({ posting: each, at })),
  );
}

/** Settles a payout that nobody contested in time. @returns whether it was this call that did. */
export async function settleUncontested(tx: Tx, id: string, at: Date): Promise<boolean> {
  const payout = await store.settleUncontested(tx, id, at);
  if (payout === undefined) return false;
  await postSettlement(tx, postings.payoutSettled, payout, at);
  await announce(tx, payout, { kind: 'payout.settled', at });
  return true;
}

/** A decision on a payout in work: for the trader it is done and settled at once, for the merchant it is cancelled. */
async function decideWork(tx: Tx, payout: Locked<Payout>, decision: Decision): Promise<Locked<Payout> | undefined> {
  const { id, traderId, merchantId, amountUsdt } = payout;
  const { at } = decision;
  if (decision.for === 'merchant') {
    const cancelled = await cancelWork(tx, payout, decision);
    if (cancelled === undefined) return undefined;
    await endTake(tx, payout, 'cancelled', at);
    if (payout.photoId) await dropFile(tx, payout.photoId, at);
    await post(tx, postings.payoutCancelled(id, merchantId, amountUsdt, payout), at);
    await announce(tx, cancelled, { kind: 'payout.cancelled', others: traderId ? [traderId] : [], at });
    return cancelled;
  }
  const done = traderId === null ? undefined : await finish(tx, payout, { traderId, at, contestUntil: at });
  if (done === undefined) return undefined;
  await announce(tx, done.payout, { kind: 'payout.done', at });
  const settled = await decideDone(tx, done.payout, decision, [done.posting]);
  if (settled === undefined) throw new Error(`The payout ${id} was done, and could not be settled`);
  return settled;
}

async function decideDone(
  tx: Tx,
  payout: Locked<Payout>,
  decision: Decision,
  doing?: readonly Posting[],
): Promise<Locked<Payout> | undefined> {
  const settled = await store.settleByDecision(tx, payout, decision);
  if (settled === undefined) return undefined;
  const isPaid = decision.for === 'trader';
  await postSettlement(tx, isPaid ? postings.payoutSettled : postings.payoutReturned, settled, decision.at, doing);
  await announce(tx, settled, { kind: isPaid ? 'payout.settled' : entered(settled), at: decision.at });
  return settled;
}

/**
 * Decides on a payout that is contested or in work, for good.
 * @returns undefined, and changes nothing, when it is neither; or when it is in work without a proof and the decision is for the trader.
 */
export async function decidePayout(
  tx: Tx,
  payout: Locked<OperatorPayout>,
  decision: Decision,
): Promise<Locked<Payout> | undefined> {
  if (payout.status === 'IN_WORK') return decideWork(tx, payout, decision);
  return isHeld(payout.settlement) ? decideDone(tx, payout, decision) : undefined;
}

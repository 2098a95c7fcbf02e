import type { PayoutTakeOutcome } from '@kantor/contract/plain/statuses.ts';
import { type Locked, transaction, type Tx } from '../../../db/tx.ts';
import type { Incoming, Upload } from '../../../http/uploads.ts';
import { after } from '../../../kernel/clock.ts';
import { conflict, notFound, unauthorized } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { dropFile, type Files, insertFile, type StoredFile } from '../../files/index.ts';
import { post, type Posting, postings, type Terms } from '../../ledger/index.ts';
import { lockAccount, type Account } from '../../accounts/index.ts';
import { takeRefusal } from '../rules.ts';
import type { Payout } from '../store/payout.ts';
import { endTake, insertTake, readTakingState } from '../store/takes.ts';
import * as store from '../store/work.ts';
import { announce, type Deps, getPayout, keepDeed, type PayoutView, refuseStep, step, viewAfter } from './payout.ts';

/** @throws also 409 `too_many_in_work`, `too_many_takes`, `taking_paused`. */
export const takePayout = (deps: Deps, person: Owner, id: string) =>
  step(deps, person, { id, action: 'take-payout', from: 'OPEN' }, async (tx, at) => {
    // Their takings go one after the other, and none comes after a block.
    const trader = await lockAccount(tx, person.id);
    if (trader === undefined) throw notFound();
    if (trader.blockedAt !== null) throw unauthorized('Аккаунт заблокирован. Обратитесь к оператору', 'blocked');
    const { payoutTerms } = deps;
    const refusal = takeRefusal(await readTakingState(tx, trader.id, payoutTerms, at), payoutTerms, at);
    if (refusal) throw conflict(refusal.code, refusal.detail);
    const payout = await store.takePayout(tx, trader, id, after(at, payoutTerms.workMs));
    if (payout) await insertTake(tx, { id: newId(at), payoutId: id, trader, at });
    return payout;
  });

/** A payout in work goes back to the queue; its proof goes with the trader's work. */
async function reopen(tx: Tx, payout: Locked<Payout>, outcome: PayoutTakeOutcome, at: Date) {
  const opened = await store.reopenPayout(tx, payout);
  if (opened === undefined) return undefined;
  await endTake(tx, payout, outcome, at);
  if (payout.photoId) await dropFile(tx, payout.photoId, at);
  return opened;
}

/** As `reopen`, for others than the trader. */
async function returnToQueue(tx: Tx, payout: Locked<Payout>, outcome: PayoutTakeOutcome, at: Date) {
  const opened = await reopen(tx, payout, outcome, at);
  if (opened) await announce(tx, payout, { kind: 'payout.open', at });
  return opened;
}

/** @throws ApiError 403, 404, 409. */
export const freePayout = (deps: Deps, person: Owner, id: string) =>
  step(deps, person, { id, action: 'give-up-payout', from: 'IN_WORK' }, async (tx, at) => {
    const payout = await store.lockOwnWork(tx, person.id, id);
    return payout && reopen(tx, payout, 'given_up', at);
  });

/** Returns a payout whose time has run out to the queue. @returns whether it was this call that did. */
export async function returnOverdue(tx: Tx, id: string, at: Date): Promise<boolean> {
  const payout = await store.lockOverdue(tx, id, at);
  if (payout === undefined) return false;
  await returnToQueue(tx, payout, 'expired', at);
  return true;
}

/** Returns all that a trader has in work to the queue: they are blocked. @returns what they had in work. */
export async function freeWorkOf(tx: Tx, trader: Locked<Pick<Account, 'id'>>, at: Date): Promise<Payout[]> {
  const payouts = await store.lockAllWork(tx, trader);
  for (const payout of payouts) await returnToQueue(tx, payout, 'blocked', at);
  return payouts;
}

/** The operator takes a payout in work from its trader. */
export const freeByOperator = (tx: Tx, payout: Locked<Payout>, at: Date): Promise<Locked<Payout> | undefined> =>
  returnToQueue(tx, payout, 'freed', at);

/** The terms of a payout that this trader does. */
export const termsOf = ({ merchantId, feeBp, rewardBp }: Payout, traderId: string): Terms => ({
  traderId,
  merchantId,
  feeBp,
  rewardBp,
});

/** A payout that was done, and its posting, which is still to be made. */
interface Done {
  payout: Locked<Payout>;
  posting: Posting;
}

/** The trader's word that it is done: what they get stays held while the merchant may contest it. */
export async function finish(
  tx: Tx,
  inWork: Locked<Payout>,
  { traderId, at, contestUntil }: { traderId: string; at: Date; contestUntil: Date },
): Promise<Done | undefined> {
  const payout = await store.finishPayout(tx, inWork, { traderId, at, contestUntil });
  if (payout === undefined) return undefined;
  await endTake(tx, payout, 'done', at);
  return { payout, posting: postings.payoutDone(payout.id, termsOf(payout, traderId), payout.amountUsdt) };
}

/** @throws also 409 `no_photo`. */
export const confirmPayout = (deps: Deps, person: Owner, id: string) =>
  step(deps, person, { id, action: 'confirm-payout', from: 'IN_WORK' }, async (tx, at) => {
    const contestUntil = after(at, deps.payoutTerms.contestMs);
    const inWork = await store.lockOwnWork(tx, person.id, id);
    if (inWork === undefined) return undefined;
    const done = await finish(tx, inWork, { traderId: person.id, at, contestUntil });
    if (done === undefined) throw conflict('no_photo', 'Сначала загрузите подтверждение выплаты');
    await post(tx, done.posting, at);
    return done.payout;
  });

/** Keeps the proof of a payout in work; a new one replaces the old. @throws ApiError 400 (the file), 403, 404, 409, 429, 503. */
export async function uploadPhoto(
  deps: Deps & { files: Files },
  person: Owner,
  id: string,
  form: Incoming<{ file: Upload }>,
): Promise<PayoutView> {
  const { db, clock, files } = deps;
  // Nothing is read or decoded for someone else's payout.
  const { actions } = await getPayout(deps, person, id);
  const keep = (file: StoredFile) =>
    transaction(db, async (tx) => {
      const at = clock();
      const payout = actions.canFree ? await store.lockOwnWork(tx, person.id, id) : undefined;
      if (payout === undefined) return refuseStep(tx, person, id);
      await insertFile(tx, file, person.id, at);
      const proven = await store.setPhoto(tx, payout, file.id);
      if (payout.photoId) await dropFile(tx, payout.photoId, at);
      const facts = { before: { proof: payout.photoId }, after: { proof: file.id } };
      await keepDeed(tx, person, { payout, action: 'prove-payout', ...facts }, at);
      return viewAfter(deps, tx, person, proven ?? payout);
    });
  return files.receive(person.id, form, (sent) =>
    files.keepFor(sent.file, 'photo', async (file) => ({ answer: await keep(file), isKept: true })),
  );
}

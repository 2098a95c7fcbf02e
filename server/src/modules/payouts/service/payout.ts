import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { PAYOUT_STATUS_TEXT, type PayoutStatus } from '@kantor/contract/plain/statuses.ts';
import type { Page } from '../../../db/dense-list.ts';
import type { Database } from '../../../db/pool.ts';
import { breaks, type Locked, type Reader, transaction, type Tx } from '../../../db/tx.ts';
import type { Upload } from '../../../http/uploads.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { conflict, forbidden, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { toMicroUsdt } from '../../../kernel/money.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { appendEvent } from '../../../outbox/append.ts';
import { type Files, insertFile } from '../../files/index.ts';
import type { Once } from '../../idempotency/index.ts';
import { InsufficientFunds, post, postings } from '../../ledger/index.ts';
import { readFreshRate } from '../../rates/index.ts';
import { lockUser, readUser } from '../../users/index.ts';
import { hasFreePlace, NO_ACTIONS, type PayoutActions, traderActions } from '../rules.ts';
import * as store from '../store/payout.ts';
import type { Payout } from '../store/payout.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

/** A payout as a person sees it. */
export interface PayoutView {
  payout: Payout;
  actions: PayoutActions;
  /** Whom the money goes to is for the merchant, and for the trader who has the payout in work or did it. */
  showsReceiver: boolean;
}

/** @throws ApiError 403 `payouts_disabled`. */
export async function assertEnabled(db: Reader, id: string) {
  const user = await readUser(db, id);
  if (!user?.payoutEnable) throw forbidden('Выплаты для вас не включены', 'payouts_disabled');
  return user;
}

export async function listPayouts({ db }: Deps, person: Owner, request: PageRequest): Promise<Page<Payout>> {
  await assertEnabled(db, person.id);
  const read = person.role === 'trader' ? store.readTraderPayouts : store.readMerchantPayouts;
  return read(db, person.id, request);
}

async function viewOf(db: Reader, person: Owner, payout: Payout): Promise<PayoutView> {
  if (person.role === 'merchant') return { payout, actions: NO_ACTIONS, showsReceiver: true };
  const isMine = payout.traderId === person.id;
  const state = { status: payout.status, isMine, hasPhoto: payout.photoId !== null };
  return { payout, actions: traderActions(state, await store.countInWork(db, person.id)), showsReceiver: isMine };
}

/** @throws ApiError 404 also when the payout is not for this person to see. */
async function readView(db: Reader, person: Owner, id: string): Promise<PayoutView> {
  const payout = await store.readPayout(db, person, id);
  if (payout === undefined) throw notFound();
  return viewOf(db, person, payout);
}

/** @throws ApiError 403 `payouts_disabled`, 404. */
export async function getPayout({ db }: Deps, person: Owner, id: string): Promise<PayoutView> {
  await assertEnabled(db, person.id);
  return readView(db, person, id);
}

export interface PayoutRequest {
  /** Kopecks. */
  amount: bigint;
  isSbp: boolean;
  fio: string;
  phone: string;
  bankAccount: string;
  externalId: string | null;
}

/**
 * Sets aside the payout and its fee, and offers it to traders.
 * @returns the payout's id.
 * @throws ApiError 409 `insufficient_funds`, `external_id_taken`; the transaction is then lost and must be left.
 */
export async function openPayout(
  tx: Tx,
  merchant: { id: string; feeBp: number },
  request: PayoutRequest,
  at: Date,
): Promise<string> {
  const id = newId(at);
  const { value: rate } = await readFreshRate(tx, at);
  const amountUsdt = toMicroUsdt(request.amount, rate);
  const { id: merchantId, feeBp } = merchant;
  await store
    .insertPayout(tx, { ...request, id, merchantId, rate, amountUsdt, feeBp, createdAt: at })
    .catch((error) => {
      if (!breaks(error, 'payout_merchant_external_id')) throw error;
      throw conflict('external_id_taken', 'Выплата с таким external_id уже есть');
    });
  await appendEvent(tx, { kind: 'payout.open', objectId: id, owners: [merchantId], at });
  try {
    await post(tx, postings.payoutCreated(id, merchantId, amountUsdt, { feeBp }), at);
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error;
    throw conflict('insufficient_funds', 'На балансе не хватает USDT для этой выплаты и комиссии');
  }
  return id;
}

/** As `openPayout`, in a transaction of its own. @throws ApiError 403, 409. */
export async function createPayout<Answer>(
  { db, clock }: Deps,
  person: Owner,
  request: PayoutRequest,
  once: Once<PayoutView, Answer>,
): Promise<Answer> {
  const merchant = await assertEnabled(db, person.id);
  return transaction(db, (tx) =>
    once.run(tx, async () => readView(tx, person, await openPayout(tx, merchant, request, clock()))),
  );
}

/** Why a step found the payout in another state; the step changed nothing. */
async function refuseStep(tx: Tx, person: Owner, id: string): Promise<never> {
  const payout = await store.readPayout(tx, person, id);
  if (payout === undefined) throw notFound();
  throw conflict(
    'payout_status',
    `Сейчас выплата в статусе «${PAYOUT_STATUS_TEXT[payout.status]}», действие недоступно`,
  );
}

type Step = (tx: Tx, at: Date) => Promise<Locked<Payout> | undefined>;

/** One step of a payout: the compare-and-set, its money, its event. @throws ApiError 404, 409. */
async function makeStep(tx: Tx, person: Owner, id: string, change: Step, at: Date): Promise<Locked<Payout>> {
  const payout = await change(tx, at);
  if (payout === undefined) return refuseStep(tx, person, id);
  const owners = [payout.merchantId, ...(payout.traderId ? [payout.traderId] : []), person.id];
  const kind = `payout.${payout.status.toLowerCase() as Lowercase<PayoutStatus>}` as const;
  await appendEvent(tx, { kind, objectId: id, owners: [...new Set(owners)], at });
  return payout;
}

/** A step in a transaction of its own. @throws ApiError 403, 404, 409. */
async function step({ db, clock }: Deps, person: Owner, id: string, change: Step): Promise<PayoutView> {
  await assertEnabled(db, person.id);
  return transaction(db, async (tx) => viewOf(tx, person, await makeStep(tx, person, id, change, clock())));
}

const cancelling =
  (merchantId: string, id: string): Step =>
  async (tx, at) => {
    const payout = await store.cancelPayout(tx, merchantId, id, at);
    if (payout) await post(tx, postings.payoutCancelled(id, merchantId, payout.amountUsdt, payout), at);
    return payout;
  };

export const cancelPayout = (deps: Deps, person: Owner, id: string) =>
  step(deps, person, id, cancelling(person.id, id));

/** As `cancelPayout`, in the caller's transaction. @throws ApiError 404, 409 `payout_status`. */
export const cancelOpenPayout = (tx: Tx, merchantId: string, id: string, at: Date): Promise<Locked<Payout>> =>
  makeStep(tx, { role: 'merchant', id: merchantId }, id, cancelling(merchantId, id), at);

/** @throws also 409 `too_many_in_work`. */
export const takePayout = (deps: Deps, person: Owner, id: string) =>
  step(deps, person, id, async (tx) => {
    // Their takings go one after the other.
    const trader = await lockUser(tx, person.id);
    if (trader === undefined) throw notFound();
    if (!hasFreePlace(await store.countInWork(tx, trader.id)))
      throw conflict('too_many_in_work', 'У вас уже три выплаты в работе. Завершите одну из них');
    return store.takePayout(tx, trader, id);
  });

export const freePayout = (deps: Deps, person: Owner, id: string) =>
  step(deps, person, id, (tx) => store.freePayout(tx, person.id, id));

/** @throws also 409 `no_photo`. */
export const confirmPayout = (deps: Deps, person: Owner, id: string) =>
  step(deps, person, id, async (tx, at) => {
    const payout = await store.finishPayout(tx, person.id, id, at);
    if (payout) {
      const { merchantId, feeBp, rewardBp } = payout;
      await post(
        tx,
        postings.payoutDone(id, { traderId: person.id, merchantId, feeBp, rewardBp }, payout.amountUsdt),
        at,
      );
      return payout;
    }
    const present = await store.readPayout(tx, person, id);
    if (present?.status === 'IN_WORK') throw conflict('no_photo', 'Сначала загрузите подтверждение выплаты');
    return undefined;
  });

/** Keeps the proof of a payout in work; a new one replaces the old. @throws ApiError 400 (the file), 403, 404, 409. */
export async function uploadPhoto(
  deps: Deps & { files: Files },
  person: Owner,
  id: string,
  readUpload: () => Promise<Upload>,
): Promise<PayoutView> {
  const { db, clock, files } = deps;
  // Nothing is read or decoded for someone else's payout.
  const { actions } = await getPayout(deps, person, id);
  return files.keepFor(await readUpload(), 'photo', async (file) => {
    const answer = await transaction(db, async (tx) => {
      await insertFile(tx, file, person.id, clock());
      if (!actions.canFree || !(await store.setPhoto(tx, person.id, id, file.id))) return refuseStep(tx, person, id);
      return readView(tx, person, id);
    });
    return { answer, isKept: true };
  });
}

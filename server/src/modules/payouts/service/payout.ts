import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { appendDeed, type Facts } from '../../audit/index.ts';
import { PAYOUT_STATUS_TEXT, type PayoutStatus } from '@kantor/contract/plain/statuses.ts';
import type { Page } from '../../../db/dense-list.ts';
import { type OwnNarrowing, type OwnRequest, type OwnTotals, readNarrowed, sumNarrowed } from '../../../db/own-list.ts';
import type { FoundPage } from '../../../db/platform-search.ts';
import type { Database } from '../../../db/pool.ts';
import {
  breaks,
  type Locked,
  type Reader,
  singleStatement,
  type Statement,
  transaction,
  type Tx,
} from '../../../db/tx.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { conflict, forbidden, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { toMicroUsdt } from '../../../kernel/money.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { appendEvent } from '../../../outbox/append.ts';
import type { Once } from '../../idempotency/index.ts';
import { assertNoDebt, InsufficientFunds, post, postings } from '../../ledger/index.ts';
import { readFreshRate } from '../../rates/index.ts';
import { readAccount } from '../../accounts/index.ts';
import { merchantActions, type PayoutActions, type PayoutTerms, takeRefusal, traderActions } from '../rules.ts';
import { insertLook } from '../store/looks.ts';
import { readRecipient, type TypedRecipient } from './recipient.ts';
import { readBatchPayouts } from '../store/batch.ts';
import * as store from '../store/payout.ts';
import type { Payout } from '../store/payout.ts';
import { readTakingState } from '../store/takes.ts';

export interface Deps {
  db: Database;
  clock: Clock;
  payoutTerms: PayoutTerms;
}

/** A payout as a person sees it. */
export interface PayoutView {
  payout: Payout;
  actions: PayoutActions;
  /** Whom the money goes to is for the merchant, and for the trader who has the payout in work or did it. */
  showsReceiver: boolean;
  /** Why the trader may not take it although it is open: a sentence. */
  takeRefusal: string | null;
}

/** @throws ApiError 403 `payouts_disabled`. */
export async function assertEnabled(db: Reader, id: string) {
  const user = await readAccount(db, id);
  if (!user?.payoutEnable) throw forbidden('Выплаты для вас не включены', 'payouts_disabled');
  return user;
}

export async function listPayouts(
  { db }: Pick<Deps, 'db'>,
  person: Owner,
  { batch, ...request }: OwnRequest & { batch?: string | undefined },
): Promise<Page<Payout> | FoundPage<Payout>> {
  await assertEnabled(db, person.id);
  if (batch !== undefined)
    return person.role === 'merchant' ? readBatchPayouts(db, person.id, batch, request) : { count: 0, results: [] };
  const read = person.role === 'trader' ? store.readTraderPayouts : store.readMerchantPayouts;
  const { page, pageSize } = request;
  return readNarrowed(db, store.payoutsOf(person), request, () => read(db, person.id, { page, pageSize }));
}

/** What the payouts of the list come to. */
export async function sumPayouts({ db }: Pick<Deps, 'db'>, person: Owner, narrowing: OwnNarrowing): Promise<OwnTotals> {
  await assertEnabled(db, person.id);
  return sumNarrowed(db, store.payoutsOf(person), narrowing);
}

/** Reads what a person may see of a payout, and do with it. `tx` may be the pool. */
async function viewOf({ payoutTerms, clock }: Deps, tx: Reader, person: Owner, payout: Payout): Promise<PayoutView> {
  const at = clock();
  if (person.role === 'merchant')
    return { payout, actions: merchantActions(payout, at), showsReceiver: true, takeRefusal: null };
  const isOpen = payout.status === 'OPEN';
  const refusal = isOpen && takeRefusal(await readTakingState(tx, person.id, payoutTerms, at), payoutTerms, at);
  const isMine = payout.traderId === person.id;
  const state = { status: payout.status, isMine, hasPhoto: payout.photoId !== null };
  const actions = traderActions(state, !refusal);
  return { payout, actions, showsReceiver: isMine, takeRefusal: refusal ? refusal.detail : null };
}

/** The view of a trader who sees the payee is journalled before they see it. */
async function journalLook(statement: Statement, person: Owner, { payout, showsReceiver }: PayoutView, at: Date) {
  if (person.role === 'trader' && showsReceiver)
    await insertLook(statement, { payoutId: payout.id, traderId: person.id, personId: person.actor?.personId, at });
}

/** The view of a payout in the transaction that has changed it. */
export async function viewAfter(deps: Deps, tx: Tx, person: Owner, payout: Payout): Promise<PayoutView> {
  const view = await viewOf(deps, tx, person, payout);
  await journalLook(tx, person, view, deps.clock());
  return view;
}

/** @throws ApiError 404 also when the payout is not for this person to see. */
async function readView(deps: Deps, tx: Reader, person: Owner, id: string): Promise<PayoutView> {
  const payout = await store.readPayout(tx, person, id);
  if (payout === undefined) throw notFound();
  return viewOf(deps, tx, person, payout);
}

/** @throws ApiError 403 `payouts_disabled`, 404. */
export async function getPayout(deps: Deps, person: Owner, id: string): Promise<PayoutView> {
  const { db, clock } = deps;
  await assertEnabled(db, person.id);
  const view = await readView(deps, db, person, id);
  if (person.role === 'trader' && view.showsReceiver)
    await singleStatement(db, (statement) => journalLook(statement, person, view, clock()));
  return view;
}

export interface PayoutRequest extends TypedRecipient {
  /** Kopecks. */
  amount: bigint;
  externalId: string | null;
  /** What the shop keeps beside it. */
  payerId?: string | null;
  metadata?: Record<string, string> | null;
}

/**
 * Sets aside the payout and its fee, and offers it to traders.
 * @returns the payout's id.
 * @param minAmount kopecks; a merchant cannot make a smaller one.
 * @throws ApiError 400 with the faults of the recipient; 409 `debt`, `insufficient_funds`, `external_id_taken`; the transaction is then lost
 * and must be left.
 */
export async function openPayout(
  tx: Tx,
  merchant: { id: string; feeBp: number },
  typed: PayoutRequest,
  { at, minAmount }: Pick<PayoutTerms, 'minAmount'> & { at: Date },
): Promise<string> {
  const request = readRecipient(typed, typed.amount, minAmount);
  await assertNoDebt(tx, merchant.id);
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
  deps: Deps,
  person: Owner,
  request: PayoutRequest,
  once: Once<PayoutView, Answer>,
): Promise<Answer> {
  const { db, clock } = deps;
  const merchant = await assertEnabled(db, person.id);
  return transaction(db, (tx) =>
    once.run(tx, async () => {
      const at = clock();
      const id = await openPayout(tx, merchant, request, { at, minAmount: deps.payoutTerms.minAmount });
      const view = await readView(deps, tx, person, id);
      await keepDeed(tx, person, { payout: view.payout, action: 'create-payout', before: null }, at);
      return view;
    }),
  );
}

/** Why a step found the payout in another state; the step changed nothing. */
export async function refuseStep(tx: Tx, person: Owner, id: string): Promise<never> {
  const payout = await store.readPayout(tx, person, id);
  if (payout === undefined) throw notFound();
  throw conflict(
    'payout_status',
    `Сейчас выплата в статусе «${PAYOUT_STATUS_TEXT[payout.status]}», действие недоступно`,
  );
}

type Step = (tx: Tx, at: Date) => Promise<Locked<Payout> | undefined>;

/** Appends the event of a payout, for its people and for those who were of it until now. */
export async function announce(
  tx: Tx,
  payout: Payout,
  { kind, others = [], at }: { kind: PayoutEvent; others?: readonly string[]; at: Date },
): Promise<void> {
  const owners = new Set([payout.merchantId, ...(payout.traderId ? [payout.traderId] : []), ...others]);
  await appendEvent(tx, { kind, objectId: payout.id, owners: [...owners], at });
}

type PayoutEvent = `payout.${Lowercase<PayoutStatus> | 'contested' | 'settled'}`;

/** The event of a payout that has entered its status. */
export const entered = ({ status }: Payout): PayoutEvent => `payout.${status.toLowerCase() as Lowercase<PayoutStatus>}`;

/** One step of a person: the compare-and-set, its money, its event. @throws ApiError 404, 409. */
async function makeStep(tx: Tx, person: Owner, id: string, change: Step, at: Date): Promise<Locked<Payout>> {
  const payout = await change(tx, at);
  if (payout === undefined) return refuseStep(tx, person, id);
  await announce(tx, payout, { kind: entered(payout), others: [person.id], at });
  return payout;
}

/** A step in a transaction of its own. @param from the status that it leads from. @throws ApiError 403, 404, 409. */
export async function step(
  deps: Deps,
  person: Owner,
  { id, action, from }: { id: string; action: string; from: PayoutStatus },
  change: Step,
): Promise<PayoutView> {
  const { db, clock } = deps;
  await assertEnabled(db, person.id);
  return transaction(db, async (tx) => {
    const at = clock();
    const payout = await makeStep(tx, person, id, change, at);
    await keepDeed(tx, person, { payout, action, before: { status: from } }, at);
    return viewAfter(deps, tx, person, payout);
  });
}

interface PayoutDeed {
  action: string;
  /** As the step has left it. */
  payout: Payout;
  /** Null for a new one. */
  before: Facts | null;
  after?: Facts;
}

/** Keeps what a person did to a payout. */
export const keepDeed = (tx: Tx, person: Owner, { payout, action, before, after }: PayoutDeed, at: Date) =>
  appendDeed(
    tx,
    person,
    {
      action,
      object: { kind: 'payout', id: payout.id },
      before,
      after: { status: payout.status, amount_rub: formatMinorUnits(payout.amount, SCALE.rub), ...after },
    },
    at,
  );

const cancelling =
  (merchantId: string, id: string): Step =>
  async (tx, at) => {
    const payout = await store.cancelPayout(tx, merchantId, id, at);
    if (payout) await post(tx, postings.payoutCancelled(id, merchantId, payout.amountUsdt, payout), at);
    return payout;
  };

export const cancelPayout = (deps: Deps, person: Owner, id: string) =>
  step(deps, person, { id, action: 'cancel-payout', from: 'OPEN' }, cancelling(person.id, id));

/** As `cancelPayout`, in the caller's transaction. @throws ApiError 404, 409 `payout_status`. */
export const cancelOpenPayout = (tx: Tx, merchantId: string, id: string, at: Date): Promise<Locked<Payout>> =>
  makeStep(tx, { role: 'merchant', id: merchantId }, id, cancelling(merchantId, id), at);

import type { Gate } from '@kantor/contract/plain/gates.ts';
import type { OrderMethod } from '@kantor/contract/plain/statuses.ts';
import { atOnce, breaks, singleStatement, transaction, type Tx } from '../../../db/tx.ts';
import { AGAIN, ALONE, inTurn, type Kind, type Outcome, type TurnDeps } from '../../../db/turns.ts';
import { after } from '../../../kernel/clock.ts';
import { ApiError, conflict } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { toMicroUsdt } from '../../../kernel/money.ts';
import { keepAnswers, type Once, takeFreeKeys } from '../../idempotency/index.ts';
import { InsufficientFunds, postings } from '../../ledger/index.ts';
import { ORDER_LIFETIME_MS } from '../rules.ts';
import { nearestGate, type Requirements } from '../store/gates.ts';
import * as store from '../store/issuing.ts';
import { NOT_REVERSED } from '../store/reversal.ts';
import { insertShopDataLater } from '../store/shop-data.ts';
import { AmountTaken, insertOrders, beginToInsertOrders, LimitReached, type NewOrder } from '../store/steps.ts';
import type { OrderWithPayee } from '../store/with-payee.ts';
import type { Deps } from './closing.ts';
import { limitRefusal } from './limits.ts';
import { refusalWithoutRequisite } from './possible.ts';

export interface OrderRequest {
  merchantId: string;
  externalId: string;
  /** Kopecks. */
  amount: bigint;
  method: OrderMethod;
  bankId: number | undefined;
  callbackUrl: string | undefined;
  /** The shop's own page, where the payment page leads back to. */
  returnUrl?: string | undefined;
  /** The shop's own data. */
  payerId?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

/** Another order took the requisite's amount, or its trader's last USDT, first: another requisite may do. */
class RequisiteTaken extends Error {
  readonly requisiteId: string;
  constructor(requisiteId: string) {
    super('Another order took the requisite first');
    this.requisiteId = requisiteId;
  }
}

/** No requisite passes every gate. */
class NoRequisite extends Error {
  readonly gate: Gate | 'no_requisites';
  constructor(gate: Gate | undefined) {
    super('No requisite passes every gate');
    this.gate = gate ?? 'no_requisites';
  }
}

/** After this many requisites taken by others the shop is asked to try again. */
const MAX_TAKEN = 20;
/** A turn looks so often for more requisites, where those that it found are for few of its orders. */
const MAX_LOOKS = 4;

interface IssueRequest extends OrderRequest {
  once: Once<OrderWithPayee, unknown>;
  /** Whether a requisite was looked for, and the end is known: a repeat whose answer was kept looks for none. */
  isSought: boolean;
  /** The order that was issued: a repeat whose answer was kept issues none. */
  made?: OrderWithPayee;
}

/** A new order of the request at a requisite that is locked, and the trader's hold. */
function orderAt(
  requisite: NewOrder['requisite'],
  request: OrderRequest,
  { rate, feeBp, at }: { rate: bigint; feeBp: number; at: Date },
): NewOrder {
  const { merchantId, externalId, amount, method, callbackUrl, returnUrl, payerId = null, metadata = null } = request;
  const id = newId(at);
  const amountUsdt = toMicroUsdt(amount, rate);
  return {
    id,
    merchantId,
    externalId,
    isSbp: method === 'sbp',
    amount,
    rate,
    amountUsdt,
    feeBp,
    // A trader cannot earn more than the merchant pays.
    rewardBp: Math.min(requisite.rewardBp, feeBp),
    createdAt: at,
    expiresAt: after(at, ORDER_LIFETIME_MS),
    callbackUrl,
    returnUrl,
    payerId,
    metadata,
    requisite,
    hold: postings.orderIssued(id, requisite.traderId, amountUsdt),
  };
}

/** The order as it is once it is written. */
function issued({ requisite, ...order }: NewOrder): OrderWithPayee {
  const { requisiteId, payeeVersion, traderId, bankName, fio, phone, bankAccount, last4 } = requisite;
  const payee = { bankName, fio, phone, bankAccount, last4 };
  const state = { status: 'ACTIVE' as const, held: order.amountUsdt, paidAt: null };
  return { ...order, ...state, ...NOT_REVERSED, requisiteId, payeeVersion, traderId, ...payee };
}

/**
 * The orders of a turn are issued together, each at a requisite of its own. Whoever would be refused, or find a requisite only by
 * waiting, goes alone.
 */
async function issueTogether(deps: TurnDeps, requests: readonly IssueRequest[]): Promise<Outcome<unknown>[]> {
  return inTurn(deps, async (tx) => {
    const at = deps.clock();
    const [goesAhead, terms, candidates] = await atOnce(tx, (each) =>
      Promise.all([
        takeFreeKeys(
          each,
          requests.map(({ once }) => once.request),
        ),
        store.readTermsTogether(each, requests, at),
        store.lockCandidates(each, requests, at, []),
      ]),
    );
    const seeking = requests.map((request, n): Seeking | undefined => {
      const of = terms[n];
      if (of === undefined || !goesAhead[n]) return undefined;
      const amountUsdt = toMicroUsdt(request.amount, of.rate);
      return { request, terms: of, amountUsdt, requisite: undefined, hadAny: false };
    });
    await choose(tx, seeking, candidates, at);
    const done = seeking.flatMap((each) => {
      if (each === undefined) return [];
      const { request, requisite } = each;
      request.isSought = requisite !== undefined;
      if (requisite === undefined) return [];
      return [{ request, order: orderAt(requisite, request, { ...each.terms, at }) }];
    });
    const orders = done.map(({ order }) => order);
    // The database writes them while the answers are made.
    await beginToInsertOrders(tx, orders, at);
    await insertShopDataLater(tx, orders);
    const made = orders.map((order) => issued(order));
    const answers = await keepAnswers(
      tx,
      done.map(({ request: { once } }, n) => ({ once, result: made[n] as OrderWithPayee })),
    );
    done.forEach(({ request }, n) => (request.made = made[n] as OrderWithPayee));
    const answered = new Map(done.map(({ request }, n) => [request, { answer: answers[n] }]));
    return requests.map((request, n) => answered.get(request) ?? (seeking[n]?.hadAny ? AGAIN : ALONE));
  });
}

/** An order of a turn that goes ahead, and what it has found. */
interface Seeking {
  request: IssueRequest;
  terms: { rate: bigint; feeBp: number };
  amountUsdt: bigint;
  requisite: NewOrder['requisite'] | undefined;
  /** Whether it had a candidate, that may have gone to another of the turn. */
  hadAny: boolean;
}

/**
 * For each order of a turn the least recently used requisite that passes its gates, that none before it has, whose trader still has
 * the funds, and that messages tell from those that have the same amount.
 * @param candidates by the places of `seeking`.
 */
async function choose(
  tx: Tx,
  seeking: readonly (Seeking | undefined)[],
  candidates: readonly store.Candidate[],
  at: Date,
): Promise<void> {
  const taken = new Set<string>();
  const held = new Map<string, bigint>();
  const isFree = ({ requisite, funds }: store.Candidate, { request: { amount }, amountUsdt }: Seeking) =>
    !taken.has(requisite.requisiteId) &&
    !taken.has(`${requisite.lookAlikes}/${amount}`) &&
    funds >= (held.get(requisite.traderId) ?? 0n) + amountUsdt;
  const seen: string[] = [];
  let [asking, offered] = [seeking, candidates];
  for (let looks = 1; ; looks++) {
    asking.forEach((each, place) => {
      if (each === undefined) return;
      const fitting = offered.filter(({ places }) => places.includes(place));
      each.hadAny ||= fitting.length > 0;
      each.requisite = fitting.find((candidate) => isFree(candidate, each))?.requisite;
      if (each.requisite === undefined) return;
      const { requisiteId, traderId, lookAlikes } = each.requisite;
      taken.add(requisiteId);
      if (lookAlikes !== null) taken.add(`${lookAlikes}/${each.request.amount}`);
      held.set(traderId, (held.get(traderId) ?? 0n) + each.amountUsdt);
    });
    const left = asking.filter((each): each is Seeking => each !== undefined && each.requisite === undefined);
    // Fewer than were asked for were all that there are.
    if (left.length === 0 || offered.length < asking.length || looks === MAX_LOOKS) return;
    seen.push(...offered.map(({ requisite }) => requisite.requisiteId));
    asking = left;
    offered = await store.lockCandidates(
      tx,
      left.map(({ request }) => request),
      at,
      seen,
    );
  }
}

/** Tries requisite after requisite, each in a transaction of its own, and finds the words when there is none. */
async function issueAlone({ db, clock }: TurnDeps, request: IssueRequest): Promise<unknown> {
  const { once, merchantId } = request;
  const count = (reason: Parameters<typeof store.countRefusal>[2]) =>
    singleStatement(db, (statement) => store.countRefusal(statement, request, reason, clock()));
  const taken: string[] = [];
  // A turn may have found one for it, and then come to nothing.
  request.isSought = false;
  delete request.made;
  for (;;) {
    try {
      return await transaction(db, (tx) =>
        once.run(tx, async () => {
          request.made = await attempt(tx, request, clock(), taken);
          request.isSought = true;
          return request.made;
        }),
      );
    } catch (error) {
      if (error instanceof RequisiteTaken && taken.length < MAX_TAKEN) {
        taken.push(error.requisiteId);
      } else if (error instanceof NoRequisite || error instanceof RequisiteTaken) {
        request.isSought = true;
        await count(error instanceof NoRequisite ? error.gate : 'amount_slot');
        throw await refusalWithoutRequisite(db, { ...request, amountUsdt: 0n, at: clock() });
      } else if (error instanceof ApiError && (error.code === 'rate_stale' || error.code === 'traffic_stopped')) {
        await count(error.code);
        throw error;
      } else if (error instanceof LimitReached) {
        await count(`limit_${error.limit}`);
        throw await limitRefusal(db, merchantId, error.limit, clock());
      } else if (breaks(error, 'orders_merchant_id_external_id_key')) {
        throw conflict('external_id_taken', 'Заказ с таким external_id уже есть');
      } else throw error;
    }
  }
}

async function attempt(tx: Tx, request: OrderRequest, at: Date, taken: readonly string[]): Promise<OrderWithPayee> {
  const terms = await store.readTerms(tx, request.merchantId, at);
  const required: Requirements = { ...request, amountUsdt: toMicroUsdt(request.amount, terms.rate), at };
  const requisite = await store.lockAvailableRequisite(tx, required, taken);
  if (requisite === undefined) throw new NoRequisite(await nearestGate(tx, required));
  const order = orderAt(requisite, request, { ...terms, at });
  try {
    await insertOrders(tx, [order], at);
    await insertShopDataLater(tx, [order]);
  } catch (error) {
    // Another order took the amount, or the trader's last USDT, after the gates had let this one through.
    if (error instanceof AmountTaken || error instanceof InsufficientFunds) {
      throw new RequisiteTaken(requisite.requisiteId);
    }
    throw error;
  }
  return issued(order);
}

const issuing: Kind<IssueRequest, unknown> = {
  name: 'issuing of orders',
  together: issueTogether,
  alone: issueAlone,
};

/**
 * Issues an order once: picks a requisite and takes its trader's hold.
 * @throws ApiError 409 `no_requisite`, `merchant_limit`, `traffic_stopped`, `no_rate`, `rate_stale`, `external_id_taken`; 503 `busy`; the errors of `once`.
 */
export async function issueOrder<Answer>(
  { turns, demand, known }: Deps,
  request: OrderRequest,
  once: Once<OrderWithPayee, Answer>,
): Promise<Answer> {
  const seeking: IssueRequest = { ...request, once, isSought: false };
  try {
    const answer = await turns.take(issuing, seeking);
    if (seeking.made !== undefined) known?.add(seeking.made);
    return answer as Answer;
  } finally {
    if (seeking.isSought) demand?.count(request);
  }
}

import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { type Actor, ORDER_STATUS_TEXT, type OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { atOnce, isRefused, transaction, type Tx, withCommit } from '../../../db/tx.ts';
import { ALONE, inTurn, type Kind, type Outcome, type TurnDeps, type Turns } from '../../../db/turns.ts';
import type { PersonActor } from '../../../kernel/actor.ts';
import { ApiError, conflict, notFound } from '../../../kernel/errors.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { appendAuditsLater } from '../../audit/index.ts';
import { keepAnswers, type Once, takeFreeKeys } from '../../idempotency/index.ts';
import { InsufficientFunds } from '../../ledger/index.ts';
import { TRANSITIONS } from '../rules.ts';
import { lockKnownLater, lockOrder, lockOrders, type Order } from '../store/order.ts';
import { type OrderWithPayee, readOrdersWithPayee } from '../store/with-payee.ts';
import type { DemandCounter } from './demand.ts';
import { type EndingEvent, type EndingOrder, endOrders, endOrdersLater, fundsOf } from './ending.ts';
import { factsOfGround, type Ground, keepGround, keepStatement } from './grounds.ts';
import type { ActiveOrder, KnownOrders } from './known.ts';
import { type OrderDetail, readDetails } from './reading.ts';

export interface Deps extends TurnDeps {
  turns: Turns;
  /** Where it is counted what shops ask for; nowhere when absent. */
  demand?: DemandCounter;
  /** What ends without being read first; nothing when absent. */
  known?: KnownOrders;
}

/** A request to end an order. */
interface EndRequest {
  id: string;
  event: EndingEvent;
  actor: Actor;
  at: Date;
  /** Only if the order is this trader's or this merchant's. */
  owner?: Owner;
  /** What a trader confirms it by. */
  ground?: Ground | undefined;
  /** The person who confirms it: their deed is kept. */
  by?: PersonActor;
  /** A merchant's, whose answer is the order. */
  once?: Once<OrderWithPayee, unknown>;
  /** The owner, a trader, sees the order as it is then. */
  isShown?: true;
  /** The order, if the process has issued it and knows no end of it. */
  known?: ActiveOrder | undefined;
}

/** An order's request, with the order as it was. */
type Done = EndRequest & { order: EndingOrder };

/** Keeps who confirmed orders by hand, together with the next statement of the transaction. */
const keepDeeds = (tx: Tx, done: readonly Done[]): Promise<void> =>
  appendAuditsLater(
    tx,
    done.flatMap(({ by, order, event, ground, at }) => {
      if (by === undefined) return [];
      const after = { status: TRANSITIONS[event].to, amount_rub: formatMinorUnits(order.amount, SCALE.rub) };
      return [
        {
          actor: by,
          action: event === 'confirm' ? 'confirm-order' : 'confirm-expired-order',
          object: { kind: 'order', id: order.id },
          before: { status: order.status },
          after: { ...after, ...factsOfGround(ground) },
          at,
        },
      ];
    }),
  );

const isOwn = (order: EndingOrder, owner: Owner | undefined) =>
  owner === undefined || owner.id === (owner.role === 'trader' ? order.traderId : order.merchantId);

/** A message is locked after the accounts, which are the last to be locked in a turn. */
const asksForMessage = ({ ground }: EndRequest) => ground !== undefined && 'notificationId' in ground;

type KnownRequest = EndRequest & { known: ActiveOrder };

/** Whether all that the end of the order needs is known, should the order still be as it was. */
const isKnown = (request: EndRequest): request is KnownRequest =>
  request.known !== undefined &&
  TRANSITIONS[request.event].from === request.known.status &&
  isOwn(request.known, request.owner) &&
  request.once === undefined &&
  !asksForMessage(request);

/**
 * Ends orders that the process knows, without reading them: the database refuses all where another transaction has one of them or has
 * ended it, or two ask for one. @returns undefined then; nothing is done.
 */
async function endKnown(deps: TurnDeps, requests: readonly KnownRequest[]): Promise<Outcome<unknown>[] | undefined> {
  try {
    const { seen } = await inTurn(deps, async (tx) => {
      const orders = await lockKnownLater(
        tx,
        requests.map(({ known }) => known),
      );
      const endings = orders.map((order, n) => ({ ...(requests[n] as KnownRequest), order }));
      await endOrdersLater(tx, endings);
      for (const { order, ground, at } of endings) {
        if (ground !== undefined && 'without' in ground) await keepStatement(tx, order, ground, at);
      }
      await keepDeeds(tx, endings);
      return { seen: withCommit(tx, (last) => readSeen(last, requests)) };
    });
    const details = await seen.answer;
    return requests.map((request) => ({ answer: details.get(request) }));
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}

/** The orders of a turn end together. Whose order another holds, or is not as it must be, goes alone. */
async function endTogether(deps: TurnDeps, requests: readonly EndRequest[]): Promise<Outcome<unknown>[]> {
  const ended = requests.every(isKnown) ? await endKnown(deps, requests) : undefined;
  return ended ?? endRead(deps, requests);
}

/** Ends orders that it reads first, as far as they are as they must be. */
async function endRead(deps: TurnDeps, requests: readonly EndRequest[]): Promise<Outcome<unknown>[]> {
  const { done, seen } = await inTurn(deps, async (tx) => {
    const [goesAhead, free] = await atOnce(tx, (each) =>
      Promise.all([
        takeFreeKeys(
          each,
          requests.map(({ once }) => once?.request),
        ),
        lockOrders(
          each,
          requests.filter((request) => !asksForMessage(request)).map(({ id }) => id),
          { skipLocked: true },
        ),
      ]),
    );
    const orders = new Map(free);
    const fit = requests.flatMap((request, n) => {
      const order = orders.get(request.id);
      if (order?.status !== TRANSITIONS[request.event].from || !isOwn(order, request.owner)) return [];
      // Another request of the turn for the same order has lost.
      if (asksForMessage(request) || !goesAhead[n]) return [];
      orders.delete(order.id);
      return [{ request, ending: { ...request, order } }];
    });
    const hasFunds = await fundsOf(
      tx,
      fit.map(({ ending }) => ending),
    );
    const ended = fit.filter(({ ending }) => hasFunds(ending));
    await endOrdersLater(
      tx,
      ended.map(({ ending }) => ending),
    );
    for (const { request, ending } of ended) {
      if (request.ground !== undefined) await keepGround(tx, ending.order, request.ground, request.at);
    }
    await keepDeeds(
      tx,
      ended.map(({ ending }) => ending),
    );
    const done = ended.map(({ request }) => request);
    const answers = await answersOf(tx, done);
    return {
      done: new Map(done.map((request, place) => [request, answers[place]])),
      seen: withCommit(tx, (last) => readSeen(last, done)),
    };
  });
  const details = await seen.answer;
  return requests.map((request) => (done.has(request) ? { answer: details.get(request) ?? done.get(request) } : ALONE));
}

/** The orders of those who see them. */
async function readSeen(tx: Tx, requests: readonly EndRequest[]): Promise<Map<EndRequest, OrderDetail>> {
  const asked = requests.flatMap((request) => {
    const { id, owner, isShown } = request;
    return isShown && owner ? [{ request, owner, id }] : [];
  });
  if (asked.length === 0) return new Map();
  const found = await readDetails(tx, asked);
  return new Map([...found].map(([{ request }, detail]) => [request, detail]));
}

/** The answers of those who keep theirs, in the transaction. */
async function answersOf(tx: Tx, requests: readonly EndRequest[]): Promise<unknown[]> {
  const keeping = requests.flatMap(({ id, once }, place) => (once === undefined ? [] : [{ id, once, place }]));
  const answers: unknown[] = requests.map(() => undefined);
  if (keeping.length === 0) return answers;
  const orders = await readOrdersWithPayee(
    tx,
    keeping.map(({ id }) => id),
  );
  const done = keeping.flatMap(({ id, once }) => {
    const result = orders.get(id);
    return result === undefined ? [] : [{ once, result }];
  });
  const kept = await keepAnswers(tx, done);
  keeping.forEach(({ place }, n) => (answers[place] = kept[n]));
  return answers;
}

/** Whether a turn of which nobody knows the end has ended the order. */
const hasEnded = (order: Order, { event, at }: EndRequest): boolean =>
  order.status === TRANSITIONS[event].to && order.paidAt?.getTime() === at.getTime();

/** @throws ApiError 404, 409 `order_status`, `insufficient_funds`, `message_used`, `message_unfit`. */
async function endOne(tx: Tx, request: EndRequest, isUnsure: boolean): Promise<void> {
  const { id, event, owner, ground, at } = request;
  const order = await lockOrder(tx, id);
  if (order === undefined || !isOwn(order, owner)) throw notFound();
  if (isUnsure && hasEnded(order, request)) return;
  if (order.status !== TRANSITIONS[event].from) throw statusRefusal(order.status);
  try {
    await endOrders(tx, [{ ...request, order }]);
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error;
    throw conflict('insufficient_funds', 'На балансе не хватает USDT, чтобы подтвердить истёкший заказ');
  }
  if (ground !== undefined) await keepGround(tx, order, ground, at);
  await keepDeeds(tx, [{ ...request, order }]);
}

const statusRefusal = (status: OrderStatus) =>
  conflict('order_status', `Сейчас заказ в статусе «${ORDER_STATUS_TEXT[status]}», действие недоступно`);

const endings: Kind<EndRequest, unknown> = {
  name: 'endings of orders',
  together: endTogether,
  alone: ({ db }, request, isUnsure) =>
    transaction(db, async (tx) => {
      const { once } = request;
      if (once === undefined) {
        await endOne(tx, request, isUnsure);
        return (await readSeen(tx, [request])).get(request);
      }
      return once.run(tx, async () => {
        await endOne(tx, request, isUnsure);
        const order = (await readOrdersWithPayee(tx, [request.id])).get(request.id);
        if (order === undefined) throw notFound();
        return order;
      });
    }),
};

/**
 * A trader closes their order, by a message of the bank, by something else, or without a ground. A second confirmation changes
 * nothing.
 * @returns the order as its trader sees it then.
 * @throws ApiError 404, 409 `order_status`, `insufficient_funds`, `message_used`, `message_unfit`; 503 `busy`.
 */
export async function confirmOrder(
  { turns, clock, known }: Deps,
  traderId: string,
  request: { id: string; event: 'confirm' | 'confirm-expired'; ground?: Ground | undefined; by?: PersonActor },
): Promise<OrderDetail> {
  const owner = { role: 'trader', id: traderId } as const;
  const asked = { actor: 'trader', at: clock(), owner, isShown: true, known: known?.get(request.id) } as const;
  try {
    return (await turns.take(endings, { ...request, ...asked })) as OrderDetail;
  } finally {
    known?.forget(request.id);
  }
}

/** Cancels a merchant's active order once. @throws ApiError 404, 409 `order_status`, 503 `busy`; the errors of `once`. */
export async function cancelOrder<Answer>(
  { turns, clock }: Deps,
  merchantId: string,
  id: string,
  once: Once<OrderWithPayee, Answer>,
): Promise<Answer> {
  const owner = { role: 'merchant', id: merchantId } as const;
  const answer = await turns.take(endings, { id, event: 'cancel', actor: 'merchant', at: clock(), owner, once });
  return answer as Answer;
}

/** Expires an active order whose time has passed. @returns false when it is active no more. */
export async function expireOrder({ turns }: Deps, id: string, at: Date): Promise<boolean> {
  try {
    await turns.take(endings, { id, event: 'expire', actor: 'timer', at });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'order_status') return false;
    throw error;
  }
}

import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { type Actor, ORDER_STATUS_TEXT, type OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { atOnce, type Locked, transaction, type Tx, withCommit } from '../../../db/tx.ts';
import { ALONE, inTurn, type Kind, type Outcome, type TurnDeps, type Turns } from '../../../db/turns.ts';
import type { PersonActor } from '../../../kernel/actor.ts';
import { ApiError, conflict, notFound } from '../../../kernel/errors.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { appendAuditsLater } from '../../audit/index.ts';
import { keepAnswers, type Once, takeFreeKeys } from '../../idempotency/index.ts';
import { InsufficientFunds, postings, readAvailable } from '../../ledger/index.ts';
import { TRANSITIONS } from '../rules.ts';
import { lockOrder, lockOrders, type Order } from '../store/order.ts';
import { type Move, moveOrders, moveOrdersLater } from '../store/steps.ts';
import { type OrderWithPayee, readOrdersWithPayee } from '../store/with-payee.ts';
import type { DemandCounter } from './demand.ts';
import { factsOfGround, type Ground, keepGround } from './grounds.ts';
import { type OrderDetail, readDetails } from './reading.ts';

export interface Deps extends TurnDeps {
  turns: Turns;
  /** Where it is counted what shops ask for; nowhere when absent. */
  demand?: DemandCounter;
}

/** The way in which an order ends for its own sum. `confirm-expired` takes an expired one, the others an active one. */
type EndingEvent = keyof typeof TRANSITIONS;

/** An order that is to end. */
interface Ending {
  order: Locked<Order>;
  event: EndingEvent;
  actor: Actor;
  at: Date;
}

/** A closing pays everyone; an expired order's amount comes from the trader's available account. Any other end returns the hold. */
function postingOf({ order, event }: Ending) {
  const { id, traderId, amountUsdt } = order;
  if (TRANSITIONS[event].to !== 'CLOSED') return postings.orderReleased(id, traderId, amountUsdt);
  return postings.orderClosed(id, order, { held: event === 'confirm' ? amountUsdt : 0n, amount: amountUsdt });
}

const moveOf = (ending: Ending): Move => {
  const { order, event, actor, at } = ending;
  return { order, to: TRANSITIONS[event].to, actor, at, held: 0n, posting: postingOf(ending) };
};

/**
 * Ends orders that are locked in the status which their event asks for, in one statement.
 * @throws InsufficientFunds of a late confirmation; the transaction must then be left.
 */
export const endOrders = (tx: Tx, endings: readonly Ending[]): Promise<void> =>
  moveOrders(
    tx,
    endings.map((ending) => moveOf(ending)),
  );

/** As `endOrders`, together with the next statement of the transaction: that one throws, and the database's own errors. */
export const endOrdersLater = (tx: Tx, endings: readonly Ending[]): Promise<void> =>
  moveOrdersLater(
    tx,
    endings.map((ending) => moveOf(ending)),
  );

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
}

/** An order's request, with the order as it was. */
type Done = EndRequest & { order: Order };

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

const isOwn = (order: Order, owner: Owner | undefined) =>
  owner === undefined || owner.id === (owner.role === 'trader' ? order.traderId : order.merchantId);

/** The micro-USDT that late confirmations of a turn may take from traders before one is refused. */
async function fundsOf(tx: Tx, endings: readonly Ending[]) {
  const late = endings.filter(({ event }) => event === 'confirm-expired');
  const left = await readAvailable(
    tx,
    late.map(({ order }) => order.traderId),
  );
  return ({ order, event }: Ending): boolean => {
    if (event !== 'confirm-expired') return true;
    const rest = (left.get(order.traderId) ?? 0n) - order.amountUsdt;
    if (rest >= 0n) left.set(order.traderId, rest);
    return rest >= 0n;
  };
}

/** The orders of a turn end together. Whose order another holds, or is not as it must be, goes alone. */
async function endTogether(deps: TurnDeps, requests: readonly EndRequest[]): Promise<Outcome<unknown>[]> {
  const { done, seen } = await inTurn(deps, async (tx) => {
    // A message is locked after the accounts, which are the last to be locked in a turn.
    const isEasy = ({ ground }: EndRequest) => !(ground && 'notificationId' in ground);
    const [goesAhead, free] = await atOnce(tx, (each) =>
      Promise.all([
        takeFreeKeys(
          each,
          requests.map(({ once }) => once?.request),
        ),
        lockOrders(
          each,
          requests.filter(isEasy).map(({ id }) => id),
          { skipLocked: true },
        ),
      ]),
    );
    const orders = new Map(free);
    const fit = requests.flatMap((request, n) => {
      const order = orders.get(request.id);
      if (order?.status !== TRANSITIONS[request.event].from || !isOwn(order, request.owner)) return [];
      // Another request of the turn for the same order has lost.
      if (!isEasy(request) || !goesAhead[n]) return [];
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
  { turns, clock }: Deps,
  traderId: string,
  request: { id: string; event: 'confirm' | 'confirm-expired'; ground?: Ground | undefined; by?: PersonActor },
): Promise<OrderDetail> {
  const owner = { role: 'trader', id: traderId } as const;
  const order = await turns.take(endings, { ...request, actor: 'trader', at: clock(), owner, isShown: true });
  return order as OrderDetail;
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

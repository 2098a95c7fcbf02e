import type { Actor, OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import { breaks, later, type Locked, now, type Tx } from '../../../db/tx.ts';
import { fundsError, type Posting, postCalls } from '../../ledger/index.ts';
import { type LimitName, LIMITS, slotGraceBefore } from '../rules.ts';
import type { AvailableRequisite } from './issuing.ts';
import type { Order } from './order.ts';

// The steps of orders (migrations/066), each for any number of orders at once, with the money that moves with them.

/** A new order at a requisite. It is active and holds its whole sum. */
export interface NewOrder extends Omit<
  Order,
  'requisiteId' | 'payeeVersion' | 'traderId' | 'status' | 'held' | 'paidAt'
> {
  requisite: Locked<AvailableRequisite>;
  callbackUrl: string | undefined;
  /** The shop's own page, where the payment page leads back to. */
  returnUrl: string | undefined;
  /** The trader's hold. */
  hold: Posting;
  /** The shop's own. */
  payerId: string | null;
  metadata: Record<string, string> | null;
}

/** Another order keeps the amount on the requisite. */
export class AmountTaken extends Error {
  constructor() {
    super('Another order keeps the amount on the requisite');
  }
}

/** The merchant's new order is beyond a limit of theirs. */
export class LimitReached extends Error {
  readonly limit: LimitName;
  constructor(limit: LimitName) {
    super(`The merchant is beyond ${limit}`);
    this.limit = limit;
  }
}

function issueError(error: unknown): unknown {
  if (breaks(error, 'order_amount_taken')) return new AmountTaken();
  const limit = LIMITS.find((name) => breaks(error, `merchant_limit_${name}`));
  return limit === undefined ? fundsError(error) : new LimitReached(limit);
}

const issueCall = (orders: readonly NewOrder[], at: Date): RawBuilder<unknown> => {
  const each = <Value>(valueOf: (order: NewOrder) => Value) => orders.map((order) => valueOf(order));
  return sql`
    select orders_issue(
      ${each(({ id }) => id)}::uuid[], ${each(({ merchantId }) => merchantId)}::uuid[],
      ${each(({ requisite }) => requisite.traderId)}::uuid[], ${each(({ requisite }) => requisite.requisiteId)}::uuid[],
      ${each(({ requisite }) => requisite.payeeVersion)}::integer[], ${each(({ externalId }) => externalId)}::text[],
      ${each(({ isSbp }) => isSbp)}::boolean[], ${each(({ amount }) => amount)}::bigint[],
      ${each(({ rate }) => rate)}::bigint[], ${each(({ amountUsdt }) => amountUsdt)}::bigint[],
      ${each(({ feeBp }) => feeBp)}::integer[], ${each(({ rewardBp }) => rewardBp)}::integer[],
      ${each(({ callbackUrl }) => callbackUrl ?? null)}::text[], ${each(({ createdAt }) => createdAt)}::timestamptz[],
      ${each(({ expiresAt }) => expiresAt)}::timestamptz[],
      ${slotGraceBefore(at)}, ${each(({ returnUrl }) => returnUrl ?? null)}::text[]),
      ${postCalls(each(({ hold, createdAt }) => ({ posting: hold, at: createdAt })))}`;
};

/**
 * Writes new active orders, with their numbers in both lists, counters, history, outbox events and holds. One statement.
 * @throws AmountTaken, InsufficientFunds, LimitReached; the unique violation of an external id: the transaction must then be left.
 */
export async function insertOrders(tx: Tx, orders: readonly NewOrder[], at: Date): Promise<void> {
  await issueCall(orders, at)
    .execute(tx)
    .catch((error: unknown) => {
      throw issueError(error);
    });
}

/** As `insertOrders`, begun at once: the next statement of the transaction throws, and the database's own errors. */
export const beginToInsertOrders = (tx: Tx, orders: readonly NewOrder[], at: Date): Promise<void> =>
  orders.length === 0 ? Promise.resolve() : now(tx, issueCall(orders, at));

/** A step of an order from the status in which it was locked. */
export interface Move {
  order: Locked<Pick<Order, 'id' | 'status' | 'amount'>>;
  to: OrderStatus;
  actor: Actor;
  at: Date;
  /** Kopecks that were paid, when the order closes for another sum than its own (an appeal). */
  paid?: bigint;
  /** Micro-USDT that the order holds from now on. */
  held: bigint;
  /** The money that moves with it, when it is known beforehand. */
  posting?: Posting;
}

const moveCall = (moves: readonly Move[]): RawBuilder<unknown> => {
  const each = <Value>(valueOf: (move: Move) => Value) => moves.map((move) => valueOf(move));
  const posted = moves.flatMap(({ posting, at }) => (posting === undefined ? [] : [{ posting, at }]));
  return sql`
    select orders_move(
      ${each(({ order }) => order.id)}::uuid[], ${each(({ order }) => order.status)}::order_status[],
      ${each(({ to }) => to)}::order_status[], ${each(({ actor }) => actor)}::actor[],
      ${each(({ at }) => at)}::timestamptz[], ${each(({ held }) => held)}::bigint[],
      ${each(({ order, paid = order.amount }) => paid)}::bigint[])
      ${posted.length > 0 ? sql`, ${postCalls(posted)}` : sql``}`;
};

/**
 * Moves orders from one status to another with everything that follows from it: counters of their requisites and lists, history,
 * outbox, and their postings if given. One statement.
 * @throws InsufficientFunds of a posting: the transaction must then be left.
 */
export async function moveOrders(tx: Tx, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  await moveCall(moves)
    .execute(tx)
    .catch((error: unknown) => {
      throw fundsError(error);
    });
}

/** As `moveOrders`, together with the next statement of the transaction: that one throws, and the database's own errors. */
export const moveOrdersLater = (tx: Tx, moves: readonly Move[]): Promise<void> =>
  moves.length === 0 ? Promise.resolve() : later(tx, moveCall(moves));

/** As `moveOrders`, of one. */
export const moveOrder = (tx: Tx, move: Move): Promise<void> => moveOrders(tx, [move]);

import type { Actor, OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { breaks, type Locked, lockRow, type Reader, type Statement, type Tx } from '../../../db/tx.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { fundsError, type Posting, postCall } from '../../ledger/index.ts';
import { type LimitName, LIMITS, slotGraceBefore } from '../rules.ts';
import type { AvailableRequisite } from './issuing.ts';
import { isOwn } from './owner.ts';

/** An order's own row. Amounts in kopecks and micro-USDT, rate in 1/10000 RUB, fees in basis points. */
export interface Order {
  id: string;
  merchantId: string;
  traderId: string;
  requisiteId: string;
  /** Which version of the requisite's bank data its payer was sent to. */
  payeeVersion: number;
  externalId: string;
  isSbp: boolean;
  amount: bigint;
  rate: bigint;
  amountUsdt: bigint;
  feeBp: number;
  rewardBp: number;
  status: OrderStatus;
  held: bigint;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
}

export const orderColumns = sql`
  o.id, o.merchant_id as "merchantId", o.trader_id as "traderId", o.requisite_id as "requisiteId",
  o.payee_version as "payeeVersion", o.external_id as "externalId", o.is_sbp as "isSbp", o.amount, o.rate, o.amount_usdt as "amountUsdt", o.fee_bp as "feeBp",
  o.reward_bp as "rewardBp", o.status, o.held, o.created_at as "createdAt", o.expires_at as "expiresAt",
  o.paid_at as "paidAt"`;

/** The order's own row; undefined when it is not the owner's. */
export async function readOwnOrder(db: Reader, owner: Owner, id: string): Promise<Order | undefined> {
  const { rows } = await sql<Order>`
    select ${orderColumns} from orders o where o.id = ${id} and ${isOwn(owner)}`.execute(db);
  return rows[0];
}

/** The people of an order. */
export interface OrderPeople {
  traderId: string;
  /** Names of users. */
  trader: string;
  merchant: string;
  /** The merchant's number of it. */
  externalId: string;
}

/** Whose an order is; undefined when there is none. */
export async function readOrderPeople(db: Reader, id: string): Promise<OrderPeople | undefined> {
  const { rows } = await sql<OrderPeople>`
    select o.trader_id as "traderId", trader.username as trader, merchant.username as merchant,
      o.external_id as "externalId"
    from orders o join users trader on trader.id = o.trader_id join users merchant on merchant.id = o.merchant_id
    where o.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks an order whose next status depends on the present one. */
export const lockOrder = (tx: Tx, id: string): Promise<Locked<Order> | undefined> =>
  lockRow(tx, sql<Order>`select ${orderColumns} from orders o where o.id = ${id} for no key update`);

export type NewOrder = Omit<Order, 'requisiteId' | 'payeeVersion' | 'traderId'> & { callbackUrl: string | undefined };

/**
 * Writes a new active order at a requisite, with its numbers in both lists, counters, history, outbox event and hold.
 * One statement: the functions take the new row itself, and their own statements already see it.
 * @throws AmountTaken when another order took the amount before the requisite was locked, InsufficientFunds, LimitReached.
 */
export async function insertOrder(
  tx: Tx,
  { traderId, requisiteId, payeeVersion }: Locked<AvailableRequisite>,
  order: NewOrder,
  hold: Posting,
): Promise<void> {
  await sql`
    with free as materialized (
      select orders_assert_amount_free(array[${requisiteId}]::uuid[], array[${order.amount}]::bigint[], ${slotGraceBefore(order.createdAt)})
    ), o as (
      insert into orders (id, trader_id, trader_seq, merchant_id, merchant_seq, requisite_id, payee_version, external_id, is_sbp, amount,
        rate, amount_usdt, fee_bp, reward_bp, held, callback_url, created_at, expires_at)
      select ${order.id}, ${traderId}, list_append(${traderId}, 'orders'),
        ${order.merchantId}, list_append(${order.merchantId}, 'orders'), ${requisiteId}, ${payeeVersion},
        ${order.externalId},
        ${order.isSbp}, ${order.amount}, ${order.rate}, ${order.amountUsdt}, ${order.feeBp}, ${order.rewardBp},
        ${order.held}, ${order.callbackUrl ?? null}, ${order.createdAt}, ${order.expiresAt}
      from free
      returning *
    )
    select requisite_issued(o), order_entered(o, null, 'merchant', ${order.createdAt}), ${postCall(hold, order.createdAt)}
    from o`
    .execute(tx)
    .catch((error: unknown) => {
      if (breaks(error, 'order_amount_taken')) throw new AmountTaken();
      const limit = LIMITS.find((name) => breaks(error, `merchant_limit_${name}`));
      throw limit === undefined ? fundsError(error) : new LimitReached(limit);
    });
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

export interface Move {
  id: string;
  /** Only if the order is this trader's or this merchant's. */
  owner?: Owner | undefined;
  from: OrderStatus;
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

/**
 * Moves an order from one status to another with everything that follows from it: counters of its requisite and lists,
 * history, outbox, and its posting if given. One statement, a compare-and-set.
 * @returns the order as it is now, locked inside a transaction; or undefined when it was not in that status, and then nothing was done.
 * @throws InsufficientFunds of the posting.
 */
export async function moveOrder(tx: Tx, move: Move): Promise<Locked<Order> | undefined>;
export async function moveOrder(statement: Statement, move: Move): Promise<Order | undefined>;
export async function moveOrder(statement: Statement, move: Move): Promise<Order | undefined> {
  const paid = move.paid === undefined ? sql`o.amount` : sql`${move.paid}::bigint`;
  const closed = move.to === 'CLOSED' ? paid : sql`0`;
  const { rows } = await sql<Order>`
    with o as (
      update orders o set status = ${move.to}, held = ${move.held},
        paid_at = ${move.to === 'CLOSED' ? move.at : null}::timestamptz
      where o.id = ${move.id} and o.status = ${move.from} ${move.owner ? sql`and ${isOwn(move.owner)}` : sql``}
      returning *
    )
    select ${orderColumns}, requisite_moved(o, ${move.from}, ${closed}, ${move.at}),
      order_entered(o, ${move.from}, ${move.actor}, ${move.at})
      ${move.posting ? sql`, ${postCall(move.posting, move.at)}` : sql``}
    from o`
    .execute(statement)
    .catch((error: unknown) => {
      throw fundsError(error);
    });
  return rows[0];
}

/** Corrects the hold of an appealed order. */
export async function setHeld(tx: Tx, { id }: Locked<Order>, held: bigint): Promise<void> {
  await sql`update orders set held = ${held} where id = ${id} and status = 'APPEAL'`.execute(tx);
}

/** Active orders whose time has passed, oldest first; ids only, each is then expired by itself. */
export async function readDueOrders(db: Reader, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where status = 'ACTIVE' and expires_at <= ${at} order by expires_at limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { later, type Locked, lockRows, type Reader, type Tx } from '../../../db/tx.ts';
import type { Owner } from '../../../kernel/owner.ts';
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
    select o.trader_id as "traderId", trader.name as trader, merchant.name as merchant,
      o.external_id as "externalId"
    from orders o join account trader on trader.id = o.trader_id join account merchant on merchant.id = o.merchant_id
    where o.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Locks orders whose next status depends on the present one, in the order of all who lock several.
 * @param skipLocked leaves out those that another transaction has, instead of waiting for it.
 */
export async function lockOrders(
  tx: Tx,
  ids: readonly string[],
  { skipLocked = false } = {},
): Promise<Map<string, Locked<Order>>> {
  const orders = await lockRows(
    tx,
    sql<Order>`
      select ${orderColumns} from orders o where o.id = any(${ids}::uuid[]) order by o.id
      for no key update ${skipLocked ? sql`skip locked` : sql``}`,
  );
  return new Map(orders.map((order) => [order.id, order]));
}

/**
 * Locks orders that are known, together with the next statement of the transaction: that one fails where another transaction has one of
 * them. Whether they still are as they are known is for the step to find.
 */
export async function lockKnownLater<Known extends { id: string }>(
  tx: Tx,
  orders: readonly Known[],
): Promise<Locked<Known>[]> {
  const ids = orders.map(({ id }) => id);
  await later(tx, sql`select from orders where id = any(${ids}::uuid[]) order by id for no key update nowait`);
  return orders as Locked<Known>[];
}

/** Locks an order whose next status depends on the present one. */
export const lockOrder = async (tx: Tx, id: string): Promise<Locked<Order> | undefined> =>
  (await lockOrders(tx, [id])).get(id);

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

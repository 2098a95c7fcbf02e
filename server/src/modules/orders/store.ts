import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Actor, AppealStatus, OrderFilter, OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Page, readPage } from '../../db/dense-list.ts';
import { type Locked, lockRow, type Reader, type Statement, type Tx } from '../../db/tx.ts';
import { fundsError, type Posting, postCall } from '../ledger/index.ts';
import { requisiteShortName } from '../requisites/index.ts';
import { type IdMeaning, type SearchTerm, SLOT_GRACE } from './rules.ts';

/** An order's own row. Amounts in kopecks and micro-USDT, rate in 1/10000 RUB, fees in basis points. */
export interface Order {
  id: string;
  merchantId: string;
  traderId: string;
  requisiteId: string;
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
  o.external_id as "externalId", o.is_sbp as "isSbp", o.amount, o.rate, o.amount_usdt as "amountUsdt", o.fee_bp as "feeBp",
  o.reward_bp as "rewardBp", o.status, o.held, o.created_at as "createdAt", o.expires_at as "expiresAt",
  o.paid_at as "paidAt"`;

/** An order as lists show it. */
export interface OrderRow {
  id: string;
  amount: bigint;
  amountUsdt: bigint;
  rate: bigint;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  status: OrderStatus;
  isSbp: boolean;
  bankName: string;
  requisite: string;
}

const selectRows = sql`
  select true as present, o.id, o.amount, o.amount_usdt as "amountUsdt", o.rate, o.created_at as "createdAt",
    o.expires_at as "expiresAt", o.paid_at as "paidAt", o.status, o.is_sbp as "isSbp",
    bank.name as "bankName", ${requisiteShortName} as requisite
  from orders o join requisite on requisite.id = o.requisite_id join bank on bank.id = requisite.bank_id`;

/** Whose orders: lists, searches and single reads all begin with it. */
export type Owner = { role: 'trader' | 'merchant'; id: string };
const ownerColumn = { trader: 'o.trader_id', merchant: 'o.merchant_id' } as const;
const numberColumn = { trader: 'o.trader_seq', merchant: 'o.merchant_seq' } as const;
const isOwn = (owner: Owner) => sql`${sql.ref(ownerColumn[owner.role])} = ${owner.id}`;

export interface OrdersPage extends PageRequest {
  status: OrderFilter;
}

/** One page of the owner's orders, newest first, in constant time. */
export function readOrders(db: Reader, owner: Owner, { status, page, pageSize }: OrdersPage): Promise<Page<OrderRow>> {
  return readPage<OrderRow>(
    db,
    {
      list: 'orders',
      select: selectRows,
      owner: ownerColumn[owner.role],
      number: numberColumn[owner.role],
      filter: { table: sql`orders o`, status: 'o.status' },
    },
    { ownerId: owner.id, status: status === 'ALL' ? undefined : status, page, pageSize },
  );
}

/** A search shows at most this many of the newest matches, so that it never reads a whole history. */
const SEARCH_LIMIT = 1000;

const like = (part: string) => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Whether the id in a column is one that a text may mean. */
function isId(column: RawBuilder<unknown>, meaning: IdMeaning): RawBuilder<boolean> {
  return meaning.kind === 'id'
    ? sql`${column} between ${meaning.from} and ${meaning.to}`
    : sql`upper(right(${column}::text, 8)) = ${meaning.name}`;
}

/** What a search term asks of an order `o` and its `requisite`. */
function matches(term: SearchTerm): RawBuilder<boolean> {
  if (term.kind !== 'text') return isId(sql.ref('o.id'), term);
  const part = like(term.part);
  return sql`(requisite.name ilike ${part} or requisite.fio ilike ${part}
    or requisite.phone like ${part} or requisite.last_4_digits_card like ${part})`;
}

/** One page of the owner's orders that fit any of the terms, newest first. `count` ends at SEARCH_LIMIT. */
export async function searchOrders(
  db: Reader,
  owner: Owner,
  { status, page, pageSize }: OrdersPage,
  terms: readonly SearchTerm[],
): Promise<Page<OrderRow>> {
  const filter = status === 'ALL' ? sql`` : sql`and o.status = ${status}`;
  // Each meaning of the text has its own index; together as one `or` they would have none.
  const branches = sql.join(
    terms.map(
      (term) => sql`(
        select o.id from orders o join requisite on requisite.id = o.requisite_id
        where ${isOwn(owner)} and ${matches(term)} ${filter} order by o.id desc limit ${SEARCH_LIMIT})`,
    ),
    sql` union `,
  );
  const { rows } = await sql<OrderRow & { count: bigint; present: boolean | null }>`
    with found as (select id from (${branches}) as any_of order by id desc limit ${SEARCH_LIMIT})
    select (select count(*) from found) as count, r.* from (select 1) as always left join lateral (
      ${selectRows} where o.id in (select id from found)
      order by o.id desc offset ${(page - 1) * pageSize} limit ${pageSize}
    ) r on true`.execute(db);
  return { count: Number(rows[0]?.count ?? 0n), results: rows.filter((row) => row.present !== null) };
}

interface OrderHistory {
  changes: { at: Date; status: OrderStatus; actor: Actor }[];
  appeal: { id: string; amount: bigint; processedAt: Date | null; status: AppealStatus } | undefined;
}

export type OrderWithHistory = OrderRow & OrderHistory;

/** The owner's order with its status changes, oldest first, and the latest appeal; undefined when it is not theirs. */
export async function readOrder(db: Reader, owner: Owner, id: string): Promise<OrderWithHistory | undefined> {
  // bigint goes through JSON as text, or it would become a float.
  const { rows } = await sql<
    OrderRow & {
      changes: { at: string; status: OrderStatus; actor: Actor }[];
      appeal: { id: string; amount: string; processedAt: string | null; status: AppealStatus } | null;
    }
  >`
    select r.*,
      (select json_agg(json_build_object('at', created_at, 'status', status, 'actor', actor) order by n)
        from order_status_change where order_id = r.id) as changes,
      (select json_build_object('id', id, 'amount', amount::text, 'processedAt', processed_at, 'status', status)
        from appeal where order_id = r.id order by id desc limit 1) as appeal
    from (${selectRows} where o.id = ${id} and ${isOwn(owner)}) r`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  const { appeal } = row;
  return {
    ...row,
    changes: row.changes.map((change) => ({ ...change, at: new Date(change.at) })),
    appeal: appeal
      ? {
          ...appeal,
          amount: BigInt(appeal.amount),
          processedAt: appeal.processedAt ? new Date(appeal.processedAt) : null,
        }
      : undefined,
  };
}

/** The order's own row; undefined when it is not the owner's. */
export async function readOwnOrder(db: Reader, owner: Owner, id: string): Promise<Order | undefined> {
  const { rows } = await sql<Order>`
    select ${orderColumns} from orders o where o.id = ${id} and ${isOwn(owner)}`.execute(db);
  return rows[0];
}

/** Locks an order whose next status depends on the present one. */
export const lockOrder = (tx: Tx, id: string): Promise<Locked<Order> | undefined> =>
  lockRow(tx, sql<Order>`select ${orderColumns} from orders o where o.id = ${id} for no key update`);

export type NewOrder = Order & { callbackUrl: string | undefined };

/**
 * Writes a new active order with its places in both lists, its amount slot, counters, history, outbox event and hold.
 * One statement: the functions take the new row itself, and their own statements already see it.
 * @returns false when the amount slot was taken by another order meanwhile; the transaction must then be left.
 * @throws InsufficientFunds likewise.
 */
export async function insertOrder(tx: Tx, order: NewOrder, slotUntil: Date, hold: Posting): Promise<boolean> {
  const { rows } = await sql<{ slot: boolean }>`
    with o as (
      insert into orders (id, trader_id, trader_seq, merchant_id, merchant_seq, requisite_id, external_id, is_sbp, amount,
        rate, amount_usdt, fee_bp, reward_bp, held, callback_url, created_at, expires_at)
      values (${order.id}, ${order.traderId}, list_append(${order.traderId}, 'orders'),
        ${order.merchantId}, list_append(${order.merchantId}, 'orders'), ${order.requisiteId}, ${order.externalId},
        ${order.isSbp}, ${order.amount}, ${order.rate}, ${order.amountUsdt}, ${order.feeBp}, ${order.rewardBp},
        ${order.held}, ${order.callbackUrl ?? null}, ${order.createdAt}, ${order.expiresAt})
      returning *
    )
    select order_takes_slot(o, ${slotUntil}, ${order.createdAt}) as slot,
      requisite_issued(o), order_entered(o, null, 'merchant', ${order.createdAt}), ${postCall(hold, order.createdAt)}
    from o`
    .execute(tx)
    .catch((error: unknown) => {
      throw fundsError(error);
    });
  return rows[0]?.slot === true;
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
 * Moves an order from one status to another with everything that follows from it: counters of its requisite and lists, amount
 * slot, history, outbox, and its posting if given. One statement, a compare-and-set.
 * @returns the order as it is now, or undefined when it was not in that status, and then nothing was done.
 * @throws InsufficientFunds of the posting.
 */
export async function moveOrder(tx: Statement, move: Move): Promise<Order | undefined> {
  const paid = move.paid === undefined ? sql`o.amount` : sql`${move.paid}::bigint`;
  const closed = move.to === 'CLOSED' ? paid : sql`0`;
  // The bank may still send its second message.
  const keepSlot = sql`order_takes_slot(o, greatest(o.expires_at, ${move.at}) + ${SLOT_GRACE} * interval '1 ms', ${move.at}),`;
  const { rows } = await sql<Order>`
    with o as (
      update orders o set status = ${move.to}, held = ${move.held},
        paid_at = ${move.to === 'CLOSED' ? move.at : null}::timestamptz
      where o.id = ${move.id} and o.status = ${move.from} ${move.owner ? sql`and ${isOwn(move.owner)}` : sql``}
      returning *
    )
    select ${orderColumns}, requisite_moved(o, ${move.from}, ${closed}, ${move.at}),
      ${move.to === 'CLOSED' ? keepSlot : sql``} order_entered(o, ${move.from}, ${move.actor}, ${move.at})
      ${move.posting ? sql`, ${postCall(move.posting, move.at)}` : sql``}
    from o`
    .execute(tx)
    .catch((error: unknown) => {
      throw fundsError(error);
    });
  return rows[0];
}

/** Corrects what an appealed order holds. */
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

import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { AppealStatus, OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { SCALE } from '@kantor/contract/plain/money.ts';
import { sql } from 'kysely';
import { type Counted, type Page, pageOf, readPage } from '../../db/dense-list.ts';
import { byIds } from '../../db/platform-search.ts';
import type { Reader, Tx } from '../../db/tx.ts';
import type { PlatformObjects } from '../inspection/index.ts';
import type { Owner } from '../../kernel/owner.ts';
import { lockOrder } from '../orders/index.ts';
import { requisiteShortName, withPayee } from '../requisites/index.ts';

export interface Appeal {
  id: string;
  orderId: string;
  /** Kopecks that the merchant says were paid. */
  amount: bigint;
  status: AppealStatus;
  /** The order's status before the appeal, to which it returns if the appeal is declined. */
  orderStatus: OrderStatus;
}

export async function readAppeal(db: Reader, id: string): Promise<Appeal | undefined> {
  const { rows } = await sql<Appeal>`
    select id, order_id as "orderId", amount, status, order_status as "orderStatus" from appeal where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

export type NewAppeal = Omit<Appeal, 'status'> & { traderId: string; merchantId: string; fileId: string | undefined };

/** Writes an open appeal with its places in both lists. */
export async function insertAppeal(tx: Tx, appeal: NewAppeal, at: Date): Promise<void> {
  await sql`
    insert into appeal (id, order_id, trader_id, trader_seq, merchant_id, merchant_seq, amount, order_status, file_id,
      created_at)
    values (${appeal.id}, ${appeal.orderId}, ${appeal.traderId}, list_append(${appeal.traderId}, 'appeals'),
      ${appeal.merchantId}, list_append(${appeal.merchantId}, 'appeals'), ${appeal.amount}, ${appeal.orderStatus},
      ${appeal.fileId ?? null}, ${at})`.execute(tx);
}

/** The end of an appeal: confirmed for so many kopecks, or declined. */
export type Outcome = { status: 'PROCESSED'; paid: bigint } | { status: 'CLOSED' };

/** Ends an open appeal; a compare-and-set. @returns whether it was open. */
export async function endAppeal(tx: Tx, id: string, outcome: Outcome, at: Date): Promise<boolean> {
  const paid = outcome.status === 'PROCESSED' ? outcome.paid : null;
  const result = await sql`
    update appeal set status = ${outcome.status}, processed_at = ${at}, paid_amount = ${paid}
    where id = ${id} and status = 'OPEN'`.execute(tx);
  return result.numAffectedRows === 1n;
}

const ownerColumn = { trader: 'a.trader_id', merchant: 'a.merchant_id' } as const;
const numberColumn = { trader: 'a.trader_seq', merchant: 'a.merchant_seq' } as const;
const isOwn = (owner: Owner) => sql`${sql.ref(ownerColumn[owner.role])} = ${owner.id}`;

/** An appeal as lists show it. */
export interface AppealRow {
  id: string;
  orderId: string;
  amount: bigint;
  status: AppealStatus;
  createdAt: Date;
  processedAt: Date | null;
}

const rowColumns = sql`
  a.id, a.order_id as "orderId", a.amount, a.status, a.created_at as "createdAt", a.processed_at as "processedAt"`;
const selectRows = sql`select true as present, ${rowColumns} from appeal a`;

/** Whose an appeal is. */
export interface AppealOwners {
  traderId: string;
  merchantId: string;
}
const owners = sql`a.trader_id as "traderId", a.merchant_id as "merchantId"`;

export type OwnedAppealRow = AppealRow & AppealOwners;

const selectOwned = sql`select true as present, ${owners}, ${rowColumns} from appeal a`;

/** An appeal of anybody, with what it was confirmed for. */
export interface AnyAppeal extends AppealDetail, AppealOwners {
  /** Kopecks; null unless it was confirmed. */
  paid: bigint | null;
}

export async function readAnyAppeal(db: Reader, id: string): Promise<AnyAppeal | undefined> {
  const { rows } = await sql<AnyAppeal>`
    select ${owners}, a.paid_amount as paid, ${detailColumns} where a.id = ${id}`.execute(db);
  return rows[0];
}

/** The appeals against an order, oldest first. */
export async function readAppealsOf(db: Reader, orderId: string): Promise<(AppealRow & Pick<AnyAppeal, 'paid'>)[]> {
  const { rows } = await sql<AppealRow & Pick<AnyAppeal, 'paid'>>`
    select ${rowColumns}, a.paid_amount as paid from appeal a where a.order_id = ${orderId} order by a.id`.execute(db);
  return rows;
}

/** One page of the owner's appeals, newest first, in constant time. */
export function readAppeals(db: Reader, owner: Owner, request: PageRequest): Promise<Page<AppealRow>> {
  const list = {
    list: 'appeals',
    select: selectRows,
    owner: ownerColumn[owner.role],
    number: numberColumn[owner.role],
  };
  return readPage<AppealRow>(db, list, { ownerId: owner.id, ...request });
}

/** A search for a part of an id looks through so many of the owner's newest appeals. */
const SEARCH_DEPTH = 10_000;
const WHOLE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One page of the owner's appeals against orders whose id has the text in it, newest first; of a whole id all, however old. */
export async function searchAppeals(
  db: Reader,
  owner: Owner,
  { page, pageSize }: PageRequest,
  part: string,
): Promise<Page<AppealRow>> {
  const number = sql.ref(numberColumn[owner.role]);
  const found = WHOLE_ID.test(part)
    ? sql`select ${number} as number from appeal a where ${isOwn(owner)} and a.order_id = ${part}`
    : sql`
      select number from (
        select ${number} as number, a.order_id from appeal a where ${isOwn(owner)}
        order by ${number} desc limit ${sql.lit(SEARCH_DEPTH)}
      ) as newest where position(${part} in order_id::text) > 0`;
  const { rows } = await sql<Counted<AppealRow>>`
    with found as materialized (${found})
    select (select count(*) from found) as count, r.* from (select) as always left join lateral (
      ${selectRows} where ${isOwn(owner)} and ${number} = any(array(
        select number from found order by number desc offset ${(page - 1) * pageSize} limit ${pageSize}
      )) order by ${number} desc
    ) r on true`.execute(db);
  return pageOf(rows);
}

export interface AppealDetail extends AppealRow {
  requisite: string;
  bank: string;
  fileId: string | null;
  fileName: string | null;
}

/** With where they come from, but for the condition. */
const detailColumns = sql`
  ${rowColumns}, ${requisiteShortName('payee')} as requisite, bank.short_name as bank,
  a.file_id as "fileId", stored_file.name as "fileName"
  from appeal a join orders on orders.id = a.order_id ${withPayee('orders')}
  left join stored_file on stored_file.id = a.file_id`;

/** The owner's appeal with its order; undefined when it is not theirs. */
export async function readAppealDetail(db: Reader, owner: Owner, id: string): Promise<AppealDetail | undefined> {
  const { rows } = await sql<AppealDetail>`select ${detailColumns} where a.id = ${id} and ${isOwn(owner)}`.execute(db);
  return rows[0];
}

/** An appeal as the merchant's server sees it. */
export interface AppealWithReceipt extends AppealRow {
  /** Kopecks for which the order closed; null while it has not. */
  paid: bigint | null;
  /** The merchant's number of the order. */
  externalId: string;
  fileName: string | null;
}

const selectWithReceipt = sql`
  select true as present, ${rowColumns}, a.paid_amount as paid, orders.external_id as "externalId", stored_file.name as "fileName"
  from appeal a join orders on orders.id = a.order_id left join stored_file on stored_file.id = a.file_id`;

export async function readMerchantAppeal(
  db: Reader,
  merchantId: string,
  id: string,
): Promise<AppealWithReceipt | undefined> {
  const { rows } = await sql<AppealWithReceipt>`
    ${selectWithReceipt} where a.id = ${id} and a.merchant_id = ${merchantId}`.execute(db);
  return rows[0];
}

/** One page of a merchant's appeals, newest first: all of them in constant time, or those against one order. */
export async function readMerchantAppeals(
  db: Reader,
  merchantId: string,
  { orderId, page, pageSize }: PageRequest & { orderId: string | undefined },
): Promise<Page<AppealWithReceipt>> {
  if (orderId === undefined) {
    const list = { list: 'appeals', select: selectWithReceipt, owner: 'a.merchant_id', number: 'a.merchant_seq' };
    return readPage<AppealWithReceipt>(db, list, { ownerId: merchantId, page, pageSize });
  }
  const { rows } = await sql<Counted<AppealWithReceipt>>`
    select (select count(*) from appeal where order_id = ${orderId} and merchant_id = ${merchantId}) as count, r.*
    from (select) as always left join lateral (
      ${selectWithReceipt} where a.order_id = ${orderId} and a.merchant_id = ${merchantId}
      order by a.id desc offset ${(page - 1) * pageSize} limit ${pageSize}
    ) r on true`.execute(db);
  return pageOf(rows);
}

/** An appeal with its order, as the operator sees them. */
export interface OperatorAppeal {
  id: string;
  orderId: string;
  merchantId: string;
  traderId: string;
  merchant: string;
  trader: string;
  status: AppealStatus;
  /** Kopecks that the merchant claims. */
  amount: bigint;
  /** Kopecks it was confirmed for. */
  paid: bigint | null;
  hasFile: boolean;
  createdAt: Date;
  /** Kopecks and micro-USDT of the order, and its rate in 1/10000 of a rouble. */
  orderAmount: bigint;
  orderUsdt: bigint;
  rate: bigint;
  orderStatus: OrderStatus;
  /** Micro-USDT that the order holds of the trader's. */
  held: bigint;
}

const selectForOperator = sql`
  select a.id, a.order_id as "orderId", a.merchant_id as "merchantId", a.trader_id as "traderId", merchant.name as merchant, trader.name as trader, a.status, a.amount,
    a.paid_amount as paid, a.file_id is not null as "hasFile", a.created_at as "createdAt", o.amount as "orderAmount",
    o.amount_usdt as "orderUsdt", o.rate, o.status as "orderStatus", o.held
  from appeal a join orders o on o.id = a.order_id
  join account merchant on merchant.id = a.merchant_id join account trader on trader.id = a.trader_id`;

/** The appeals that wait for a decision, oldest first. */
export async function readOpenAppeals(db: Reader, limit: number): Promise<OperatorAppeal[]> {
  const { rows } = await sql<OperatorAppeal>`
    ${selectForOperator} where a.status = 'OPEN' order by a.id limit ${limit}`.execute(db);
  return rows;
}

async function readForOperator(db: Reader, id: string): Promise<OperatorAppeal | undefined> {
  const { rows } = await sql<OperatorAppeal>`${selectForOperator} where a.id = ${id}`.execute(db);
  return rows[0];
}

/** The appeal, its order locked: nobody else decides on it before the transaction ends, and nothing read here changes. */
export async function lockAppeal(tx: Tx, id: string): Promise<OperatorAppeal | undefined> {
  const found = await readForOperator(tx, id);
  if (found === undefined) return undefined;
  await lockOrder(tx, found.orderId);
  return readForOperator(tx, id);
}

/** The appeals of all accounts. */
export const appealObjects: PlatformObjects = {
  list: { list: 'appeals', select: selectOwned, id: 'a.id' },
  table: 'appeal',
  alias: 'a',
  owners: {
    merchant: { column: 'merchant_id', number: 'merchant_seq' },
    trader: { column: 'trader_id', number: 'trader_seq' },
  },
  amount: { column: 'amount', scale: SCALE.rub, isIndexed: true },
  numbered: (status) => status,
  isInStatus: (status) => sql`a.status = ${status}`,
  // With an offset: else the orders of the bank may all be hashed.
  isOfBank: (bankId) => sql`exists (
    select from orders join payee on payee.requisite_id = orders.requisite_id and payee.version = orders.payee_version
    where orders.id = a.order_id and payee.bank_id = ${bankId} offset 0)`,
  findBy: (text) => [
    // Every merchant has the number of an order once at most.
    byIds(
      (isBefore) => sql`
        select id from (
          select appeal.id from account
          join orders on orders.merchant_id = account.id and orders.external_id = ${text}
          join appeal on appeal.order_id = orders.id where account.role = 'merchant'
        ) as numbered where true ${isBefore}`,
    ),
    ...(WHOLE_ID.test(text)
      ? [byIds((isBefore) => sql`select id from appeal where order_id = ${text}::uuid ${isBefore}`)]
      : []),
  ],
};

import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Actor, AppealStatus, OrderFilter, OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Counted, type Page, pageOf, readPage } from '../../../db/dense-list.ts';
import type { Reader } from '../../../db/tx.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { requisiteShortName, withPayee } from '../../requisites/index.ts';
import type { IdMeaning, SearchTerm } from '../rules.ts';
import { isOwn, numberColumn, ownerColumn } from './owner.ts';
import { type Reversal, reversalColumns } from './reversal.ts';

/** An order as lists show it. */
export interface OrderRow extends Reversal {
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
    o.expires_at as "expiresAt", o.paid_at as "paidAt", o.status, o.is_sbp as "isSbp", ${reversalColumns},
    bank.name as "bankName", ${requisiteShortName('payee')} as requisite
  from orders o ${withPayee('o')}`;

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

/** Whether a text may mean the id in a column. */
function isId(column: RawBuilder<unknown>, meaning: IdMeaning): RawBuilder<boolean> {
  return meaning.kind === 'id'
    ? sql`${column} between ${meaning.from} and ${meaning.to}`
    : sql`upper(right(${column}::text, 8)) = ${meaning.name}`;
}

/** Everything of an order's payee that its owner is shown. A requisite's own name is its trader's alone. */
const shown = (
  role: Owner['role'],
) => sql`concat_ws(E'\n', ${requisiteShortName('payee')}, bank.name, payee.fio, payee.phone,
  payee.bank_account, payee.last_4_digits_card ${role === 'trader' ? sql`, requisite.name` : sql``})`;

/** Greater than every other character. */
const LAST_CHARACTER = '\u{10FFFF}';

/** The orders of an owner that a search term may mean, newest first. A merchant's own numbers are gone through from their end. */
function meantBy(term: SearchTerm, owner: Owner): RawBuilder<unknown> {
  switch (term.kind) {
    case 'text':
      return sql`
        ${withPayee('o')} ${owner.role === 'trader' ? sql`join requisite on requisite.id = o.requisite_id` : sql``}
        where ${isOwn(owner)} and ${shown(owner.role)} ilike ${like(term.part)}`;
    case 'number':
      return sql`
        where ${isOwn(owner)} and o.external_id >= ${term.beginning} and o.external_id < ${term.beginning + LAST_CHARACTER}`;
    case 'id':
    case 'short':
      return sql`where ${isOwn(owner)} and ${isId(sql.ref('o.id'), term)}`;
  }
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
        select o.id from orders o ${meantBy(term, owner)} ${filter}
        order by ${term.kind === 'number' ? sql`o.external_id` : sql`o.id`} desc limit ${SEARCH_LIMIT})`,
    ),
    sql` union `,
  );
  const { rows } = await sql<Counted<OrderRow>>`
    with found as (select id from (${branches}) as any_of order by id desc limit ${SEARCH_LIMIT})
    select (select count(*) from found) as count, r.* from (select 1) as always left join lateral (
      ${selectRows} where o.id in (select id from found)
      order by o.id desc offset ${(page - 1) * pageSize} limit ${pageSize}
    ) r on true`.execute(db);
  return pageOf(rows);
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

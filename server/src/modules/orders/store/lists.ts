import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Actor, AppealStatus, GroundKind, OrderFilter, OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Counted, type Page, pageOf, readPage } from '../../../db/dense-list.ts';
import type { Reader } from '../../../db/tx.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { requisiteShortName, withPayee } from '../../requisites/index.ts';
import type { SearchTerm } from '../rules.ts';
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
/** Where no index leads to what a text means, so many of the newest orders are looked through. */
const SEARCH_DEPTH = 10_000;

const like = (part: string) => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Everything of an order's payee that its owner is shown. A requisite's own name is its trader's alone. */
const shown = (
  role: Owner['role'],
) => sql`concat_ws(E'\n', ${requisiteShortName('payee')}, bank.name, payee.fio, payee.phone,
  payee.bank_account ${role === 'trader' ? sql`, requisite.name` : sql``})`;

/** Greater than every other character. */
const LAST_CHARACTER = '\u{10FFFF}';

/** The newest orders of each payee of a trader that shows a text, as (id, status). A trader has dozens of payees. */
const byPayee = (traderId: string, part: string) => sql`
  select o.id, o.status
  from requisite join payee on payee.requisite_id = requisite.id join bank on bank.id = payee.bank_id
  cross join lateral (
    select o.id, o.status from orders o where o.requisite_id = payee.requisite_id and o.payee_version = payee.version
    order by o.id desc limit ${SEARCH_LIMIT}
  ) o
  where requisite.trader_id = ${traderId} and ${shown('trader')} ilike ${like(part)}`;

/** An owner's newest orders, of a status if not of all, whose payee shows a text. */
const amongNewest = (owner: Owner, status: OrderFilter, part: string) => {
  const newest =
    status === 'ALL'
      ? sql`order by o.id desc`
      : sql`and o.status = ${status} order by ${sql.ref(numberColumn[owner.role])} desc`;
  return sql`
    select o.id, o.status
    from (select * from orders o where ${isOwn(owner)} ${newest} limit ${SEARCH_DEPTH}) as o ${withPayee('o')}
    ${owner.role === 'trader' ? sql`join requisite on requisite.id = o.requisite_id` : sql``}
    where ${shown(owner.role)} ilike ${like(part)}`;
};

/** The orders that a search term may mean, as (id, status): each way in constant time, by an index of its own. */
function meantBy(term: SearchTerm, owner: Owner, status: OrderFilter): RawBuilder<unknown>[] {
  const orders = sql`select o.id, o.status from orders o where ${isOwn(owner)}`;
  switch (term.kind) {
    case 'text': {
      const newest = amongNewest(owner, status, term.part);
      if (owner.role === 'merchant') return [newest];
      const payees = byPayee(owner.id, term.part);
      // The newest orders of a payee need not be in the status.
      return status === 'ALL' ? [payees] : [payees, newest];
    }
    case 'number':
      // A shop's numbers mostly rise: the last ones are the newest.
      return [
        sql`${orders} and o.external_id >= ${term.beginning} and o.external_id < ${term.beginning + LAST_CHARACTER}
          order by o.external_id desc limit ${SEARCH_DEPTH}`,
      ];
    case 'id':
      return [sql`${orders} and o.id between ${term.from} and ${term.to} order by o.id desc limit ${SEARCH_DEPTH}`];
    case 'short':
      return [sql`${orders} and upper(right(o.id::text, 8)) = ${term.name}`];
  }
}

/** One page of the owner's orders that fit any of the terms, newest first. `count` ends at SEARCH_LIMIT. */
export async function searchOrders(
  db: Reader,
  owner: Owner,
  { status, page, pageSize }: OrdersPage,
  terms: readonly SearchTerm[],
): Promise<Page<OrderRow>> {
  const branches = sql.join(
    terms.flatMap((term) => meantBy(term, owner, status)).map((branch) => sql`(${branch})`),
    sql` union `,
  );
  const { rows } = await sql<Counted<OrderRow>>`
    with found as materialized (
      select id from (${branches}) as any_of where ${status === 'ALL' ? sql`true` : sql`status = ${status}`}
      order by id desc limit ${SEARCH_LIMIT}
    )
    select (select count(*) from found) as count, r.* from (select 1) as always left join lateral (
      ${selectRows} where o.id in (
        select id from found order by id desc offset ${(page - 1) * pageSize} limit ${pageSize}
      ) order by o.id desc
    ) r on true`.execute(db);
  return pageOf(rows);
}

interface OrderHistory {
  changes: { at: Date; status: OrderStatus; actor: Actor }[];
  appeal: { id: string; amount: bigint; processedAt: Date | null; status: AppealStatus } | undefined;
  /** What its trader confirmed it by, if they said so. */
  ground: { kind: GroundKind; notificationId: string | null; note: string | null; at: Date } | null;
}

export type OrderWithHistory = OrderRow & OrderHistory;

/** The owner's order with its status changes, oldest first, and the latest appeal; undefined when it is not theirs. */
export async function readOrder(db: Reader, owner: Owner, id: string): Promise<OrderWithHistory | undefined> {
  // bigint goes through JSON as text, or it would become a float.
  const { rows } = await sql<
    OrderRow & {
      changes: { at: string; status: OrderStatus; actor: Actor }[];
      appeal: { id: string; amount: string; processedAt: string | null; status: AppealStatus } | null;
      ground: { kind: GroundKind; notificationId: string | null; note: string | null; at: string } | null;
    }
  >`
    select r.*,
      (select json_agg(json_build_object('at', created_at, 'status', status, 'actor', actor) order by n)
        from order_status_change where order_id = r.id) as changes,
      (select json_build_object('id', id, 'amount', amount::text, 'processedAt', processed_at, 'status', status)
        from appeal where order_id = r.id order by id desc limit 1) as appeal,
      (select json_build_object('kind', ground, 'notificationId', notification_id, 'note', note, 'at', created_at)
        from order_confirmation where order_id = r.id) as ground
    from (${selectRows} where o.id = ${id} and ${isOwn(owner)}) r`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  const { appeal, ground } = row;
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
    ground: ground && { ...ground, at: new Date(ground.at) },
  };
}

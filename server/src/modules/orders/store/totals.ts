import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { BIG_BITS, SMALL_BITS, SMALL_IN_BIG_BITS } from '../../../db/dense-list.ts';
import { readByKeys, type Reader } from '../../../db/tx.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { isOwn, numberColumn } from './owner.ts';

/** The orders of a status: how many, and of how many kopecks together. */
export interface StatusTotal {
  status: OrderStatus;
  count: bigint;
  amount: bigint;
}

/**
 * The owner's orders by status, in time that does not grow with their number: what is folded into the counters, and the rest.
 * @param firstId only orders numbered from this id on. Of the block of 4096 numbers that it divides, the orders are looked at.
 */
export async function readTotals(db: Reader, owner: Owner, firstId: string | undefined): Promise<StatusTotal[]> {
  const number = sql.ref(numberColumn[owner.role]);
  // All statuses are named: the key of a counter has the status before the level and the block.
  const mine = sql`owner_id = ${owner.id} and list = 'orders' and status = any(enum_range(null::order_status)::text[])`;
  const changed = sql`select status, number, n, amount from list_unfolded(${owner.id}, lists_end_xid(), lists_end_id()) as change
    where list = 'orders'`;
  // A column that the index of sums lacks: that index would answer alone, and be read from its beginning to its end.
  const byNumber = sql`o.rate > 0`;
  const parts =
    firstId === undefined
      ? sql`
        select status, n, amount from list_block where ${mine} and level = 1
        union all select status, n, amount from (${changed}) as changed`
      : sql`
        select o.status::text, 1, o.amount from edge cross join lateral (
          select status, amount from orders o
          where ${isOwn(owner)} and ${number} > edge.number and ${number} < (edge.small + 1) << ${SMALL_BITS} and ${byNumber}
        ) as o
        union all
        select status, n, amount from list_block
        where ${mine} and level = 0 and block > (select small from edge)
          and block < (select big + 1 from edge) << ${SMALL_IN_BIG_BITS}
        union all
        select status, n, amount from list_block where ${mine} and level = 1 and block > (select big from edge)
        union all
        select status, n, amount from (${changed}) as changed where number >= (select small + 1 from edge) << ${SMALL_BITS}`;
  const { rows } = await readByKeys(
    db,
    sql<StatusTotal>`
    with edge as materialized (
      select number, number >> ${SMALL_BITS} as small, number >> ${BIG_BITS} as big
      from ${firstId === undefined ? sql`(select 0::bigint as number) as beginning` : sql`order_number_at(${owner.id}, ${owner.role}, ${firstId}) as number`}
    )
    select status, sum(n)::bigint as count, sum(amount)::bigint as amount from (${parts}) as part (status, n, amount)
    group by status having sum(n) <> 0`,
  );
  return rows;
}

/**
 * The same of everybody's orders: what the counters of all merchants come to, since every order has one merchant. So much as there are
 * merchants, however many orders they have.
 */
export async function readAllTotals(db: Reader): Promise<StatusTotal[]> {
  const { rows } = await readByKeys(
    db,
    sql<StatusTotal>`
    select status, sum(n)::bigint as count, sum(amount)::bigint as amount from (
      select block.status, block.n, block.amount from account join list_block as block on block.owner_id = account.id
      where account.role = 'merchant' and block.list = 'orders' and block.level = 1
        and block.status = any(enum_range(null::order_status)::text[])
      union all
      select change.status, change.n, change.amount
      from list_unfolded(null, lists_end_xid(), lists_end_id()) as change join account on account.id = change.owner_id
      where change.list = 'orders' and account.role = 'merchant'
    ) as part (status, n, amount)
    group by status having sum(n) <> 0`,
  );
  return rows;
}

import { sql } from 'kysely';
import type { Span } from '../../../db/platform-list.ts';
import { type FoundPage, searchPlatform, walkOwner } from '../../../db/platform-search.ts';
import type { Reader } from '../../../db/tx.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { type OrderRow, type OrdersPage, selectOwnRows } from './lists.ts';
import { isOwn } from './owner.ts';

/** Days, as ids, and kopecks. */
export interface OrderSpan extends Span {
  min: bigint | undefined;
  max: bigint | undefined;
  /** Where a search before stopped. */
  before: string | undefined;
}

/** One page of the owner's orders of a span, newest first; of the first ten thousand orders in it, and from `rest` on the next. */
export function filterOrders(
  db: Reader,
  owner: Owner,
  { status, min, max, ...request }: OrdersPage & OrderSpan,
): Promise<FoundPage<OrderRow>> {
  const { since, until } = request;
  const inStatus = status === 'ALL' ? undefined : sql`status = ${status}`;
  const candidates = walkOwner({
    table: 'orders',
    owner: `${owner.role}_id`,
    number: `${owner.role}_seq`,
    ownerId: owner.id,
    where: inStatus,
    since,
    until,
  });
  const where = [
    isOwn(owner),
    ...(status === 'ALL' ? [] : [sql`o.status = ${status}`]),
    ...(min === undefined ? [] : [sql`o.amount >= ${min}`]),
    ...(max === undefined ? [] : [sql`o.amount <= ${max}`]),
  ];
  const list = { select: selectOwnRows(owner), id: 'o.id' };
  return searchPlatform(db, list, { ...request, candidates, table: 'orders', where });
}

import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import type { Span } from '../../../db/platform-list.ts';
import { byIds, type Candidates, type FoundPage, searchPlatform, walkOwner } from '../../../db/platform-search.ts';
import { type FoundTotals, sumPlatform } from '../../../db/platform-totals.ts';
import type { Reader } from '../../../db/tx.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { byPayee, hasFewPayees } from './by-payee.ts';
import { type OrderRow, type OrdersPage, selectOwnRows } from './lists.ts';
import { fitting, type Narrowing } from './narrowing.ts';
import { isOwn } from './owner.ts';

/** What an owner's list is narrowed to: days, as ids, and the rest. */
export type OwnNarrowing = Span & Narrowing & Pick<OrdersPage, 'status'>;

/** Where the owner's orders are that may fit: as few as an index leads to. */
async function placesOf(db: Reader, owner: Owner, asked: OwnNarrowing): Promise<Candidates> {
  const { status, since, until, requisiteId, number, confirmedBy } = asked;
  if (number !== undefined)
    return byIds(
      (isBefore) => sql`
        select id from orders where ${sql.ref(`${owner.role}_id`)} = ${owner.id} and external_id = ${number} ${isBefore}`,
    );
  // A requisite of somebody else has no payees here, as one that never was.
  if (requisiteId !== undefined && owner.role === 'trader') {
    const isTheirs = sql`payee.requisite_id = ${requisiteId}`;
    if (await hasFewPayees(db, isTheirs)) return byPayee({ owner, status, since, until }, isTheirs);
  }
  const only = status === 'ALL' && confirmedBy !== undefined ? 'CLOSED' : status;
  return walkOwner({
    table: 'orders',
    owner: `${owner.role}_id`,
    number: `${owner.role}_seq`,
    ownerId: owner.id,
    where: only === 'ALL' ? undefined : sql`status = ${only}`,
    since,
    until,
  });
}

const conditionsOf = (owner: Owner, { status, ...narrowing }: OwnNarrowing) => [
  isOwn(owner),
  ...(status === 'ALL' ? [] : [sql`o.status = ${status}`]),
  ...fitting(narrowing),
];

/** One page of the owner's orders that fit, newest first; of the first ten thousand that may, and from `rest` on the next. */
export async function filterOrders(
  db: Reader,
  owner: Owner,
  request: OrdersPage & OwnNarrowing & { before: string | undefined },
): Promise<FoundPage<OrderRow>> {
  const list = { select: selectOwnRows(owner), id: 'o.id' };
  const candidates = await placesOf(db, owner, request);
  return searchPlatform(db, list, { ...request, candidates, table: 'orders', where: conditionsOf(owner, request) });
}

/** How many of them there are in each status, and their kopecks; of the first ten thousand that may fit. */
export async function sumFiltered(
  db: Reader,
  owner: Owner,
  narrowing: Omit<OwnNarrowing, 'status'>,
): Promise<FoundTotals<OrderStatus>> {
  const asked = { ...narrowing, status: 'ALL' } as const;
  return sumPlatform(db, {
    ...narrowing,
    candidates: await placesOf(db, owner, asked),
    table: 'orders',
    id: 'o.id',
    where: conditionsOf(owner, asked),
    status: sql`o.status`,
    amount: sql`o.amount`,
  });
}

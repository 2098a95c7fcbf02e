import type { OrderFilter, OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Span } from '../../../db/platform-list.ts';
import {
  anyOf,
  byIds,
  type Candidates,
  type FoundPage,
  newestOf,
  searchPlatform,
  walkOwner,
  walkPlatform,
} from '../../../db/platform-search.ts';
import { type FoundTotals, sumPlatform } from '../../../db/platform-totals.ts';
import type { Reader } from '../../../db/tx.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { isOnline } from '../../cabinets/index.ts';
import { isSentBy } from '../../devices/index.ts';
import { payeesEnding, withPayee } from '../../requisites/index.ts';
import type { OrderKey, SearchTerm } from '../rules.ts';
import { byPayee, hasFewPayees } from './by-payee.ts';
import { type OrdersPage, platformOrders, type PlatformOrderRow } from './lists.ts';
import { fitting, type Narrowing } from './narrowing.ts';
import { isOwn } from './owner.ts';
import { like, MAX_PAYEES, shown } from './search.ts';
import { type ShopData, shopDataColumns } from './shop-data.ts';

/** What the platform's people ask of everybody's orders. */
export interface PlatformNarrowing extends Span, Narrowing {
  status: OrderFilter;
  /** Of whose list they are… */
  owner: Owner | undefined;
  /** …and who else has a part in them. */
  other?: Owner | undefined;
}

export type PlatformOrdersPage = OrdersPage & PlatformNarrowing & { before: string | undefined };

/** Every merchant has the number once at most. */
const byOwnNumber = (number: string): Candidates =>
  byIds(
    (isBefore) => sql`
      select id from (select found.id from account cross join lateral (
        select id from orders where merchant_id = account.id and external_id = ${number}
      ) as found where account.role = 'merchant') as numbered where true ${isBefore}`,
  );

/** The newest of each payee whose phone, account or card ends so. */
const byEnding = (digits: string): Candidates =>
  byIds(
    (isBefore, most) => sql`
      select id from (
        select found.id from (
          select payee.requisite_id, payee.version from (${payeesEnding(digits)}) as payee
          join requisite on requisite.id = payee.requisite_id
          order by requisite.last_order_at desc, payee.version desc limit ${sql.lit(MAX_PAYEES)}
        ) as payees cross join unnest(enum_range(null::order_status)) as wanted (status) cross join lateral (
          select o.id from orders o
          where o.requisite_id = payees.requisite_id and o.payee_version = payees.version and o.status = wanted.status
          order by o.trader_seq desc limit ${most}
        ) as found
      ) as ended where true ${isBefore}`,
  );

/** The newest of each trader that a message with this sender belongs to. */
const bySender = (name: string): Candidates =>
  byIds(
    (isBefore, most) => sql`
      select id from (
        select sent.order_id as id from account cross join lateral (
          select order_id from notification
          where trader_id = account.id and ${isSentBy(name)} and order_id is not null order by id desc limit ${most}
        ) as sent where account.role = 'trader'
      ) as sent where true ${isBefore}`,
  );

function candidatesOfKey(key: OrderKey): Candidates {
  switch (key.kind) {
    case 'sum':
      return walkPlatform({ list: 'orders', amount: key.amount }, 'ids');
    case 'own number':
      return byOwnNumber(key.number);
    case 'ending':
      return byEnding(key.digits);
    case 'sender':
      return bySender(key.name);
    case 'id':
      return byIds(
        (isBefore, most) => sql`
          select id from orders where id between ${key.from} and ${key.to} ${isBefore} order by id desc limit ${most}`,
      );
    case 'short':
      return byIds(
        (isBefore) => sql`
          select id from orders
          where ('x' || right(id::text, 8))::bit(32)::integer = ('x' || ${key.name}::text)::bit(32)::integer ${isBefore}`,
      );
  }
}

/** The newest of everybody's orders that are known by any of the keys, as a query of `id`. */
export const newestOfAll = (keys: readonly OrderKey[], most: RawBuilder<unknown>): RawBuilder<unknown> =>
  newestOf(anyOf(keys.map(candidatesOfKey)), most);

function candidatesOf(term: SearchTerm, request: PlatformNarrowing): Candidates {
  if (term.kind === 'text') return byPayee(request, sql`${shown('trader')} ilike ${like(term.part)}`);
  return candidatesOfKey(term.kind === 'number' ? { kind: 'own number', number: term.beginning } : term);
}

/** Whether an order's requisite has no phone online. */
const isSilent = (at: Date) => sql`not exists (
  select from requisite join cabinet on cabinet.id = requisite.cabinet_id
  where requisite.id = o.requisite_id and ${isOnline(at)} offset 0)`;

/** The active orders, an index has these alone. Whether the phone of each is online is asked of it. */
const active: Candidates = byIds((isBefore) => sql`select id from orders where status = 'ACTIVE' ${isBefore}`);

/** Where orders that fit may be: as few as an index leads to. */
async function placesOf(
  db: Reader,
  request: PlatformNarrowing,
  terms: readonly SearchTerm[],
  silentAt: Date | undefined,
): Promise<Candidates> {
  const { owner, status, bankId, requisiteId, number, since, until } = request;
  if (terms.length > 0) return anyOf(terms.map((term) => candidatesOf(term, request)));
  if (silentAt !== undefined) return active;
  if (number !== undefined) return byOwnNumber(number);
  const few = [
    ...(requisiteId === undefined ? [] : [sql`payee.requisite_id = ${requisiteId}`]),
    ...(bankId === undefined ? [] : [sql`payee.bank_id = ${bankId}`]),
  ];
  if (requisiteId !== undefined && (await hasFewPayees(db, sql.join(few, sql` and `))))
    return byPayee(request, sql.join(few, sql` and `));
  if (owner !== undefined) {
    const { id: ownerId, role } = owner;
    const where = status === 'ALL' ? undefined : sql`status = ${status}`;
    return walkOwner({ table: 'orders', owner: `${role}_id`, number: `${role}_seq`, ownerId, where, since, until });
  }
  if (bankId !== undefined && (await hasFewPayees(db, sql.join(few)))) return byPayee(request, sql.join(few));
  return walkPlatform({ list: 'orders', status: status === 'ALL' ? undefined : status, since, until });
}

/**
 * One page of everybody's orders that pass the filters and mean any of the terms, if there are some; newest first.
 * @param silentAt only those whose phones are not online at this moment.
 */
export async function searchAllOrders(
  db: Reader,
  request: PlatformOrdersPage,
  terms: readonly SearchTerm[],
  silentAt?: Date,
): Promise<FoundPage<PlatformOrderRow>> {
  const where = [...(silentAt === undefined ? [] : [isSilent(silentAt)]), ...conditionsOf(request)];
  const candidates = await placesOf(db, request, terms, silentAt);
  return searchPlatform(db, platformOrders, { ...request, candidates, table: 'orders', where });
}

const conditionsOf = ({ owner, other, status, ...narrowing }: PlatformNarrowing) => [
  ...(status === 'ALL' ? [] : [sql`o.status = ${status}`]),
  ...(owner === undefined ? [] : [isOwn(owner)]),
  ...(other === undefined ? [] : [isOwn(other)]),
  ...fitting(narrowing),
];

/** How many of them there are in each status, and their kopecks; of the first ten thousand that may fit. */
export async function sumAllOrders(
  db: Reader,
  request: Omit<PlatformNarrowing, 'status'>,
  terms: readonly SearchTerm[],
): Promise<FoundTotals<OrderStatus>> {
  const asked = { ...request, status: 'ALL' } as const;
  return sumPlatform(db, {
    ...request,
    candidates: await placesOf(db, asked, terms, undefined),
    table: 'orders',
    id: platformOrders.id,
    where: conditionsOf(asked),
    status: sql`o.status`,
    amount: sql`o.amount`,
  });
}

/** What an order has besides what its owners see. */
export interface PlatformOrder extends ShopData {
  traderId: string;
  merchantId: string;
  externalId: string;
  requisiteId: string;
  fio: string;
  phone: string;
  bankAccount: string;
  /** Of its appeals. */
  appealIds: string[];
}

/** Anybody's order. */
export async function readPlatformOrder(db: Reader, id: string): Promise<PlatformOrder | undefined> {
  const { rows } = await sql<PlatformOrder>`
    select o.trader_id as "traderId", o.merchant_id as "merchantId", o.external_id as "externalId",
      o.requisite_id as "requisiteId", payee.fio, payee.phone, payee.bank_account as "bankAccount",
      array(select appeal.id from appeal where order_id = o.id) as "appealIds", ${shopDataColumns}
    from orders o ${withPayee('o')} where o.id = ${id}`.execute(db);
  return rows[0];
}

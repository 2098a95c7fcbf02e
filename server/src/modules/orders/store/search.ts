import type { OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Counted, type Page, pageOf } from '../../../db/dense-list.ts';
import { readByKeys, type Reader } from '../../../db/tx.ts';
import { MINUTE } from '../../../kernel/clock.ts';
import { firstIdAt, momentOf } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { isSentBy } from '../../devices/index.ts';
import { endingColumns, endsWith, payeesEnding, requisiteShortName } from '../../requisites/index.ts';
import type { OrderKey, SearchTerm } from '../rules.ts';
import { type OrderRow, type OrdersPage, selectOwnRows } from './lists.ts';
import { isOwn, numberColumn } from './owner.ts';
import type { StatusTotal } from './totals.ts';

/** A search shows at most this many of the newest matches, so that it never reads a whole history. */
const MAX_FOUND = 1000;
/** Of a merchant's numbers, whose index does not know the status, so many of the last are looked through for it. */
const MAX_LOOKED_THROUGH = 10_000;
/** So many payees, those used last, are followed to their orders. */
export const MAX_PAYEES = 200;
/** Ids are made a moment before numbers are taken: this is long for that. */
const MAX_DISORDER_MS = MINUTE;

export const like = (part: string) => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Everything of an order's payee that its owner is shown. A requisite's own name is its trader's alone. */
export const shown = (
  role: Owner['role'],
) => sql`concat_ws(E'\n', ${requisiteShortName('payee')}, bank.name, payee.fio, payee.phone,
  payee.bank_account ${role === 'trader' ? sql`, requisite.name` : sql``})`;

/** Greater than every other character. */
const LAST_CHARACTER = '\u{10FFFF}';

interface Searched {
  owner: Owner;
  status: OrderFilter;
}

/** How the orders of one meaning of a text are found. */
interface Meaning {
  /** What it reads first, once: `name as materialized (…)`. */
  first?: RawBuilder<unknown>;
  /** The orders, as `number` in their owner's list: the newest ones, so many at least where there are so many. */
  newest: (most: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const inStatus = (status: OrderFilter) => (status === 'ALL' ? sql`true` : sql`o.status = ${status}`);

/** The newest orders of each status that fit: the indexes have the status before the number, where one ends the next begins. */
const newestOfEach =
  ({ owner, status }: Searched, condition: RawBuilder<unknown>, from = sql``): Meaning['newest'] =>
  (most) => {
    const number = sql.ref(numberColumn[owner.role]);
    const statuses =
      status === 'ALL' ? sql`unnest(enum_range(null::order_status))` : sql`cast(${status} as order_status)`;
    return sql`
      select found.number from ${from} ${statuses} as wanted (status) cross join lateral (
        select ${number} as number from orders o where ${condition} and o.status = wanted.status
        order by ${number} desc limit ${most}
      ) as found`;
  };

/** By payees `from` somewhere, with their requisites. */
function byPayees(searched: Searched, from: RawBuilder<unknown>): Meaning {
  const { owner } = searched;
  const ofPayee = sql`o.requisite_id = payees.requisite_id and o.payee_version = payees.version`;
  // The orders of a trader's payees are theirs: said again, it would lead the planner to all of their orders.
  const condition = owner.role === 'trader' ? ofPayee : sql`${isOwn(owner)} and ${ofPayee}`;
  return {
    first: sql`payees as materialized (
      select payee.requisite_id, payee.version ${from}
      order by requisite.last_order_at desc, payee.version desc limit ${sql.lit(MAX_PAYEES)}
    )`,
    newest: newestOfEach(searched, condition, sql`payees cross join`),
  };
}

/** By the payees that show a text: a trader's own, or those of all. */
const byPayee = (searched: Searched, part: string): Meaning =>
  byPayees(
    searched,
    sql`from requisite join payee on payee.requisite_id = requisite.id join bank on bank.id = payee.bank_id
      where ${searched.owner.role === 'trader' ? sql`requisite.trader_id = ${searched.owner.id}` : sql`true`}
        and ${shown(searched.owner.role)} ilike ${like(part)}`,
  );

/** By the payees whose phone, account or card ends so: a trader's own, or those of all that an index leads to. */
function byEnding(searched: Searched, digits: string): Meaning {
  const { owner } = searched;
  if (owner.role === 'merchant')
    return byPayees(
      searched,
      sql`from (${payeesEnding(digits)}) as payee join requisite on requisite.id = payee.requisite_id`,
    );
  const ends = endingColumns(digits).map((column) => endsWith(`payee.${column}`, digits));
  return byPayees(
    searched,
    sql`from requisite join payee on payee.requisite_id = requisite.id
      where requisite.trader_id = ${owner.id} and (${sql.join(ends, sql` or `)})`,
  );
}

/** By the messages that name a sender and belong to an order: a trader's, for nobody else is shown them. */
const bySender = ({ owner }: Searched, name: string): Meaning => ({
  newest: (most) => sql`
    select o.trader_seq as number from orders o where ${isOwn(owner)} and o.id = any(array(
      select order_id from notification
      where trader_id = ${owner.id} and ${isSentBy(name)} and order_id is not null order by id desc limit ${most}))`,
});

const byWholeNumber = ({ owner }: Searched, number: string): Meaning => ({
  newest: () => sql`
    select ${sql.ref(numberColumn[owner.role])} as number from orders o where ${isOwn(owner)} and o.external_id = ${number}`,
});

const bySum = (searched: Searched, amount: bigint): Meaning => ({
  newest: newestOfEach(searched, sql`${isOwn(searched.owner)} and o.amount = ${amount}`),
});

/** A merchant's own numbers mostly rise: the last ones are the newest. */
function byOwnNumber({ owner, status }: Searched, beginning: string): Meaning {
  const number = sql.ref(numberColumn[owner.role]);
  const most = sql.lit(status === 'ALL' ? MAX_FOUND : MAX_LOOKED_THROUGH);
  return {
    first: sql`numbers as materialized (
      select number from (
        select ${number} as number, o.status from orders o
        where ${isOwn(owner)} and o.external_id >= ${beginning} and o.external_id < ${beginning + LAST_CHARACTER}
        order by o.external_id desc limit ${most}
      ) as o where ${inStatus(status)} limit ${sql.lit(MAX_FOUND)}
    )`,
    newest: () => sql`select number from numbers`,
  };
}

/** The length of an id's beginning that tells its millisecond. */
const TIME_LENGTH = '01939c2f-7a10'.length;

/** The beginning of an id is a span of time: a millisecond's orders are found by their ids, a longer one's by the numbers of that time. */
function byId({ owner, status }: Searched, { from, to }: { from: string; to: string }): Meaning {
  const number = sql.ref(numberColumn[owner.role]);
  const mine = sql`${isOwn(owner)} and ${inStatus(status)}`;
  if (from.slice(0, TIME_LENGTH) === to.slice(0, TIME_LENGTH)) {
    // With an offset: else the planner may look for the newest one through all that the owner has.
    return {
      newest: () => sql`
        select ${number} as number from (select * from orders where id between ${from} and ${to} offset 0) as o where ${mine}`,
    };
  }
  const since = firstIdAt(new Date(momentOf(from).getTime() - MAX_DISORDER_MS));
  const until = firstIdAt(new Date(momentOf(to).getTime() + MAX_DISORDER_MS));
  return {
    first: sql`span as materialized (
      select order_number_at(${owner.id}, ${owner.role}, ${since}) as after, order_number_at(${owner.id}, ${owner.role}, ${until}) as last
    )`,
    // Inside a CASE the planner does not look for another index.
    newest: (most) => sql`
      select found.number from span cross join lateral (
        select ${number} as number from orders o
        where ${mine} and ${number} > span.after and ${number} <= span.last
          and case when o.id between ${from} and ${to} then true else false end
        order by ${number} desc limit ${most}
      ) as found`,
  };
}

/** Its index has the last eight digits of an id as a number. */
const byShortName = ({ owner, status }: Searched, name: string): Meaning => ({
  newest: () => sql`
    select ${sql.ref(numberColumn[owner.role])} as number from orders o
    where ${isOwn(owner)} and ${inStatus(status)}
      and ('x' || right(o.id::text, 8))::bit(32)::integer = ('x' || ${name}::text)::bit(32)::integer`,
});

function meaningOf(term: SearchTerm | OrderKey, searched: Searched): Meaning {
  switch (term.kind) {
    case 'text':
      return byPayee(searched, term.part);
    case 'sum':
      return bySum(searched, term.amount);
    case 'number':
      return byOwnNumber(searched, term.beginning);
    case 'own number':
      return byWholeNumber(searched, term.number);
    case 'ending':
      return byEnding(searched, term.digits);
    case 'sender':
      return bySender(searched, term.name);
    case 'id':
      return byId(searched, term);
    case 'short':
      return byShortName(searched, term.name);
  }
}

/** How the orders are found that fit any of the terms: what is read first, and the numbers of the newest of each meaning. */
function ofTerms(searched: Searched, terms: readonly (SearchTerm | OrderKey)[]) {
  const meanings = terms.map((term) => meaningOf(term, searched));
  const firsts = meanings.flatMap(({ first }) => (first === undefined ? [] : [sql`${first}, `]));
  const anyOf = (meaning: (meaning: Meaning) => RawBuilder<unknown>) =>
    sql.join(
      meanings.map((one) => sql`(${meaning(one)})`),
      sql` union `,
    );
  const upToMost = ({ newest }: Meaning) => sql`
    select number from (${newest(sql.lit(MAX_FOUND))}) as found limit ${sql.lit(MAX_FOUND)}`;
  return {
    firsts: sql.join(firsts, sql``),
    anyOf,
    /** Any MAX_FOUND of them. */
    found: sql`select number from (${anyOf(upToMost)}) as any_of limit ${sql.lit(MAX_FOUND)}`,
  };
}

/** The newest of an owner's orders that are known by any of the keys, as a query of `id`: no more are read of any key. */
export function newestOwn(owner: Owner, keys: readonly OrderKey[], most: RawBuilder<unknown>): RawBuilder<unknown> {
  const { firsts, anyOf } = ofTerms({ owner, status: 'ALL' }, keys);
  return sql`
    with ${firsts} known as (
      select number from (${anyOf(({ newest }) => newest(most))}) as any_of order by number desc limit ${most}
    )
    select o.id from orders o
    where ${isOwn(owner)} and ${sql.ref(numberColumn[owner.role])} = any(array(select number from known))`;
}

/** One page of the owner's orders that fit any of the terms, newest first. `count` ends at MAX_FOUND. */
export async function searchOrders(
  db: Reader,
  owner: Owner,
  { status, page, pageSize }: OrdersPage,
  terms: readonly SearchTerm[],
): Promise<Page<OrderRow>> {
  const { firsts, anyOf, found } = ofTerms({ owner, status }, terms);
  const number = sql.ref(numberColumn[owner.role]);
  const skip = Math.min((page - 1) * pageSize, MAX_FOUND);
  const last = Math.min(skip + pageSize, MAX_FOUND);
  const { rows } = await readByKeys(
    db,
    sql<Counted<OrderRow>>`
    with ${firsts} total as (
      select count(*) as n from (${found}) as found
    ), on_page as (
      select number from (${anyOf(({ newest }) => newest(sql`${last}`))}) as any_of order by number desc offset ${skip} limit ${last - skip}
    )
    select total.n as count, r.* from total left join lateral (
      ${selectOwnRows(owner)} where ${isOwn(owner)} and ${number} = any(array(select number from on_page)) order by ${number} desc
    ) r on true`,
  );
  return pageOf(rows);
}

/** How many of the owner's orders that fit any of the terms are in each status, and their kopecks; of MAX_FOUND at most. */
export async function searchTotals(
  db: Reader,
  owner: Owner,
  terms: readonly SearchTerm[],
): Promise<{ isWhole: boolean; statuses: StatusTotal[] }> {
  const { firsts, found } = ofTerms({ owner, status: 'ALL' }, terms);
  const { rows: statuses } = await readByKeys(
    db,
    sql<StatusTotal>`
    with ${firsts} found as materialized (${found})
    select o.status, count(*) as count, sum(o.amount)::bigint as amount from orders o
    where ${isOwn(owner)} and ${sql.ref(numberColumn[owner.role])} = any(array(select number from found)) group by o.status`,
  );
  return { isWhole: statuses.reduce((sum, { count }) => sum + Number(count), 0) < MAX_FOUND, statuses };
}

import type { OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Counted, type Page, pageOf } from '../../../db/dense-list.ts';
import { readByKeys, type Reader } from '../../../db/tx.ts';
import { MINUTE } from '../../../kernel/clock.ts';
import { firstIdAt, momentOf } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { requisiteShortName } from '../../requisites/index.ts';
import type { SearchTerm } from '../rules.ts';
import { type OrderRow, type OrdersPage, selectRows } from './lists.ts';
import { isOwn, numberColumn } from './owner.ts';

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

/** By the payees that show a text: a trader's own, or those of all. */
function byPayee(searched: Searched, part: string): Meaning {
  const { owner } = searched;
  const ofPayee = sql`o.requisite_id = payees.requisite_id and o.payee_version = payees.version`;
  // The orders of a trader's payees are theirs: said again, it would lead the planner to all of their orders.
  const condition = owner.role === 'trader' ? ofPayee : sql`${isOwn(owner)} and ${ofPayee}`;
  return {
    first: sql`payees as materialized (
      select payee.requisite_id, payee.version
      from requisite join payee on payee.requisite_id = requisite.id join bank on bank.id = payee.bank_id
      where ${owner.role === 'trader' ? sql`requisite.trader_id = ${owner.id}` : sql`true`}
        and ${shown(owner.role)} ilike ${like(part)}
      order by requisite.last_order_at desc, payee.version desc limit ${sql.lit(MAX_PAYEES)}
    )`,
    newest: newestOfEach(searched, condition, sql`payees cross join`),
  };
}

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
    return {
      newest: () => sql`select ${number} as number from orders o where ${mine} and o.id between ${from} and ${to}`,
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

function meaningOf(term: SearchTerm, searched: Searched): Meaning {
  switch (term.kind) {
    case 'text':
      return byPayee(searched, term.part);
    case 'sum':
      return bySum(searched, term.amount);
    case 'number':
      return byOwnNumber(searched, term.beginning);
    case 'id':
      return byId(searched, term);
    case 'short':
      return byShortName(searched, term.name);
  }
}

/** One page of the owner's orders that fit any of the terms, newest first. `count` ends at MAX_FOUND. */
export async function searchOrders(
  db: Reader,
  owner: Owner,
  { status, page, pageSize }: OrdersPage,
  terms: readonly SearchTerm[],
): Promise<Page<OrderRow>> {
  const meanings = terms.map((term) => meaningOf(term, { owner, status }));
  const firsts = meanings.flatMap(({ first }) => (first === undefined ? [] : [sql`${first}, `]));
  const anyOf = (meaning: (meaning: Meaning) => RawBuilder<unknown>) =>
    sql.join(
      meanings.map((one) => sql`(${meaning(one)})`),
      sql` union `,
    );
  const upToMost = ({ newest }: Meaning) => sql`
    select number from (${newest(sql.lit(MAX_FOUND))}) as found limit ${sql.lit(MAX_FOUND)}`;
  const number = sql.ref(numberColumn[owner.role]);
  const skip = Math.min((page - 1) * pageSize, MAX_FOUND);
  const last = Math.min(skip + pageSize, MAX_FOUND);
  const { rows } = await readByKeys(
    db,
    sql<Counted<OrderRow>>`
    with ${sql.join(firsts, sql``)} total as (
      select count(*) as n from (
        select number from (${anyOf(upToMost)}) as any_of limit ${sql.lit(MAX_FOUND)}
      ) as found
    ), on_page as (
      select number from (${anyOf(({ newest }) => newest(sql`${last}`))}) as any_of order by number desc offset ${skip} limit ${last - skip}
    )
    select total.n as count, r.* from total left join lateral (
      ${selectRows} where ${isOwn(owner)} and ${number} = any(array(select number from on_page)) order by ${number} desc
    ) r on true`,
  );
  return pageOf(rows);
}

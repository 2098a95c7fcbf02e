import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { type RawBuilder, sql } from 'kysely';
import { MINUTE } from '../kernel/clock.ts';
import { firstIdAt, momentOf } from '../kernel/ids.ts';
import { type Counted, type Page, pageOf } from './dense-list.ts';
import { numberBefore, type PlatformList, type Span, unfolded } from './platform-list.ts';
import { readByKeys, type Reader } from './tx.ts';

/** A search shows at most this many matches at a time. */
const MAX_FOUND = 1000;
/** So many candidates are looked at, whatever the conditions say of them. */
export const MAX_LOOKED_AT = 10_000;
/** Ids are made a moment before numbers are taken: this is long for that. */
const MAX_DISORDER_MS = MINUTE;

/** Where a search that has not seen everything goes on: candidates from this place are older. */
interface Rest {
  before: string;
  /** When the last object that was looked at was made. */
  at: Date;
}

/** A page of a bounded search. `count` is of the matches among what was looked at. */
export interface FoundPage<Row> extends Page<Row> {
  /** Null: everything was looked at. */
  rest: Rest | null;
}

/** Where matches may be, newest first. */
export interface Candidates {
  /** What their places are. */
  places: 'numbers' | 'ids';
  /** What it reads first: `name as (…)`. */
  first?: (before: string | undefined) => RawBuilder<unknown>;
  /** A query of `id` and `place`, in any order; so many newest at least, of those before a place. */
  newest: (before: string | undefined, most: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** A query of the `id` before which something may be missing, where they are ids; no row, or null: nothing is. */
  cut?: RawBuilder<unknown>;
}

/** The first id at a time before or after that of an id. */
const moved = (id: string, milliseconds: number) => firstIdAt(new Date(momentOf(id).getTime() + milliseconds));

/** The span with room for ids that are out of order. */
export const widened = ({ since, until }: Span): Span => ({
  since: since && moved(since, -MAX_DISORDER_MS),
  until: until && moved(until, MAX_DISORDER_MS),
});

interface Walked extends Span {
  list: PlatformList['list'];
  /** Only these, by a column of the list's own. */
  status?: string | undefined;
  amount?: bigint | undefined;
}

/** All objects of a list of the platform, by their numbers; to be united with others, by their ids. */
export function walkPlatform(
  { list, status, amount, ...span }: Walked,
  places: Candidates['places'] = 'numbers',
): Candidates {
  const { since, until } = widened(span);
  const wanted = [
    sql`list = ${list}`,
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(amount === undefined ? [] : [sql`amount = ${amount}`]),
  ];
  return {
    places,
    first: () => sql`${unfolded(list)}, walked as materialized (
      select ${since === undefined ? sql`0::bigint` : numberBefore(list, since)} as low,
        ${until === undefined ? sql`9223372036854775807` : numberBefore(list, until)} as high
    )`,
    newest: (before, most) => {
      const isIn = sql.join(
        [
          ...wanted,
          sql`number > walked.low and number <= walked.high`,
          ...(before === undefined ? [] : [isOlder(list, places, before)]),
        ],
        sql` and `,
      );
      return sql`
        select object_id as id, ${places === 'ids' ? sql`object_id` : sql`number`} as place from walked cross join lateral (
          (select object_id, number from platform_list where ${isIn} order by number desc limit ${most})
          union
          select object_id, number from (select ${list} as list, * from touched) as touched where ${isIn}
        ) as either`;
    },
  };
}

const isOlder = (list: string, places: Candidates['places'], before: string) =>
  places === 'numbers'
    ? sql`number < ${before}::bigint`
    : sql`number <= ${numberBefore(list, moved(before, MAX_DISORDER_MS))} and object_id < ${before}::uuid`;

interface Owned extends Span {
  /** The table. */
  table: string;
  /** Its columns of the owner, and of the number in their list; without one, rows are in the order of their ids. */
  owner: string;
  number?: string;
  ownerId: string;
  /** A condition that an index has between the owner and the number. */
  where?: RawBuilder<unknown> | undefined;
}

/** All objects of an owner. */
export function walkOwner({ table, owner, number, ownerId, where, ...span }: Owned): Candidates {
  const isTheirs = sql`${sql.ref(owner)} = ${ownerId} ${where === undefined ? sql`` : sql`and ${where}`}`;
  if (number === undefined) {
    return byIds(
      (before, most) => sql`
      select id from ${sql.table(table)} where ${isTheirs} ${before} order by id desc limit ${most}`,
      span,
    );
  }
  const { since, until } = widened(span);
  const bound = (id: string) =>
    sql`owner_number_before(${table}::regclass, ${owner}, ${number}, ${ownerId}::uuid, ${id}::uuid)`;
  const place = sql.ref(number);
  return {
    places: 'numbers',
    newest: (before, most) => sql`
      select id, ${place} as place from ${sql.table(table)} where ${isTheirs}
        ${since === undefined ? sql`` : sql`and ${place} > ${bound(since)}`}
        ${until === undefined ? sql`` : sql`and ${place} <= ${bound(until)}`}
        ${before === undefined ? sql`` : sql`and ${place} < ${before}::bigint`}
      order by ${place} desc limit ${most}`,
  };
}

/**
 * Objects that an index leads to, by their ids.
 * @param query of `id`, newest first, cut after `most`; `isBefore` is a condition on `id` that begins with `and`, or nothing.
 */
export const byIds = (
  query: (isBefore: RawBuilder<unknown>, most: RawBuilder<unknown>) => RawBuilder<unknown>,
  { since, until }: Span = {},
): Candidates => ({
  places: 'ids',
  newest: (before, most) => {
    const isBefore = sql`${since === undefined ? sql`` : sql`and id >= ${since}::uuid`}
      ${until === undefined ? sql`` : sql`and id < ${until}::uuid`} ${before === undefined ? sql`` : sql`and id < ${before}::uuid`}`;
    return sql`select id, id as place from (${query(isBefore, most)}) as led`;
  },
});

/** What is in any of several: all of ids, for places must compare. */
export const anyOf = (several: readonly Candidates[]): Candidates => {
  const [only] = several;
  if (several.length === 1 && only !== undefined) return only;
  const firsts = several.flatMap(({ first }) => (first === undefined ? [] : [first]));
  const cuts = several.flatMap(({ cut }) => (cut === undefined ? [] : [sql`(${cut})`]));
  return {
    places: 'ids',
    ...(firsts.length > 0 && {
      first: (before) =>
        sql.join(
          firsts.map((first) => first(before)),
          sql`, `,
        ),
    }),
    ...(cuts.length > 0 && { cut: sql.join(cuts, sql` union all `) }),
    // Sorted, as they are numbered: a table to hash them into would be made for as many as their ways might lead to.
    newest: (before, most) => sql`
      select distinct on (place) id, place from (${sql.join(
        several.map(({ newest }) => sql`(${newest(before, most)})`),
        sql` union all `,
      )}) as either order by place desc`,
  };
};

/** The newest of some candidates, whose places are ids, as a query of `id`: no more are read of any way to them. */
export const newestOf = ({ first, newest }: Candidates, most: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${first === undefined ? sql`` : sql`with ${first(undefined)}`}
  select id from (${newest(undefined, most)}) as candidate order by id desc limit ${most}`;

const PLACES = { numbers: /^\d{1,18}$/, ids: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ };

export interface Search extends PageRequest, Span {
  candidates: Candidates;
  /** Of the objects. */
  table: string;
  /** What must be true of one, by the alias that the list's id has. */
  where: readonly RawBuilder<unknown>[];
  /** The place that a search before went as far as. */
  before?: string | undefined;
}

/** What a search reads first: `cut`, and so many candidates that are `looked` at, with one more if there is one. */
export const looking = (candidates: Candidates, place: string | undefined, most = MAX_LOOKED_AT) => sql`
  ${candidates.first === undefined ? sql`` : sql`${candidates.first(place)},`} cut as materialized (
    select id from (${candidates.cut ?? sql`select null::uuid as id`}) as cut where id is not null order by id desc limit 1
  ), looked as materialized (
    select id, place, row_number() over (order by place desc) as n
    from (${candidates.newest(place, sql.lit(most + 1))}) as candidate
    ${candidates.cut === undefined ? sql`` : sql`where not exists (select from cut where cut.id > candidate.id)`}
    order by place desc limit ${sql.lit(most + 1)}
  )`;

export function conditionsOf({
  id,
  where,
  since,
  until,
}: Pick<PlatformList, 'id'> & Pick<Search, 'where' | 'since' | 'until'>) {
  const self = sql.ref(id);
  const conditions = [
    sql`true`,
    ...(since === undefined ? [] : [sql`${self} >= ${since}::uuid`]),
    ...(until === undefined ? [] : [sql`${self} < ${until}::uuid`]),
    ...where,
  ];
  return { alias: sql.ref(id.slice(0, id.indexOf('.'))), isFound: sql.join(conditions, sql` and `) };
}

/**
 * One page of what fits, newest first: among the first MAX_LOOKED_AT candidates, and the first MAX_FOUND of these. `rest` says
 * from where on nothing was looked at, so that whoever asks again with it sees everything in the end. It costs the same on any
 * platform.
 */
export async function searchPlatform<Row>(
  db: Reader,
  { select, id }: Pick<PlatformList, 'select' | 'id'>,
  { candidates, table, where, before, since, until, page, pageSize }: Search,
): Promise<FoundPage<Row>> {
  const skip = Math.min((page - 1) * pageSize, MAX_FOUND);
  const take = Math.min(pageSize, MAX_FOUND - skip);
  // A place of another search says nothing in this one.
  const place = before !== undefined && PLACES[candidates.places].test(before) ? before : undefined;
  const self = sql.ref(id);
  const { alias, isFound } = conditionsOf({ id, where, since, until });
  // Where nothing else must be true, every candidate is a match, and more are not shown.
  const isEach = where.length === 0 && since === undefined && until === undefined;
  const most = isEach ? MAX_FOUND : MAX_LOOKED_AT;
  // With an offset: else the planner may look through all that a condition's index leads to, for every candidate.
  const fitting = sql`
    cross join lateral (
      select from (select * from ${sql.table(table)} ${alias} where ${self} = looked.id offset 0) as ${alias} where ${isFound}
    ) as fitting`;
  const { rows } = await readByKeys(
    db,
    sql<Counted<Row> & { restId: string | null; restPlace: string | null }>`
    with ${looking(candidates, place, most)}, found as materialized (
      select looked.id, looked.place, looked.n from looked ${isEach ? sql`` : fitting}
      where looked.n <= ${sql.lit(most)} order by looked.n limit ${sql.lit(MAX_FOUND + 1)}
    ), counted as (
      select count(*) as n from found
    ), rest as (
      (select id, place::text from found where (select n from counted) > ${sql.lit(MAX_FOUND)}
        order by n offset ${sql.lit(MAX_FOUND - 1)} limit 1)
      union all
      (select id, place::text from looked where (select n from counted) <= ${sql.lit(MAX_FOUND)}
        and looked.n = ${sql.lit(most)} and exists (select from looked where n > ${sql.lit(most)}))
      union all
      (select id, id::text from cut where (select n from counted) <= ${sql.lit(MAX_FOUND)}
        and not exists (select from looked where n > ${sql.lit(most)}))
    ), on_page as (
      select id, n from found order by n offset ${skip} limit ${take}
    )
    select least(counted.n, ${sql.lit(MAX_FOUND)}) as count, rest.id as "restId", rest.place as "restPlace", r.*
    from counted left join rest on true left join lateral (
      select shown.* from on_page cross join lateral (${select} where ${self} = on_page.id) as shown order by on_page.n
    ) r on true`,
  );
  const [{ restId, restPlace } = { restId: null, restPlace: null }] = rows;
  const rest = restId === null || restPlace === null ? null : { before: restPlace, at: momentOf(restId) };
  return { ...pageOf(rows), rest };
}

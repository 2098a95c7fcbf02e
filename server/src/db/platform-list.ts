import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Counted, type Page, pageOf, placeOfPage, SMALL_BITS } from './dense-list.ts';
import { readByKeys, type Reader } from './tx.ts';

/** A list of the whole platform (migrations/062, 080): a number for each object of a kind, whosever it is. */
export interface PlatformList {
  /** Its name in platform_list. */
  list:
    | 'orders'
    | 'payouts'
    | 'withdrawals'
    | 'appeals'
    | 'deposits'
    | 'notifications'
    | 'requisites'
    | 'cabinets'
    | 'webhooks';
  /** `select true as present, … from …`, without a where; the rows of the answer. */
  select: RawBuilder<unknown>;
  /** The column of the object's id. */
  id: string;
  /** Objects are forgotten: numbers may be free, and the counters alone know how many there are. */
  hasHoles?: true;
}

/** A span of time, as ids: UUIDv7 are in the order of creation. */
export interface Span {
  /** The first id in it. */
  since?: string | undefined;
  /** The first id after it. */
  until?: string | undefined;
}

interface PlatformPage extends PageRequest, Span {
  /** Only objects of this status. */
  status?: string | undefined;
}

/** The status of everything in a list without any. */
const KEPT = 'KEPT';

/** The owner of the platform's counters, who is no user. */
const platform = sql<string>`platform_owner()`;

/** Objects of which events are not folded yet, and the last number that is folded. */
export const unfolded = (list: string): RawBuilder<unknown> => sql`
  touched as materialized (
    select object_id, number, was, status, amount from platform_unfolded(${list}, lists_end_xid(), lists_end_id())
  ), folded as (
    select coalesce(max(number), 0) as last from platform_list where list = ${list}
  )`;

/** The last number before an id: of what is folded, or of the unfolded rest where all that is folded comes before the id. */
export const numberBefore = (list: string, id: string): RawBuilder<bigint> => sql`(
  select n + case when n < folded.last then 0 else (select count(*) from touched where was is null and object_id < ${id}::uuid) end
  from folded, platform_number_before(${list}, ${id}::uuid) as n)`;

/** The numbers of a span: above `low`, up to `high`. */
const boundsOf = (list: string, { since, until }: Span) => sql`
  bounds as (
    select ${since === undefined ? sql`0::bigint` : numberBefore(list, since)} as low,
      ${until === undefined ? sql`(select last + (select count(*) from touched where was is null) from folded)` : numberBefore(list, until)} as high
  )`;

/** A page of all: a range of numbers; the unfolded events have the last ones. */
const pageOfAll = (list: string, span: Span, skip: number, take: number) => sql`
  ${unfolded(list)}, ${boundsOf(list, span)}, counted as (select greatest(high - low, 0) as n from bounds),
  on_page as (
    select found.object_id, found.number from bounds cross join lateral (
      select object_id, number from platform_list
      where list = ${list} and number <= high - ${skip} and number > greatest(high - ${skip + take}, low)
      union all
      select object_id, number from touched
      where was is null and number <= high - ${skip} and number > greatest(high - ${skip + take}, low)
    ) as found
  )`;

/** How many objects of a status have a number above one. */
const countAbove = (list: string, status: string, number: RawBuilder<unknown>) => sql`(
  platform_count_above(${list}, ${status}, ${number}) + coalesce((select sum(n) from changed where changed.number > ${number}), 0)
)::bigint`;

/**
 * A page of one status: the counters lead to a small block, as in an owner's list; in it go the folded rows of the status whose
 * objects are untouched since, and the touched ones that are in it now. Those after a span come before its first page.
 */
const pageOfStatus = (list: string, status: string, span: Span, skip: number, take: number) => {
  const { since, until } = span;
  return sql`
  ${unfolded(list)}, changed as materialized (
    select number, 1 as n from touched where status = ${status}
    union all select number, -1 from touched where was = ${status}
  ), ${boundsOf(list, span)}, outside as (
    select ${until === undefined ? sql`0::bigint` : countAbove(list, status, sql`high`)} as after,
      ${since === undefined ? sql`null::bigint` : countAbove(list, status, sql`low`)} as until_low
    from bounds
  ), skipped as (
    select after + ${skip} as n from outside
  ), ${placeOfPage(platform, list, status, sql`(select n from skipped)`)}, counted as (
    select greatest(coalesce(until_low, total.n) - after, 0) as n from total, outside
  ), on_page as (
    select found.object_id, found.number from first_small, bounds, skipped cross join lateral (
      select object_id, number from (
        (
          select object_id, number from platform_list
          where list = ${list} and status = ${status} and number < (first_small.block + 1) << ${SMALL_BITS}
            and number not in (select number from touched)
          order by number desc limit skipped.n + ${take} - first_small.before
        )
        union all
        select object_id, number from touched where status = ${status} and number < (first_small.block + 1) << ${SMALL_BITS}
      ) as either
      order by number desc offset skipped.n - first_small.before limit ${take}
    ) as found
    where found.number > bounds.low
  )`;
};

/**
 * One page of a list of the platform, newest first, and the count, both of one moment, in constant time however far the page is.
 * The order is that of the events by which objects came; a span begins and ends where its first ids stand in that order.
 */
export async function readPlatformPage<Row>(
  db: Reader,
  { list, select, id, hasHoles }: PlatformList,
  { status = hasHoles && KEPT, page, pageSize, ...span }: PlatformPage,
): Promise<Page<Row>> {
  const skip = (page - 1) * pageSize;
  const found =
    status === undefined ? pageOfAll(list, span, skip, pageSize) : pageOfStatus(list, status, span, skip, pageSize);
  const { rows } = await readByKeys(
    db,
    sql<Counted<Row>>`
    with ${found}
    select counted.n as count, r.* from counted left join lateral (
      select shown.* from on_page join lateral (${select} where ${sql.ref(id)} = on_page.object_id) as shown on true
      order by on_page.number desc limit ${pageSize}
    ) r on true`,
  );
  return pageOf(rows);
}

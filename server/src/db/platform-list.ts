import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Counted, type Page, pageOf, placeOfPage, SMALL_BITS } from './dense-list.ts';
import type { Reader } from './tx.ts';

/** A list of the whole platform (migrations/062): a number for each object of a kind, whosever it is. */
interface PlatformList {
  /** Its name in platform_list. */
  list: 'orders' | 'payouts' | 'withdrawals' | 'appeals' | 'deposits';
  /** `select true as present, … from …`, without a where; the rows of the answer. */
  select: RawBuilder<unknown>;
  /** The column of the object's id. */
  id: string;
}

interface PlatformPage extends PageRequest {
  /** Only objects of this status. */
  status?: string | undefined;
}

/** The owner of the platform's counters, who is no user. */
const platform = sql<string>`platform_owner()`;

/** Objects of which events are not folded yet: (object_id, number, was, status). */
const unfolded = (list: string) =>
  sql`select object_id, number, was, status from platform_unfolded(${list}, lists_end_xid(), lists_end_id())`;

/** A page of all: a range of numbers; the unfolded events have the last ones. */
const pageOfAll = (list: string, skip: number, take: number) => sql`
  touched as materialized (${unfolded(list)}),
  folded as (select coalesce(max(number), 0) as last from platform_list where list = ${list}),
  total as (select last + (select count(*) from touched where was is null) as n from folded),
  on_page as (
    select found.object_id, found.number from total cross join lateral (
      select object_id, number from platform_list
      where list = ${list} and number <= total.n - ${skip} and number > total.n - ${skip + take}
      union all
      select object_id, number from touched
      where was is null and number <= total.n - ${skip} and number > total.n - ${skip + take}
    ) as found
  )`;

/**
 * A page of one status: the counters lead to a small block, as in an owner's list; in it go the folded rows of the status whose
 * objects are untouched since, and the touched ones that are in it now.
 */
const pageOfStatus = (list: string, status: string, skip: number, take: number) => sql`
  touched as materialized (${unfolded(list)}),
  changed as materialized (
    select number, 1 as n from touched where status = ${status}
    union all select number, -1 from touched where was = ${status}
  ), ${placeOfPage(platform, list, status, skip)}, on_page as (
    select found.object_id, found.number from first_small cross join lateral (
      select object_id, number from (
        (
          select object_id, number from platform_list
          where list = ${list} and status = ${status} and number < (first_small.block + 1) << ${SMALL_BITS}
            and number not in (select number from touched)
          order by number desc limit ${skip + take} - first_small.before
        )
        union all
        select object_id, number from touched where status = ${status} and number < (first_small.block + 1) << ${SMALL_BITS}
      ) as either
      order by number desc offset ${skip} - first_small.before limit ${take}
    ) as found
  )`;

/**
 * One page of a list of the platform, newest first, and the count, both of one moment, in constant time however far the page is.
 * The order is that of the events by which objects came.
 */
export async function readPlatformPage<Row>(
  db: Reader,
  { list, select, id }: PlatformList,
  { status, page, pageSize }: PlatformPage,
): Promise<Page<Row>> {
  const skip = (page - 1) * pageSize;
  const found = status === undefined ? pageOfAll(list, skip, pageSize) : pageOfStatus(list, status, skip, pageSize);
  const { rows } = await sql<Counted<Row>>`
    with ${found}
    select total.n as count, r.* from total left join lateral (
      select shown.* from on_page join lateral (${select} where ${sql.ref(id)} = on_page.object_id) as shown on true
      order by on_page.number desc limit ${pageSize}
    ) r on true`.execute(db);
  return pageOf(rows);
}

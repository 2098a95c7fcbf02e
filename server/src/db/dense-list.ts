import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './pool.ts';
import { countForgotten, type DoBatches, type Kept } from './retention.ts';
import { type Locked, lockRows, readByKeys, type Reader, transaction, type Tx } from './tx.ts';

/** A long list of an owner, numbered densely (migrations/003). */
interface DenseList {
  /** Its name in list_sequence and list_block. */
  list: string;
  /** `select true as present, … from …`, without a where; the rows of the answer. */
  select: RawBuilder<unknown>;
  /** Columns of the list's table. */
  owner: string;
  number: string;
  /** For a list that is filtered by status: `<table> <alias>` of these columns, and the column of the status. */
  filter?: { table: RawBuilder<unknown>; status: string };
}

interface OwnersPage extends PageRequest {
  ownerId: string;
  /** Only rows of this status; the list must have a filter. */
  status?: string | undefined;
}

export interface Page<Row> {
  count: number;
  results: Row[];
}

/** A row of a page with the count of the list; of an empty page there is one row, without a row of the list. */
export type Counted<Row> = Row & { count: bigint; present: true | null };

/** The page of `select …, r.* from … left join lateral (select true as present, …) r on true`. */
export const pageOf = <Row>(rows: readonly Counted<Row>[]): Page<Row> => ({
  count: Number(rows[0]?.count ?? 0n),
  results: rows.filter((row) => row.present !== null),
});

/** Blocks of the status counters span 2^12 numbers, and 2^18 (migrations/003). */
export const SMALL_BITS = sql.lit(12);
export const BIG_BITS = sql.lit(18);
export const SMALL_IN_BIG_BITS = sql.lit(6);

/** The range of numbers of a page of all rows, counted from the last; rows before the first are gone. */
function rangeOfPage(list: DenseList, ownerId: string, skip: number, take: number) {
  const number = sql.ref(list.number);
  return {
    numbers: sql`
      total as (
        select coalesce(max(last - first + 1), 0) as n, max(last) as last
        from list_sequence where owner_id = ${ownerId} and list = ${list.list}
      )`,
    isOnPage: sql`${number} <= total.last - ${skip} and ${number} > total.last - ${skip + take}`,
  };
}

/**
 * Where a page of one status begins, as queries of a `with`: `total` (n) is the count, `first_small` (block, n, before) the small
 * block in which the page begins, how many rows of the status are in it, and how many come before it. What is folded is corrected by what
 * `changed` (number, n) says of the rest. Of integers, which a block's counts are, PostgreSQL makes sums without numeric.
 */
export const placeOfPage = (
  ownerId: string | RawBuilder<string>,
  list: string,
  status: string,
  skip: number | RawBuilder<unknown>,
) => {
  const mine = sql`owner_id = ${ownerId} and list = ${list} and status = ${status}`;
  return sql`
    big as (
      select block, n, (sum(n) over (order by block desc))::bigint as through
      from (
        select block, sum(n)::integer as n from (
          select block, n from list_block where ${mine} and level = 1
          union all select number >> ${BIG_BITS}, n from changed
        ) as part group by block having sum(n) <> 0
      ) as counted
    ), total as (
      select coalesce(max(through), 0) as n from big
    ), first_big as (
      select block, through - n as before from big where through > ${skip} order by block desc limit 1
    ), small as (
      select counted.block, n, (before + sum(n) over (order by counted.block desc))::bigint as through
      from (
        select block, sum(n)::integer as n from (
          select block, n from list_block
          where ${mine} and level = 0 and block >= (select block from first_big) << ${SMALL_IN_BIG_BITS}
            and block < (select block + 1 from first_big) << ${SMALL_IN_BIG_BITS}
          union all select number >> ${SMALL_BITS}, n from changed where number >> ${BIG_BITS} = (select block from first_big)
        ) as part group by block having sum(n) <> 0
      ) as counted, first_big
    ), first_small as (
      select block, n, (through - n)::bigint as before from small where through > ${skip} order by block desc limit 1
    )`;
};

/**
 * The numbers of a page of one status: the counters lead to the small block in which it begins, and from the nearer end of it at
 * most 2048 index steps to its first number. Only the numbers of the page are then looked up in the table.
 */
function numbersOfPage(list: DenseList, ownerId: string, status: string, skip: number, take: number) {
  if (list.filter === undefined) throw new Error(`The list of ${list.list} is not filtered by status`);
  const { table, status: column } = list.filter;
  const number = sql.ref(list.number);
  const ofStatus = sql`
    select ${number} as number from ${table} where ${sql.ref(list.owner)} = ${ownerId} and ${sql.ref(column)} = ${status}`;
  return {
    numbers: sql`
      changed as materialized (
        select number, n from list_unfolded(${ownerId}, lists_end_xid(), lists_end_id())
        where list = ${list.list} and status = ${status}
      ), ${placeOfPage(ownerId, list.list, status, skip)}, begun as (
        select case when within * 2 < n
          then (${ofStatus} and ${number} < (block + 1) << ${SMALL_BITS} order by ${number} desc offset within limit 1)
          else (${ofStatus} and ${number} >= block << ${SMALL_BITS} order by ${number} offset n - 1 - within limit 1)
        end as number from (select block, n, ${skip} - before as within from first_small) as place
      ), on_page as (
        select found.number from begun cross join lateral (
          ${ofStatus} and ${number} <= begun.number order by ${number} desc limit ${take}
        ) found
      )`,
    isOnPage: sql`${number} = any(array(select number from on_page))`,
  };
}

/**
 * One page of the list, newest first, and the count, both of one moment, in constant time however far the page is.
 * The limit gives the planner what the numbers already imply: that a page is short.
 */
export async function readPage<Row>(db: Reader, list: DenseList, request: OwnersPage): Promise<Page<Row>> {
  const { ownerId, status, page, pageSize } = request;
  const skip = (page - 1) * pageSize;
  const { numbers, isOnPage } =
    status === undefined
      ? rangeOfPage(list, ownerId, skip, pageSize)
      : numbersOfPage(list, ownerId, status, skip, pageSize);
  const { rows } = await readByKeys(
    db,
    sql<Counted<Row>>`
    with ${numbers}
    select total.n as count, r.* from total left join lateral (
      ${list.select}
      where ${sql.ref(list.owner)} = ${ownerId} and ${isOnPage}
      order by ${sql.ref(list.number)} desc limit ${pageSize}
    ) r on true`,
  );
  return pageOf(rows);
}

/** One page of those of a list that `found` names, as a query of `number`, newest first. They are few, so they are counted. */
export async function readFound<Row>(
  db: Reader,
  list: DenseList,
  found: RawBuilder<unknown>,
  { ownerId, page, pageSize }: OwnersPage,
): Promise<Page<Row>> {
  const number = sql.ref(list.number);
  const { rows } = await sql<Counted<Row>>`
    with found as materialized (${found})
    select (select count(*) from found) as count, r.* from (select) as always left join lateral (
      ${list.select} where ${sql.ref(list.owner)} = ${ownerId} and ${number} = any(array(
        select number from found order by number desc offset ${(page - 1) * pageSize} limit ${pageSize}
      )) order by ${number} desc
    ) r on true`.execute(db);
  return pageOf(rows);
}

/** The history of each owner of a list that is kept for a time. */
interface History {
  what: Kept;
  /** Its name in list_sequence. */
  list: string;
  /** The list's table, with an `id`, and its columns. */
  table: string;
  owner: string;
  number: string;
  /** Whether a row of the table may be forgotten. */
  isOld: RawBuilder<boolean>;
  /** Rows that one transaction forgets: meanwhile the owner's list takes no new ones. */
  batchSize: number;
  /** Deletes rows, and what hangs on them. */
  remove: (tx: Tx, rows: readonly Locked<{ id: string }>[]) => Promise<void>;
}

/**
 * Forgets the old rows of a list, each owner's from the old end up to the first that is to be kept: so the list stays dense,
 * and its count is still the difference of two numbers. Safe to break off anywhere, and to run twice at once.
 */
export async function forgetOldest(db: Database, history: History, doBatches: DoBatches): Promise<void> {
  const { list, table, owner, number, isOld, batchSize } = history;
  const { rows: owners } = await sql<{ id: string }>`
    select owner_id as id from list_sequence
    join ${sql.table(table)} on ${sql.ref(owner)} = owner_id and ${sql.ref(number)} = first
    where list = ${list} and ${isOld}`.execute(db);
  for (const { id } of owners) {
    await doBatches(() => transaction(db, async (tx) => (await forgetBatch(tx, history, id)) === batchSize));
  }
}

/** @returns how many rows it has forgotten. */
async function forgetBatch(tx: Tx, { what, remove, ...history }: History, ownerId: string): Promise<number> {
  const { list, table, owner, number, isOld, batchSize } = history;
  const old = await lockRows(
    tx,
    sql<{ id: string; position: bigint }>`
      select ${sql.ref(`${table}.id`)}, ${sql.ref(number)} - first as position from list_sequence
      join ${sql.table(table)} on ${sql.ref(owner)} = owner_id
        and ${sql.ref(number)} >= first and ${sql.ref(number)} < first + ${batchSize}::bigint
      where owner_id = ${ownerId} and list = ${list} and ${isOld}
      order by ${sql.ref(number)} for update of ${sql.table(table)}`,
  );
  // A row behind one that is kept is kept, too.
  const oldest = old.filter(({ position }, index) => position === BigInt(index));
  if (oldest.length === 0) return 0;
  await remove(tx, oldest);
  await sql`
    update list_sequence set first = first + ${oldest.length}::bigint
    where owner_id = ${ownerId} and list = ${list}`.execute(tx);
  await countForgotten(tx, what, oldest.length);
  return oldest.length;
}

import { type RawBuilder, sql } from 'kysely';
import type { Reader } from './tx.ts';

/** A long list of an owner, numbered densely (migrations/003). */
interface DenseList {
  /** Its name in list_sequence and list_block. */
  list: string;
  /** `select true as present, … from …`, without a where; the rows of the answer. */
  select: RawBuilder<unknown>;
  /** Columns of the list's table. */
  owner: string;
  number: string;
  status: string;
}

interface PageRequest {
  ownerId: string;
  /** Only rows of this status. */
  status?: string | undefined;
  /** From 1. */
  page: number;
  pageSize: number;
}

export interface Page<Row> {
  count: number;
  results: Row[];
}

/** A block of the status counters spans this many numbers: `>> 12` in the migration. */
const BLOCK_BITS = 12;

/**
 * One page of the list, newest first, and the count, both of one moment, in constant time however far the page is: a range of
 * numbers or, with a status, the block where the page begins and at most 4096 index steps inside it.
 */
export async function readPage<Row>(db: Reader, list: DenseList, request: PageRequest): Promise<Page<Row>> {
  const skip = BigInt(request.page - 1) * BigInt(request.pageSize);
  const number = sql.ref(list.number);
  const mine = sql`${sql.ref(list.owner)} = ${request.ownerId}`;

  const query =
    request.status === undefined
      ? sql<Row & { count: bigint; present: boolean | null }>`
          with total as (
            select coalesce((select last from list_sequence where owner_id = ${request.ownerId} and list = ${list.list}), 0) as n
          )
          select total.n as count, r.* from total left join lateral (
            ${list.select}
            where ${mine} and ${number} <= total.n - ${skip} and ${number} > total.n - ${skip + BigInt(request.pageSize)}
            order by ${number} desc
          ) r on true`
      : sql<Row & { count: bigint; present: boolean | null }>`
          with block as (
            select block, n, (sum(n) over (order by block desc))::bigint as through
            from list_block
            where owner_id = ${request.ownerId} and list = ${list.list} and status = ${request.status} and n > 0
          ), total as (
            select coalesce(max(through), 0) as n from block
          ), start as (
            select block, through - n as before from block where through > ${skip} order by block desc limit 1
          )
          select total.n as count, r.* from total left join start on true left join lateral (
            ${list.select}
            where ${mine} and ${sql.ref(list.status)} = ${request.status}
              and ${number} < ((start.block + 1) << ${sql.lit(BLOCK_BITS)})
            order by ${number} desc offset ${skip} - start.before limit ${request.pageSize}
          ) r on true`;

  const { rows } = await query.execute(db);
  const count = Number(rows[0]?.count ?? 0n);
  return { count, results: rows.filter((row) => row.present !== null) };
}

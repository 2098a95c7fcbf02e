import { type RawBuilder, sql } from 'kysely';
import { after, MINUTE } from '../kernel/clock.ts';
import { firstIdAt } from '../kernel/ids.ts';
import type { Reader } from './tx.ts';

/** A list of an owner's objects whose rows are numbered as they were made, with indexes on (owner, number), (owner, id) and (owner, status, number). */
export interface KeysetList {
  table: string;
  owner: string;
  number: string;
  /** The type of the column `status`. */
  statusType: string;
}

/** What is looked for, after a row that was seen. */
export interface Sought {
  ownerId: string;
  /** The id of the last row that was seen. */
  after?: string | undefined;
  statuses?: readonly string[] | undefined;
  /** Made at this moment or later. */
  from?: Date | undefined;
  /** Made before it. */
  to?: Date | undefined;
  limit: number;
}

/** The conditions on when a row was made, by its id: ids rise with time. */
export const madeWithin = (id: RawBuilder<unknown>, { from, to }: Pick<Sought, 'from' | 'to'>) => sql`
  ${from === undefined ? sql`` : sql`and ${id} >= ${firstIdAt(from)}::uuid`}
  ${to === undefined ? sql`` : sql`and ${id} < ${firstIdAt(to)}::uuid`}`;

/**
 * The ids of an owner's objects, newest first, from where one was: rows that are made meanwhile shift nothing. Each step walks an
 * index to its own rows, however long the list is. Rows are numbered when they are written, and their ids say when they were asked
 * for, perhaps a little earlier: hence the minute. Ids of one millisecond are in no order: a bound is a row beyond those sought.
 */
export async function nextIds(
  db: Reader,
  { table, owner, number, statusType }: KeysetList,
  { ownerId, after: seen, statuses, from, to, limit }: Sought,
): Promise<string[]> {
  const [rows, numberOf, ownerOf] = [sql.table(table), sql.ref(`t.${number}`), sql.ref(`t.${owner}`)];
  const mine = sql`${ownerOf} = ${ownerId}`;
  const first = from && firstIdAt(after(from, -MINUTE));
  const last = to && firstIdAt(after(to, MINUTE));
  const numberWhere = (condition: RawBuilder<unknown>) =>
    sql`(select ${numberOf} from ${rows} t where ${mine} and ${condition} limit 1)`;
  const isFurther = sql`
    ${seen === undefined ? sql`` : sql`and ${numberOf} < ${numberWhere(sql`t.id = ${seen}`)}`}
    ${first === undefined ? sql`` : sql`and ${numberOf} > coalesce(${numberWhere(sql`t.id < ${first}::uuid order by t.id desc`)}, 0)`}
    ${last === undefined ? sql`` : sql`and ${numberOf} < coalesce(${numberWhere(sql`t.id >= ${last}::uuid order by t.id`)}, 9223372036854775807)`}
    ${madeWithin(sql`t.id`, { from, to })}`;
  const found = (isInStatus: RawBuilder<unknown>) => sql`
    select t.id, ${numberOf} as number from ${rows} t where ${mine} ${isInStatus} ${isFurther}
    order by ${numberOf} desc limit ${limit}`;
  const wanted =
    statuses === undefined
      ? found(sql``)
      : sql`
        select found.* from unnest(${statuses}::text[]) as wanted (status)
        cross join lateral (${found(sql`and t.status = wanted.status::${sql.raw(statusType)}`)}) as found`;
  const { rows: ids } = await sql<{ id: string }>`
    select id from (${wanted}) as row order by number desc limit ${limit}`.execute(db);
  return ids.map(({ id }) => id);
}

/** Whether an id is of the owner's list: a cursor that somebody made up leads nowhere. */
export async function isListed(
  db: Reader,
  { table, owner }: KeysetList,
  ownerId: string,
  id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)} where id = ${id} and ${sql.ref(owner)} = ${ownerId}`.execute(db);
  return rows.length > 0;
}

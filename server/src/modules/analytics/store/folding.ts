import { type RawBuilder, sql } from 'kysely';
import { PLANNED_BY_KEYS, type Tx } from '../../../db/tx.ts';
import { after, DAY, moscowMidnight } from '../../../kernel/clock.ts';
import type { Position } from '../../../outbox/read.ts';
import { columns, eachColumn, isNothing, sums } from './columns.ts';

// How rows come into `rollup`: always as what is added to them. So a fold and a count of a day anew are the same statement.

/** Up to the last event that the statement sees. */
export const TO_THE_END = sql`lists_end_xid(), lists_end_id()`;

/** The sums of changes by the hour, and of these by the day: as rows of `rollup`. */
const asRows = (changes: RawBuilder<unknown>) => sql`
  hourly as materialized (
    select hour, by, account_id, key, ${sums} from (${changes}) as change group by 1, 2, 3, 4
  ), wanted as (
    select hour as start, 'hour' as span, by, account_id, key, ${columns} from hourly
    union all
    select date_trunc('day', hour, 'Europe/Moscow'), 'day', by, account_id, key, ${sums} from hourly group by 1, 3, 4, 5
  )`;

const addFrom = (rows: RawBuilder<unknown>) => sql`
  insert into rollup as r (start, span, by, account_id, key, ${columns})
  select start, span, by, account_id, key, ${columns} from ${rows} where not ${isNothing} order by 1, 2, 3, 4, 5
  on conflict (start, span, by, account_id, key) do update set
    ${eachColumn((column) => sql`${column} = r.${column} + excluded.${column}`)}`;

/** Adds what the events up to one have changed since the reader's place, which the caller has locked and moves there. */
export async function foldEvents(tx: Tx, last: Position): Promise<void> {
  const [xid, id] = last.split('/');
  // Few events meet long tables, whatever the statistics say.
  await sql`select ${PLANNED_BY_KEYS}`.execute(tx);
  const changes = sql`select * from rollup_of_events(null, ${xid}::xid8, ${id}::bigint) as changed`;
  await sql`with ${asRows(changes)} ${addFrom(sql`wanted`)}`.execute(tx);
}

const NEGATED = eachColumn((column) => sql`-${column} as ${column}`);

/** Moments, as expressions: days of Moscow from one up to another, and from when on hours are kept. */
interface Span {
  from: RawBuilder<unknown>;
  until: RawBuilder<unknown>;
  hoursFrom: RawBuilder<unknown>;
}

/**
 * `deviation`: by what the rows of some days, with the events that are not folded yet, are less than a recount of the orders that were
 * created in them; as rows of `rollup`, none where all is right. Within one statement, and so one snapshot.
 */
export const deviations = ({ from, until, hoursFrom }: Span) => sql`
  ${asRows(sql`
    select * from rollup_of_orders(${from}, ${until}) as counted
    union all
    select hour, by, account_id, key, ${NEGATED} from rollup_of_events(null, ${TO_THE_END}) as unfolded
    where hour >= ${from} and hour < ${until}`)}, deviation as (
    select start, span, by, account_id, key, ${sums}
    from (
      select * from wanted
      union all
      select start, span, by, account_id, key, ${NEGATED} from rollup where start >= ${from} and start < ${until}
    ) as part
    where span = 'day' or start >= ${hoursFrom}
    group by 1, 2, 3, 4, 5
    having not (${eachColumn((column) => sql`sum(${column}) = 0`, sql` and `)})
  )`;

/** Hours are kept for a quarter; days for good. */
const HOURS_KEPT_MS = 92 * DAY;

/** The first hour that is kept. */
export const hoursFrom = (at: Date): Date => moscowMidnight(after(at, -HOURS_KEPT_MS));

/** As many orders as a day has: longer than any request may take. */
export async function allowLong(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
}

/**
 * Counts the day that begins at a moment anew, from the rows of its orders: adds to its rows what they lack, and takes from them
 * what is too much. The caller has the reader's place locked.
 * @returns how many rows were not right.
 */
export async function recountDay(tx: Tx, day: Date, at: Date): Promise<bigint> {
  const span = {
    from: sql`${day}::timestamptz`,
    until: sql`${after(day, DAY)}::timestamptz`,
    hoursFrom: sql`${hoursFrom(at)}::timestamptz`,
  };
  const { numAffectedRows } = await sql`with ${deviations(span)} ${addFrom(sql`deviation`)}`.execute(tx);
  return numAffectedRows ?? 0n;
}

/** Forgets hours of long ago. */
export async function forgetHours(tx: Tx, at: Date): Promise<void> {
  await sql`delete from rollup where start < ${hoursFrom(at)} and span = 'hour'`.execute(tx);
}

/** From when on days are whole; undefined: all are. Locked, if the caller has the reader's place locked. */
export async function readSince(tx: Tx): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date | null }>`
    select case when isfinite(since) then since end as since from rollup_since`.execute(tx);
  return rows[0]?.since ?? undefined;
}

/** Writes that days are whole from a moment on; undefined: all are. */
export async function setSince(tx: Tx, since: Date | undefined): Promise<void> {
  await sql`update rollup_since set since = coalesce(${since ?? null}::timestamptz, '-infinity')`.execute(tx);
}

/** The moment in which the first order was created; undefined: there is none. */
export async function readFirst(tx: Tx): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`select created_at as at from orders order by id limit 1`.execute(tx);
  return rows[0]?.at;
}

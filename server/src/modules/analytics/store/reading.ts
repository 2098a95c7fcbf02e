import { type Breakdown, SUM_BANDS } from '@kantor/contract/plain/analytics.ts';
import { type RawBuilder, sql } from 'kysely';
import { readByKeys, type Reader } from '../../../db/tx.ts';
import { DAY, HOUR, moscowDay } from '../../../kernel/clock.ts';
import { requisiteShortName } from '../../requisites/index.ts';
import { columns, type Figures, sums } from './columns.ts';
import { type Days, startsOf, type Stretch, type Waited } from '../rules.ts';
import { TO_THE_END } from './folding.ts';

/** Whose figures: a trader's, a merchant's, or everybody's together (undefined). */
export type Whose = string | undefined;

const accountOf = (whose: Whose) => sql`coalesce(${whose ?? null}::uuid, platform_owner())`;

/** What the events that are not folded yet change for somebody. */
const unfolded = (whose: Whose) => sql`rollup_of_events(${whose ?? null}::uuid, ${TO_THE_END})`;

/** The figures of an hour or a day. */
export interface Kept extends Figures {
  span: 'hour' | 'day';
  start: Date;
}

interface Asked {
  days: readonly Date[];
  hours: readonly Date[];
  stretches: readonly Stretch[];
}

/** The row of a day, or an hour, that changes that are not folded yet belong to. */
const asSpans = (changes: RawBuilder<unknown>) => sql`
  select hour as start, 'hour' as span, by, key, ${columns} from ${changes}
  union all
  select date_trunc('day', hour, 'Europe/Moscow'), 'day', by, key, ${columns} from ${changes}`;

/**
 * The figures of days and of hours, as far as there are any, and how long closed orders of some stretches of these have waited: what is
 * folded, and what the events after it say, in one snapshot.
 */
export async function readFigures(
  db: Reader,
  whose: Whose,
  { days, hours, stretches }: Asked,
): Promise<{ kept: Kept[]; waited: Waited[] }> {
  const parts = stretches.flatMap(({ days: ofDays, hours: ofHours }, n) => [
    ...startsOf(ofDays, DAY).map((start) => ({ n, span: 'day', start })),
    ...startsOf(ofHours, HOUR).map((start) => ({ n, span: 'hour', start })),
  ]);
  const account = accountOf(whose);
  const { rows } = await readByKeys(
    db,
    sql<(Kept & { stretch: null }) | { stretch: number; seconds: bigint; closed: bigint }>`
    with fresh as materialized (
      select hour, by, key, ${columns} from ${unfolded(whose)} as change
      where account_id = ${account} and by in ('all', 'wait')
    ), asked as (
      select start, 'day' as span from unnest(${days}::timestamptz[]) as start
      union all
      select start, 'hour' from unnest(${hours}::timestamptz[]) as start
    ), part as (
      select * from unnest(${parts.map(({ n }) => n)}::integer[], ${parts.map(({ span }) => span)}::text[],
        ${parts.map(({ start }) => start)}::timestamptz[]) as part (stretch, span, start)
    ), kept as (
      select start, span, ${columns}
      from (
        select asked.start, asked.span, ${columns} from asked join rollup using (start, span)
        where rollup.by = 'all' and account_id = ${account} and key = ''
        union all
        select start, span, ${columns} from asked join (${asSpans(sql`fresh`)}) as change using (start, span) where by = 'all'
      ) as every
    ), waited as (
      select stretch, key::bigint as seconds, sum(closed)::bigint as closed
      from (
        select part.stretch, key, closed from part join rollup using (start, span)
        where rollup.by = 'wait' and account_id = ${account}
        union all
        select stretch, key, closed from part join (${asSpans(sql`fresh`)}) as change using (start, span) where by = 'wait'
      ) as every
      group by 1, 2
    )
    select null::integer as stretch, null::bigint as seconds, start, span, ${sums} from kept group by start, span
    union all
    select stretch, seconds, null, null, 0, 0, closed, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 from waited`,
  );
  const kept: Kept[] = [];
  const waited: Waited[] = [];
  for (const row of rows)
    if (row.stretch === null) kept.push(row);
    else {
      const { stretch, seconds, closed } = row;
      waited.push({ stretch, seconds: Number(seconds), n: closed });
    }
  return { kept, waited };
}

/** A row of a breakdown. */
export interface Part extends Figures {
  key: string;
}

/** The figures of a key in an hour or a day. */
export interface Cell extends Figures {
  start: Date;
  key: string;
}

/** Somebody's hours or days by what is asked for, the earliest first, those alone of which there is anything. */
export async function readCells(
  db: Reader,
  whose: string,
  { by, span, starts }: { by: 'all' | Breakdown; span: 'hour' | 'day'; starts: readonly Date[] },
): Promise<Cell[]> {
  const { rows } = await readByKeys(
    db,
    sql<Cell>`
    with part as (
      select start, key, ${columns} from rollup
      where start = any(${starts}::timestamptz[]) and span = ${span} and by = ${by} and account_id = ${whose}
      union all
      select date_trunc(${span}, hour, 'Europe/Moscow'), key, ${columns} from ${unfolded(whose)} as change
      where date_trunc(${span}, hour, 'Europe/Moscow') = any(${starts}::timestamptz[]) and by = ${by} and account_id = ${whose}
    )
    select start, key, ${sums} from part group by 1, 2 order by 1, 2`,
  );
  return rows;
}

/** Accounts of a role have a row each, which everybody's together need not have. */
const ROLE_OF: Partial<Record<Breakdown, string>> = { merchant: 'merchant', trader: 'trader' };

/** The figures of some days by what a breakdown is by. */
export async function readParts(db: Reader, whose: Whose, by: Breakdown, days: readonly Date[]): Promise<Part[]> {
  const role = ROLE_OF[by];
  // Of all accounts of a role, or of all requisites, the rows are each trader's and merchant's own.
  const isOfMany = whose === undefined && (role !== undefined || by === 'requisite');
  const isAsked = sql`by = ${role === undefined ? by : 'all'} and ${
    isOfMany ? sql`account_id <> platform_owner()` : sql`account_id = ${accountOf(whose)}`
  }`;
  const { rows } = await readByKeys(
    db,
    sql<Part>`
    with part as (
      select account_id, key, ${columns} from rollup
      where start = any(${days}::timestamptz[]) and span = 'day' and ${isAsked}
      union all
      select account_id, key, ${columns} from ${unfolded(whose)} as change
      where date_trunc('day', hour, 'Europe/Moscow') = any(${days}::timestamptz[]) and ${isAsked}
    ), summed as (
      select ${role === undefined ? sql`key` : sql`account_id::text as key`}, ${sums} from part group by 1
    )
    select summed.* from summed
    ${role === undefined ? sql`` : sql`join account on account.id = summed.key::uuid and account.role::text = ${role}`}`,
  );
  return rows;
}

/** From when on days are whole, null: all are; and from which day on refusals have sums, null: all have. */
export async function readCountedSince(db: Reader): Promise<{ since: Date | null; refusalSums: string | null }> {
  const { rows } = await sql<{ since: Date | null; refusalSums: string | null }>`
    select case when isfinite(since) then since end as since,
      case when isfinite(refusal_sums) then refusal_sums::text end as "refusalSums"
    from rollup_since`.execute(db);
  return rows[0] ?? { since: null, refusalSums: null };
}

/** Refused orders of a day, or of an hour of it. */
export interface Refused {
  span: 'hour' | 'day';
  start: Date;
  n: bigint;
}

/** How many orders were refused to a merchant, or to all, by the day, and of some days by the hour. */
export async function readRefused(db: Reader, whose: Whose, days: Days, hourly: readonly Date[]): Promise<Refused[]> {
  const isTheirs = whose === undefined ? sql`true` : sql`merchant_id = ${whose}`;
  const start = sql`day::timestamp at time zone 'Europe/Moscow'`;
  const dayOf = (moment: Date) => moscowDay(moment);
  const { rows } = await sql<Refused>`
    select 'day' as span, ${start} as start, sum(n)::bigint as n from issue_refusal
    where day >= ${dayOf(days.from)}::date and day < ${dayOf(days.until)}::date and ${isTheirs} group by day
    union all
    select 'hour', ${start} + (ten.place - 1) / 6 * interval '1 hour', sum(ten.n)::bigint
    from issue_refusal cross join lateral unnest(tens) with ordinality as ten (n, place)
    where day = any(${hourly.map(dayOf)}::date[]) and ${isTheirs} and ten.n > 0 group by 2`.execute(db);
  return rows;
}

/** Refused orders by why: counts and kopecks; `bands` in the order of SUM_BANDS. */
export interface Reason {
  reason: string;
  n: bigint;
  amount: bigint;
  bands: bigint[];
}

/** Why orders were refused to a merchant, or to all, in some days. */
export async function readReasons(db: Reader, whose: Whose, days: Days): Promise<Reason[]> {
  const bands = SUM_BANDS.map((_, n) => sql`sum(bands[${sql.lit(n + 1)}])`);
  // The driver leaves the numbers of an array as they are written.
  const { rows } = await sql<Omit<Reason, 'bands'> & { bands: string[] }>`
    select gate as reason, sum(n)::bigint as n, sum(amount)::bigint as amount, array[${sql.join(bands)}]::text[] as bands
    from issue_refusal
    where day >= ${moscowDay(days.from)}::date and day < ${moscowDay(days.until)}::date
      and ${whose === undefined ? sql`true` : sql`merchant_id = ${whose}`}
    group by 1`.execute(db);
  return rows.map((row) => ({ ...row, bands: row.bands.map(BigInt) }));
}

/** What requisites are called: as orders show them, and as their traders do. */
export async function readRequisiteNames(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, { name: string; note: string }>> {
  const { rows } = await sql<{ id: string; name: string; note: string }>`
    select requisite.id, ${requisiteShortName('requisite')} as name, requisite.name as note
    from requisite join bank on bank.id = requisite.bank_id where requisite.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

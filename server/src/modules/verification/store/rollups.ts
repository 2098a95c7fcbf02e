import { type RawBuilder, sql } from 'kysely';
import { deviations } from '../../analytics/index.ts';
import type { Check } from './check.ts';

const dayOf = (moment: RawBuilder<unknown>) => sql`date_trunc('day', ${moment}, 'Europe/Moscow')`;
const newest = sql`(select created_at from orders order by id desc limit 1)`;
const oldest = sql`(select created_at from orders order by id limit 1)`;
const wholeFrom = sql`(select since from rollup_since)`;

/** Rows of some days that are not what a recount says. Hours are kept for a quarter, and forgotten by and by. */
const wrong = (from: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql`(
  with ${deviations({
    // Without orders there is no first day, and none is not the beginning of time.
    from: sql`case when ${from} is not null then greatest(${from}, ${wholeFrom}) end`,
    until,
    hoursFrom: sql`(${dayOf(newest)} - interval '90 days')`,
  })}
  select * from deviation)`;

const untilNow = sql`(${dayOf(newest)} + interval '1 day')`;
/** The days of the last week, and of those before one, each night another. */
const lastWeek = wrong(sql`(${dayOf(newest)} - interval '6 days')`, untilNow);
const older = sql`(
  select ${dayOf(oldest)} + interval '1 day' * (extract(epoch from now())::bigint / 86400 % greatest(days.n, 1))
  from (select extract(day from ${dayOf(newest)} - interval '6 days' - ${dayOf(oldest)})::bigint as n) as days
  where days.n > 0)`;

const deviationsIn = (days: RawBuilder<unknown>) => sql`
  select 'rollup' as "table", concat_ws('/', start, span, by, account_id, key) as row,
    format('lacks %s issued, %s closed, %s expired, %s declined, %s paid, %s earned, %s fee, %s reversed, %s appeals',
      issued, closed, expired, declined, paid, earned, fee, reversed_amount, appeals) as problem
  from ${days} as found`;

/** The figures of orders by hour and by day. */
export const ROLLUP_CHECKS: readonly Check[] = [
  {
    invariant: 'The figures of each hour and day are what the orders that were created in it say',
    ofRecent: (since) => deviationsIn(wrong(dayOf(sql`${since}::timestamptz`), untilNow)),
    find: deviationsIn(sql`
      (select * from ${lastWeek} as recent union all select * from ${wrong(older, sql`(${older} + interval '1 day')`)} as old)`),
  },
];

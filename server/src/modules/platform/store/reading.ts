import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { after, DAY, HOUR, moscowMidnight } from '../../../kernel/clock.ts';
import { type Heard, isBroken, LEAST_MESSAGES } from '../rules.ts';

/** The times that are held against the usual share: one that shows a break soon, one for applications that write little. */
const SHORT_MS = 3 * HOUR;
const LONG_MS = DAY;
/** The usual share is the median of the days before today, so many at most: a break becomes usual after a week. */
const USUAL_DAYS = 14;

/** How much of what an application of a bank writes about money is read. */
export interface WatchedApplication {
  application: string;
  /** As in the table of banks. */
  bank: string;
  /** Of the last three hours, and of the last 24. */
  short: Heard;
  long: Heard;
  /** The median share of the days before, 0 to 1; null: no day had enough messages. */
  usual: number | null;
  isBroken: boolean;
}

interface Row extends Pick<WatchedApplication, 'application' | 'bank' | 'usual'> {
  shortSums: number;
  shortUnread: number;
  longSums: number;
  longUnread: number;
}

/** The applications of banks that wrote of money in the last 24 hours, by name. */
export async function readWatched(db: Reader, at: Date): Promise<WatchedApplication[]> {
  const today = moscowMidnight(at);
  const isShort = sql`hour > ${after(at, -SHORT_MS)}`;
  const { rows } = await sql<Row>`
    with recent as materialized (
      select application, max(bank) as bank, coalesce(sum(sums) filter (where ${isShort}), 0)::int as "shortSums",
        coalesce(sum(sums_unread) filter (where ${isShort}), 0)::int as "shortUnread",
        sum(sums)::int as "longSums", sum(sums_unread)::int as "longUnread"
      from message_hour where hour > ${after(at, -LONG_MS)} and hour <= ${at} and sums > 0
      group by application having max(bank) is not null
    )
    select recent.*, usual.share as usual
    from recent left join lateral (
      select percentile_cont(0.5) within group (order by share) as share
      from (
        select sum(sums - sums_unread)::float8 / sum(sums)::float8 as share from message_hour
        where application = recent.application and hour >= ${after(today, -USUAL_DAYS * DAY)} and hour < ${today} and sums > 0
        group by (hour at time zone 'Europe/Moscow')::date having sum(sums) >= ${LEAST_MESSAGES}
      ) as day
    ) as usual on true
    order by application`.execute(db);
  return rows.map(({ application, bank, usual, ...row }) => {
    const short = { sums: row.shortSums, unread: row.shortUnread };
    const long = { sums: row.longSums, unread: row.longUnread };
    return { application, bank, short, long, usual, isBroken: [short, long].some((heard) => isBroken(heard, usual)) };
  });
}

/** The applications whose messages are read less than usual. */
export const readUnreadApplications = async (db: Reader, at: Date): Promise<string[]> =>
  (await readWatched(db, at)).filter((watched) => watched.isBroken).map(({ application }) => application);

/** Messages with a sum of one application in a day of Moscow. */
export interface ReadingDay extends Heard {
  application: string;
  /** Its midnight. */
  day: Date;
}

/** The days of these applications, today's and those before it that the usual share is made of, oldest first. */
export async function readReadingDays(db: Reader, applications: readonly string[], at: Date): Promise<ReadingDay[]> {
  const { rows } = await sql<ReadingDay>`
    select application, date_trunc('day', hour at time zone 'Europe/Moscow') at time zone 'Europe/Moscow' as day,
      sum(sums)::int as sums, sum(sums_unread)::int as unread
    from message_hour
    where application = any(${applications}::text[]) and hour >= ${after(moscowMidnight(at), -USUAL_DAYS * DAY)}
      and hour <= ${at} and sums > 0
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** The banks of these applications, as in the table of banks. */
export const readUnreadBanks = async (db: Reader, at: Date): Promise<string[]> => [
  ...new Set((await readWatched(db, at)).filter((watched) => watched.isBroken).map(({ bank }) => bank)),
];

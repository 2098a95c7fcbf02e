import type { Gate } from '@kantor/contract/plain/gates.ts';
import { sql } from 'kysely';
import type { Reader, Statement } from '../../../db/tx.ts';
import { after, comparedUntil, DAY, MINUTE, moscowMidnight } from '../../../kernel/clock.ts';

/** What happened from a Moscow midnight to a moment. Kopecks and micro-USDT. */
export interface DayFigures {
  /** Orders that were issued. */
  issued: bigint;
  /** Of these, those that are closed by now, and those that expired or were cancelled. */
  cameClosed: bigint;
  cameLost: bigint;
  /** Orders that closed in this time, whenever they were issued, and the kopecks that were paid for them. */
  closed: bigint;
  turnover: bigint;
  /** Micro-USDT of fees less rewards, of what closed and was reversed in this time. */
  revenue: bigint;
}

/**
 * Today so far, and yesterday until the same time: what is folded, and what the events after it say, in one snapshot. Two days of
 * minutes are read, however many orders there were.
 */
export async function readDays(
  db: Reader,
  at: Date,
): Promise<{ today: DayFigures; yesterday: DayFigures; since: Date }> {
  const today = moscowMidnight(at);
  const yesterday = after(today, -DAY);
  const { rows } = await sql<{ isToday: boolean; figure: string; n: bigint; amount: bigint; since: Date }>`
    with part as (
      select minute, figure, n, amount from figure_minute where minute >= ${yesterday}
      union all
      select minute, figure, n, amount from figures_unfolded(lists_end_xid(), lists_end_id()) as change
      where minute >= ${yesterday}
    ), of_day as (
      select minute >= ${today} as is_today, figure, sum(n)::bigint as n, sum(amount)::bigint as amount
      from part where minute >= ${today} or minute < ${comparedUntil(at)} group by 1, 2
    )
    select since, is_today as "isToday", figure, n, amount from figure_since left join of_day on true`.execute(db);
  const of = (isToday: boolean): DayFigures => {
    const found = (figure: string) => rows.find((row) => row.isToday === isToday && row.figure === figure);
    const count = (figure: string) => found(figure)?.n ?? 0n;
    return {
      issued: count('issued'),
      cameClosed: count('came_closed'),
      cameLost: count('came_lost'),
      closed: count('closed'),
      turnover: found('closed')?.amount ?? 0n,
      revenue: found('revenue')?.amount ?? 0n,
    };
  };
  return { today: of(true), yesterday: of(false), since: rows[0]?.since ?? at };
}

/** Why orders were refused, with how many today so far and yesterday until the same time. */
export interface Refused {
  /** A gate, or another reason of a refusal. */
  reason: Gate | (string & {});
  today: bigint;
  yesterday: bigint;
}

export async function readRefusals(db: Reader, at: Date): Promise<Refused[]> {
  const passed = (comparedUntil(at).getTime() - after(moscowMidnight(at), -DAY).getTime()) / (10 * MINUTE);
  const { rows } = await sql<Refused>`
    with day as (select (${at}::timestamptz at time zone 'Europe/Moscow')::date as today)
    select gate as reason, coalesce(sum(n) filter (where day = today), 0)::bigint as today,
      coalesce(sum((select sum(ten) from unnest(tens[1:${passed}::integer]) as ten)) filter (where day < today), 0)::bigint
        as yesterday
    from issue_refusal, day where day between today - 1 and today
    group by 1 order by 2 desc, 3 desc, 1`.execute(db);
  return rows.filter(({ today, yesterday }) => today + yesterday > 0n);
}

const KEPT_MS = 35 * DAY;

/** Forgets the figures of long ago; nobody compares with them. */
export async function forgetFigures(statement: Statement, at: Date): Promise<void> {
  const from = moscowMidnight(after(at, -KEPT_MS));
  await sql`
    with minutes as (delete from figure_minute where minute < ${from}),
      hours as (delete from message_hour where hour < ${from})
    update figure_since set since = ${from} where since < ${from}`.execute(statement);
}

import { sql } from 'kysely';
import type { Reader, Statement } from '../../../db/tx.ts';
import { after, comparedUntil, DAY, moscowMidnight } from '../../../kernel/clock.ts';

/** What a day has brought a merchant until a moment. Kopecks and micro-USDT. */
export interface MerchantDay {
  /** Orders that were issued in this time, and how they stand now: paid, of these after their time, expired, cancelled. */
  issued: bigint;
  paid: bigint;
  late: bigint;
  expired: bigint;
  declined: bigint;
  /** Orders that closed in this time, whenever they were issued, the kopecks that were paid and the fee for them. */
  closed: bigint;
  turnover: bigint;
  fee: bigint;
  /** Appeals that were opened in it. */
  appeals: bigint;
}

/** An hour of Moscow's day, 0 to 23. */
export interface MerchantHour {
  hour: number;
  closed: bigint;
  turnover: bigint;
}

export interface MerchantDays {
  today: MerchantDay;
  /** Until the same time. */
  yesterday: MerchantDay;
  /** Those in which something closed: of yesterday all of them. */
  hours: { today: MerchantHour[]; yesterday: MerchantHour[] };
  /** Before it nothing is counted. */
  since: Date;
}

interface Part {
  isToday: boolean;
  /** It is of yesterday, and later than the time that is compared. */
  isAfter: boolean;
  hour: number;
  figure: string;
  n: bigint;
  amount: bigint;
}

/**
 * Today so far and yesterday: what is folded by ten minutes, and what the events after it say, in one snapshot. Two days of ten
 * minutes are read, however many orders there were.
 * @param merchantId absent: of all merchants together.
 */
export async function readMerchantDays(db: Reader, merchantId: string | undefined, at: Date): Promise<MerchantDays> {
  const today = moscowMidnight(at);
  const yesterday = after(today, -DAY);
  const whose =
    merchantId === undefined
      ? sql`merchant_id in (select id from account where role = 'merchant')`
      : sql`merchant_id = ${merchantId}`;
  const { rows } = await sql<Part & { since: Date }>`
    with part as (
      select tens, figure, n, amount from merchant_figure where ${whose} and tens >= ${yesterday}
      union all
      select tens, figure, n, amount
      from merchant_figures_unfolded(${merchantId ?? null}, lists_end_xid(), lists_end_id()) as change where tens >= ${yesterday}
    ), of_hour as (
      select tens >= ${today} as is_today, tens >= ${comparedUntil(at)} and tens < ${today} as is_after,
        extract(hour from tens at time zone 'Europe/Moscow')::integer as hour, figure, sum(n)::bigint as n,
        sum(amount)::bigint as amount
      from part group by 1, 2, 3, 4
    )
    select since, is_today as "isToday", is_after as "isAfter", hour, figure, n, amount
    from merchant_figure_since left join of_hour on true`.execute(db);
  const parts = rows.filter(({ figure }) => figure !== null);
  return {
    today: dayOf(parts.filter(({ isToday }) => isToday)),
    yesterday: dayOf(parts.filter(({ isToday, isAfter }) => !isToday && !isAfter)),
    hours: {
      today: hoursOf(parts.filter(({ isToday }) => isToday)),
      yesterday: hoursOf(parts.filter(({ isToday }) => !isToday)),
    },
    since: rows[0]?.since ?? at,
  };
}

function dayOf(parts: readonly Part[]): MerchantDay {
  const sum = (figure: string, of: 'n' | 'amount') =>
    parts.reduce((total, part) => (part.figure === figure ? total + part[of] : total), 0n);
  return {
    issued: sum('issued', 'n'),
    paid: sum('came_closed', 'n'),
    late: sum('came_late', 'n'),
    expired: sum('came_expired', 'n'),
    declined: sum('came_declined', 'n'),
    closed: sum('closed', 'n'),
    turnover: sum('closed', 'amount'),
    fee: sum('fee', 'amount'),
    appeals: sum('appeals', 'n'),
  };
}

function hoursOf(parts: readonly Part[]): MerchantHour[] {
  const hours = new Map<number, MerchantHour>();
  for (const { figure, hour, n, amount } of parts) {
    if (figure !== 'closed') continue;
    const { closed, turnover } = hours.get(hour) ?? { closed: 0n, turnover: 0n };
    hours.set(hour, { hour, closed: closed + n, turnover: turnover + amount });
  }
  return [...hours.values()].toSorted((a, b) => a.hour - b.hour);
}

const KEPT_MS = 35 * DAY;

/** Forgets the days of long ago; nobody compares with them. */
export async function forgetMerchantDays(statement: Statement, at: Date): Promise<void> {
  const from = moscowMidnight(after(at, -KEPT_MS));
  await sql`
    with forgotten as (delete from merchant_figure where tens < ${from})
    update merchant_figure_since set since = ${from} where since < ${from}`.execute(statement);
}

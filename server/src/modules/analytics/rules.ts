import { MAX_HOURLY_DAYS, type Period } from '@kantor/contract/plain/analytics.ts';
import { after, DAY, dayStart, HOUR, moscowDay, moscowMidnight, periodStarts } from '../../kernel/clock.ts';
import { badRequest } from '../../kernel/errors.ts';

/** Days of Moscow, or hours, by the moments in which they begin: from one up to another. */
export interface Days {
  from: Date;
  until: Date;
}

/** A stretch of days, and of hours that follow them when the last day is not taken whole. */
export interface Stretch {
  days: Days;
  hours: Days;
}

/** Closed orders of a stretch whose wait is in a bucket (`rollup_wait`), by the seconds in which it begins. */
export interface Waited {
  stretch: number;
  seconds: number;
  n: bigint;
}

/** A period as it is asked for; days of Moscow's calendar. */
export interface AskedPeriod {
  period: Period;
  from?: string | undefined;
  /** The last day. */
  to?: string | undefined;
}

/** A period, and the one that it is compared with. */
export interface Periods {
  /** Days, the last one so far when it is today. */
  current: Days;
  /** The days before, as many. */
  previous: Days;
  /** Up to where they are compared: while the period goes on, up to the last whole hour. */
  until: Date;
  untilBefore: Date;
  isOver: boolean;
}

const ofDays = (last: Date, count: number): Days => ({
  from: after(last, -(count - 1) * DAY),
  until: after(last, DAY),
});

function daysOf({ period, from, to }: AskedPeriod, at: Date): Days {
  const today = moscowMidnight(at);
  switch (period) {
    case 'today':
      return ofDays(today, 1);
    case 'yesterday':
      return ofDays(after(today, -DAY), 1);
    case '7d':
      return ofDays(today, 7);
    case '30d':
      return ofDays(today, 30);
    case 'month':
      return { from: periodStarts(at).month, until: after(today, DAY) };
    case 'own': {
      const [first, last] = [dayStart(from ?? ''), dayStart(to ?? '')];
      if (first > today) throw badRequest({ from: ['Этот период ещё не начался'] });
      return { from: first, until: after(last < today ? last : today, DAY) };
    }
  }
}

/** The days that are meant, none after today. @throws ApiError 400 for a period that has not begun. */
export function periodsOf(asked: AskedPeriod, at: Date): Periods {
  const current = daysOf(asked, at);
  const length = current.until.getTime() - current.from.getTime();
  const isOver = current.until <= at;
  const until = isOver ? current.until : new Date(Math.floor(at.getTime() / HOUR) * HOUR);
  return {
    current,
    previous: { from: after(current.from, -length), until: current.from },
    until,
    untilBefore: after(until, -length),
    isOver,
  };
}

/** The days, or hours, of a span of time, by their beginnings. */
export function startsOf({ from, until }: Days, step: number): Date[] {
  const count = Math.max(0, Math.ceil((until.getTime() - from.getTime()) / step));
  return Array.from({ length: count }, (_, n) => after(from, n * step));
}

/** From a moment in which a day begins up to another: whole days, and the hours of the last one. */
export function stretch(from: Date, until: Date): Stretch {
  const lastDay = moscowMidnight(until);
  return { days: { from, until: lastDay }, hours: { from: lastDay, until } };
}

/** Whether a period is told by the hour. */
export const isHourly = ({ from, until }: Days, hoursFrom: Date): boolean =>
  until.getTime() - from.getTime() <= MAX_HOURLY_DAYS * DAY && from >= hoursFrom;

/** The first and the last day, as the wire has them. */
export const toDays = ({ from, until }: Days) => ({ from: moscowDay(from), to: moscowDay(after(until, -DAY)) });

/** Up to 2^5 seconds a bucket of waits is a second; then its width doubles with the wait, up to 2^18 seconds (`rollup_wait`). */
const EXACT_BITS = 5;
const WIDEST_BITS = 18;
const widthOf = (seconds: number) =>
  2 ** Math.min(Math.max(Math.floor(Math.log2(Math.max(seconds, 1))) - EXACT_BITS + 1, 0), WIDEST_BITS);

/** The wait, in seconds, that a share of all have not exceeded: the middle of its bucket. Null of none. */
export function quantile(waited: readonly Pick<Waited, 'seconds' | 'n'>[], share: number): number | null {
  const total = waited.reduce((sum, { n }) => sum + Number(n), 0);
  let left = Math.ceil(total * share);
  for (const { seconds, n } of waited.toSorted((a, b) => a.seconds - b.seconds)) {
    left -= Number(n);
    if (left <= 0 && total > 0) return seconds + Math.floor((widthOf(seconds) - 1) / 2);
  }
  return null;
}

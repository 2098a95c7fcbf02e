/** The present moment (UTC). Services take it as a dependency, so that a seed or a test can live in another time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Units of time, in milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const after = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);

/** Moscow keeps UTC+3 all year. */
export const MOSCOW_OFFSET_MS = 3 * HOUR;

/** The calendar day in Moscow, `YYYY-MM-DD`. */
export const moscowDay = (moment: Date) => after(moment, MOSCOW_OFFSET_MS).toISOString().slice(0, 10);

/** The moment when that day began in Moscow. */
export const moscowMidnight = (moment: Date) => dayStart(moscowDay(moment));

/** The moment when a day of Moscow's calendar (`YYYY-MM-DD`) begins. */
export const dayStart = (day: string) => after(new Date(`${day}T00:00:00Z`), -MOSCOW_OFFSET_MS);

/** Days of Moscow's calendar, the last of which belongs to it; without an end it goes on to there. */
export interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** The moments of a period: the first in it, and the first after it. */
export const spanOf = ({ from, to }: Days) => ({
  since: from === undefined ? undefined : dayStart(from),
  until: to === undefined ? undefined : after(dayStart(to), DAY),
});

/** The beginnings of the day, the week (on Monday) and the month that a moment is in, in Moscow. */
export function periodStarts(moment: Date): { today: Date; week: Date; month: Date } {
  const today = moscowMidnight(moment);
  const moscow = after(moment, MOSCOW_OFFSET_MS);
  return {
    today,
    week: after(today, -((moscow.getUTCDay() + 6) % 7) * DAY),
    month: after(today, -(moscow.getUTCDate() - 1) * DAY),
  };
}

/** The ten minutes that a moment is in have not passed: a day is compared up to their beginning. */
const TEN_MINUTES_MS = 10 * MINUTE;

/** The moment of yesterday up to which it is compared with today: a day before, ten minutes whole. */
export const comparedUntil = (at: Date): Date =>
  new Date(Math.floor((at.getTime() - DAY) / TEN_MINUTES_MS) * TEN_MINUTES_MS);

/** A moment in Moscow, to the second: `19.11.2026 12:41:05`. */
export function moscowMoment(moment: Date): string {
  const [year, month, day] = moscowDay(moment).split('-');
  return `${day}.${month}.${year} ${after(moment, MOSCOW_OFFSET_MS).toISOString().slice(11, 19)}`;
}

/** A moment in Moscow, as written at another: `12:41`, or `19.11.2026, 12:41` when that is another day. */
export function moscowTime(moment: Date, writtenAt: Date): string {
  const [year, month, day] = moscowDay(moment).split('-');
  const time = after(moment, MOSCOW_OFFSET_MS).toISOString().slice(11, 16);
  return moscowDay(moment) === moscowDay(writtenAt) ? time : `${day}.${month}.${year}, ${time}`;
}

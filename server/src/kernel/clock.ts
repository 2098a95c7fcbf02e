/** The present moment (UTC). Services take it as a dependency, so that a seed or a test can live in another time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export const after = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);

/** Moscow keeps UTC+3 all year. */
const MOSCOW_OFFSET = 3 * 60 * MINUTE;

/** The calendar day in Moscow, `YYYY-MM-DD`. */
const moscowDay = (moment: Date) => after(moment, MOSCOW_OFFSET).toISOString().slice(0, 10);

/** The moment when that day began in Moscow. */
export const moscowMidnight = (moment: Date) => after(new Date(`${moscowDay(moment)}T00:00:00Z`), -MOSCOW_OFFSET);

/** When it was in Moscow, as told at another moment: `12:41`, and the day when that is not today's: `19.11.2026, 12:41`. */
export function moscowTime(moment: Date, told: Date): string {
  const [year, month, day] = moscowDay(moment).split('-');
  const time = after(moment, MOSCOW_OFFSET).toISOString().slice(11, 16);
  return moscowDay(moment) === moscowDay(told) ? time : `${day}.${month}.${year}, ${time}`;
}

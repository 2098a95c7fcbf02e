import type { Days } from './date-range';

const DAY_MS = 86_400_000;

const moved = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The whole month before that of a day. */
export function lastMonth(day: string): Days {
  const to = moved(firstOfMonth(day), -1);
  return { from: firstOfMonth(to), to };
}

/** The spans that are asked for most, up to the last day that can be chosen: today or earlier, of Moscow's calendar. */
export const usualSpans = (today: string, last: string): readonly ({ name: SpanName } & Days)[] =>
  (
    [
      { name: 'today', from: today, to: today },
      { name: 'yesterday', from: moved(today, -1), to: moved(today, -1) },
      { name: 'week', from: moved(last, -6), to: last },
      { name: 'days30', from: moved(last, -29), to: last },
      { name: 'month', from: firstOfMonth(last), to: last },
      { name: 'lastMonth', ...lastMonth(last) },
    ] as const
  ).filter(({ to }) => to <= last);

export type SpanName = 'today' | 'yesterday' | 'week' | 'days30' | 'month' | 'lastMonth';

/** `2026-01-02` as people write it: `02.01.2026`. */
export const writtenDay = (day: string): string => day.split('-').toReversed().join('.');

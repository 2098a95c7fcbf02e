import type { TFunction } from 'i18next';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An age of so many milliseconds, in the largest unit of which there are two, or minutes: `1 мин`, `97 мин`, `3 ч`, `2 дн.` */
export function formatAge(t: TFunction, age: number): string {
  if (age < 2 * HOUR) return t('shell.rateAge.minutes', { n: Math.max(1, Math.floor(age / MINUTE)) });
  if (age < 2 * DAY) return t('shell.rateAge.hours', { n: Math.floor(age / HOUR) });
  return t('shell.rateAge.days', { n: Math.floor(age / DAY) });
}

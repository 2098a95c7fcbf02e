import type { Texts } from './texts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago a moment was, in the largest unit of which there are two, or one minute. */
export function ageOf(since: string, now: number, t: Texts): string {
  const age = Math.max(0, now - Date.parse(since));
  if (age >= 2 * DAY) return t('figures:overview.age.days', { n: Math.floor(age / DAY) });
  if (age >= 2 * HOUR) return t('figures:overview.age.hours', { n: Math.floor(age / HOUR) });
  return t('figures:overview.age.minutes', { n: Math.floor(age / MINUTE) });
}

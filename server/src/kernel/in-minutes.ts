import { MINUTE } from './clock.ts';

const plural = new Intl.PluralRules('ru');
const MINUTES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'минуту', few: 'минуты', many: 'минут' };

/** `3 минуты`, rounded up. */
export function inMinutes(milliseconds: number): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / MINUTE));
  return `${minutes} ${MINUTES[plural.select(minutes)] ?? 'минут'}`;
}

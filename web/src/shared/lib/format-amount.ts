/** Money as the server sends it: a decimal string, or a number from a server that does not know better. */
export type Amount = string | number;

const NO_BREAK_SPACE = '\u00A0';
const MINUS = '\u2212';
const DECIMAL = /^(-?)(\d+)(?:\.(\d*))?$/;

/** Shown where there is no value. */
export const DASH = '—';

/** A decimal without an exponent, exactly as the number prints. */
function toPlain(value: Amount): string {
  if (typeof value === 'string') return value.trim();
  const text = String(value);
  return /e/i.test(text) ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : text;
}

/**
 * Writes a decimal the Russian way: thousands apart by no-break spaces, a comma, `−` for minus: `"1234.5"` → `1 234,50`.
 * Works on digits, never on floating point. Rounds half away from zero to `max` places and keeps at least `min`.
 * Anything that is not a decimal is a dash.
 */
export function formatDecimal(value: Amount | null | undefined, min: number, max: number): string {
  const match = value === null || value === undefined ? null : DECIMAL.exec(toPlain(value));
  if (!match) return DASH;
  const [, sign = '', whole = '0', fraction = ''] = match;
  const kept = BigInt(whole + fraction.slice(0, max).padEnd(max, '0'));
  const rounded = kept + (Number(fraction[max] ?? '0') >= 5 ? 1n : 0n);
  const digits = rounded.toString().padStart(max + 1, '0');
  const integer = max === 0 ? digits : digits.slice(0, -max);
  let decimals = max === 0 ? '' : digits.slice(-max);
  while (decimals.length > min && decimals.endsWith('0')) decimals = decimals.slice(0, -1);
  const grouped = integer.replace(/\B(?=(?:\d{3})+$)/g, NO_BREAK_SPACE);
  return `${sign && rounded !== 0n ? MINUS : ''}${grouped}${decimals && `,${decimals}`}`;
}

/** Roubles, and USDT in lists: two places, `1 234,50`. */
export const formatAmount = (value: Amount | null | undefined): string => formatDecimal(value, 2, 2);

/** USDT on a page of its own: two to six places, `135,354628`. */
export const formatUsdt = (value: Amount | null | undefined): string => formatDecimal(value, 2, 6);

/** A formatted sum with its unit, which no line break parts from it: `1 234,50 ₽`. */
const withUnit = (sum: string, unit: string): string => `${sum}${NO_BREAK_SPACE}${unit}`;

/** USDT one below the other: six places. */
export const usdtInColumn = (value: Amount | null | undefined): string => formatDecimal(value, 6, 6);

/** Roubles with their sign: `1 234,50 ₽`. */
export const inRub = (value: Amount | null | undefined): string => withUnit(formatAmount(value), '₽');

/** USDT of a page of its own, with their name: `135,354628 USDT`. */
export const inUsdt = (value: Amount | null | undefined): string => withUnit(formatUsdt(value), 'USDT');

/** Roubles for 1 USDT with their sign, two to four places: `92,50 ₽`. */
export const rateInRub = (value: Amount | null | undefined): string => withUnit(formatDecimal(value, 2, 4), '₽');

/** A whole number: `12 408`. */
export const formatCount = (value: number | null | undefined): string => formatDecimal(value, 0, 0);

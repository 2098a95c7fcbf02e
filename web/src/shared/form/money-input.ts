import { MAX_COUNT } from '@kantor/contract/plain/limits.ts';
import { MAX_MINOR_UNITS, SCALE } from '@kantor/contract/plain/money.ts';
import { formatDecimal } from '../lib/format-amount';

/** The places that may be typed, and the largest number that the wire takes. `count`: orders, minutes; no money, the same rules. */
const KINDS = {
  wholeRub: { places: 0, max: MAX_MINOR_UNITS / 10n ** BigInt(SCALE.rub) },
  wholeUsdt: { places: 0, max: MAX_MINOR_UNITS / 10n ** BigInt(SCALE.usdt) },
  usdt: { places: SCALE.usdt, max: MAX_MINOR_UNITS / 10n ** BigInt(SCALE.usdt) },
  count: { places: 0, max: BigInt(MAX_COUNT) },
} as const;

export type MoneyKind = keyof typeof KINDS;

/** `wrong`: no number, or a fraction where there are whole ones only. */
type MoneyObjection = 'wrong' | 'tooManyPlaces' | 'leadingZero' | 'tooLarge';

/** `amount` is a plain decimal as the wire takes it: `1500`, `10.5`; empty when nothing is typed. */
type MoneyInput = { amount: string; objection?: never } | { amount?: never; objection: MoneyObjection };

/** Spaces that people type or paste between thousands: of a keyboard, no-break, figure, thin, narrow no-break. No tab: it parts two cells. */
const SPACES = /[ \u00A0\u2007\u2009\u202F]/g;
export const NO_BREAK_SPACE = '\u00A0';
const DIGITS = /^([0-9]+)(?:[.,]([0-9]*))?$/;

/**
 * Reads a sum as it is typed or pasted. Spaces, and parts that are nothing (`,00`), are understood and dropped. Whatever else is no sum
 * of this kind is an objection, never another sum.
 */
export function parseMoneyInput(text: string, kind: MoneyKind): MoneyInput {
  const { places, max } = KINDS[kind];
  const typed = text.trim().replaceAll(SPACES, '');
  if (typed === '') return { amount: '' };
  const match = DIGITS.exec(typed);
  if (!match) return { objection: 'wrong' };
  const [, whole = '', parts] = match;
  if (places === 0 && parts !== undefined && parts !== '00') return { objection: 'wrong' };
  if (places > 0 && parts !== undefined && parts.length > places) return { objection: 'tooManyPlaces' };
  if (whole.length > 1 && whole.startsWith('0')) return { objection: 'leadingZero' };
  const rest = (parts ?? '').replace(/0+$/, '');
  if (whole.length > String(max).length || BigInt(whole) > max || (BigInt(whole) === max && rest !== '')) {
    return { objection: 'tooLarge' };
  }
  return { amount: rest === '' ? whole : `${whole}.${rest}` };
}

/** The largest number of a kind as people read it: `10 000 000 000 000`. */
export const largestOf = (kind: MoneyKind): string => formatDecimal(String(KINDS[kind].max), 0, 0);

/** A sum above zero. */
export const isSum = (text: string, kind: MoneyKind): boolean => /[1-9]/.test(parseMoneyInput(text, kind).amount ?? '');

/** No number, or a good one. */
export const isMoneyOrNone = (text: string, kind: MoneyKind): boolean =>
  parseMoneyInput(text, kind).objection === undefined;

/** A whole number as JSON sends it. @param text a good one, or none: 0 */
export const wholeAmount = (text: string, kind: MoneyKind): number => Number(parseMoneyInput(text, kind).amount ?? '');

/** Whether the spaces in a text are only those between thousands; a text that is no sum stays as it is typed. */
const isSumLike = (text: string, kind: MoneyKind): boolean => {
  const { objection } = parseMoneyInput(text, kind);
  return objection !== 'wrong' && objection !== 'tooManyPlaces';
};

/** What a field keeps of what is typed. */
export const keptOf = (text: string, kind: MoneyKind): string =>
  isSumLike(text, kind) ? text.trim().replaceAll(SPACES, '') : text;

/** What a field shows of what it keeps: thousands apart. */
export const shownOf = (text: string, kind: MoneyKind): string =>
  isSumLike(text, kind)
    ? text.replace(/^[0-9]+/, (whole) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, NO_BREAK_SPACE))
    : text;

/** What a field keeps once it is left: without parts that are nothing. */
export const completeMoney = (text: string, kind: MoneyKind): string =>
  parseMoneyInput(text, kind).amount?.replace('.', ',') ?? text;

/** The wire's decimal as a field keeps it: `1500.00` → `1500`, `10.50` → `10,5`. */
export const toMoneyInput = (amount: string | number): string => completeMoney(String(amount), 'usdt');

const signs = (text: string): number => text.replaceAll(SPACES, '').length;

/** The caret's place in `shown`: behind the same sign as in `typed`. */
export function caretIn(shown: string, typed: string, caret: number): number {
  const wanted = signs(typed.slice(0, caret));
  let at = 0;
  for (let seen = 0; seen < wanted && at < shown.length; at += 1) seen += signs(shown[at] ?? '');
  return at;
}

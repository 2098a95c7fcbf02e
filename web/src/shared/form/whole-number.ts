import { formatCount } from '../lib/format-amount';

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** `1234567` as inputs show it: `1 234 567`; empty for no value. */
export const showWhole = (value: number | null): string => (value === null ? '' : formatCount(value));

/** Typed or pasted text as an integer; null when it has no digit. A pasted fraction is cut off. */
export function parseWhole(text: string, maxDigits: number): number | null {
  const whole = text.replace(/[.,]\d{0,2}\s*$/, '');
  const digits = digitsOf(whole)
    .replace(/^0+(?=\d)/, '')
    .slice(0, maxDigits);
  return digits === '' ? null : Number(digits);
}

export const digitsBefore = (text: string, caret: number): number => digitsOf(text.slice(0, caret)).length;

/** The caret's position in a text after so many of its digits. */
export function caretAfter(text: string, digits: number): number {
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (seen === digits) return index;
    if (/\d/.test(text[index] ?? '')) seen += 1;
  }
  return text.length;
}

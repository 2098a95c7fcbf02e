import { fold } from './normalise.ts';

export interface Amount {
  kopecks: bigint;
  /** Its end in the text, its currency included. */
  end: number;
}

/**
 * Thousands apart by one kind of sign, or not at all; kopecks of one or two places (`51 110.2` has 20). Three digits after a dot or a
 * comma are thousands: no bank writes tenths of a kopeck.
 */
const NUMBER = /(0|[1-9]\d{0,2}(?:([ '.,])\d{3})(?:\2\d{3}){0,3}|[1-9]\d{0,11})(?:([.,])(\d{1,2}))?(?!\d|[.,']\d)/y;

const NAMES = ['рублей', 'рубля', 'рубль', 'руб', 'р', 'RUB', 'RUR', 'r'].map(fold).join('|');
const ROUBLES = new RegExp(`[ \\n]?(?:₽|(?:${NAMES})(?![\\p{L}\\d]))`, 'uy');

/** A number at the place, in hundredths. */
export function numberAt(folded: string, at: number): Amount | undefined {
  NUMBER.lastIndex = at;
  const found = NUMBER.exec(folded);
  if (found === null) return undefined;
  const [all, whole = '', apart, point, cents = ''] = found;
  // `1.500.00` is neither thousands nor kopecks.
  if (apart !== undefined && apart === point) return undefined;
  const kopecks = BigInt(whole.replaceAll(/\D/g, '')) * 100n + BigInt(cents.padEnd(2, '0'));
  return { kopecks, end: at + all.length };
}

/** Roubles at the place: a number with its currency after it. Other currencies are no amounts. */
export function amountAt(folded: string, at: number): Amount | undefined {
  const number = numberAt(folded, at);
  if (number === undefined) return undefined;
  ROUBLES.lastIndex = number.end;
  return ROUBLES.test(folded) ? { kopecks: number.kopecks, end: ROUBLES.lastIndex } : undefined;
}

import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';

/** Exact integers only. Kopecks, micro-USDT, rates of 4 places, basis points. */

/** kopecks (10^-2 RUB) → micro-USDT (10^-6), rate in 10^-4 RUB for 1 USDT: 10^(6-2+4). */
const KOPECKS_TO_MICRO = 10n ** 8n;

/** `amount / rate`, rounded half up to 6 places. Arguments are positive. */
export function toMicroUsdt(kopecks: bigint, rate: bigint): bigint {
  return (2n * kopecks * KOPECKS_TO_MICRO + rate) / (2n * rate);
}

/** The most kopecks that are no more micro-USDT than these, at a rate in 10^-4 RUB for 1 USDT: `toMicroUsdt` turned round. */
export function mostKopecks(microUsdt: bigint, rate: bigint): bigint {
  const bound = rate * (2n * microUsdt + 1n);
  const step = 2n * KOPECKS_TO_MICRO;
  return (bound + step - 1n) / step - 1n;
}

/** The share of whole basis points, rounded down: what remains stays with the party that pays. */
export const shareOf = (amount: bigint, basisPoints: number): bigint => (amount * BigInt(basisPoints)) / 10_000n;

/** Kopecks as a sentence names them: `1 500 ₽`, `0,50 ₽`. */
export function inRoubles(kopecks: bigint): string {
  const [whole = '', part = ''] = formatMinorUnits(kopecks, SCALE.rub).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, '\u00A0');
  return `${grouped}${part === '00' ? '' : `,${part}`}\u00A0₽`;
}

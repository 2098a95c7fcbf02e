import { formatMinorUnits, parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { Amount } from '@/shared/lib/format-amount';

interface Terms {
  rate: Amount | undefined;
  /** Basis points of the sum. */
  feeBp: number | null | undefined;
  balance: Amount | undefined;
}

/** Decimals of USDT; `rest` is absent when the balance is less than what is held. */
interface Held {
  held: string;
  fee: string;
  rest?: string | undefined;
}

/** Micro-USDT for a kopeck at a rate of 1, in 1/10000 of a rouble. */
const KOPECK_AT_ONE = 10n ** 8n;

const usdt = (units: bigint) => formatMinorUnits(units, SCALE.usdt);

/**
 * What a payout holds at the rate now shown, as the server reckons it: the sum, rounded to the nearest micro-USDT, and the fee.
 * @param roubles a plain decimal
 * @returns undefined as long as the rate or the fee is not known
 */
export function heldForPayout(roubles: string, { rate, feeBp, balance }: Terms): Held | undefined {
  const kopecks = parseMinorUnits(roubles, SCALE.rub);
  const price = parseMinorUnits(String(rate), SCALE.rate);
  if (kopecks === undefined || !price || typeof feeBp !== 'number') return undefined;
  const sum = (2n * kopecks * KOPECK_AT_ONE + price) / (2n * price);
  const fee = (sum * BigInt(feeBp)) / 10_000n;
  const had = parseMinorUnits(String(balance), SCALE.usdt);
  const rest = had === undefined || had < sum + fee ? undefined : usdt(had - sum - fee);
  return { held: usdt(sum + fee), fee: usdt(fee), rest };
}

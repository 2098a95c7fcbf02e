import { formatMinorUnits, parseMinorUnits, type Scale, SCALE } from '@kantor/contract/plain/money.ts';
import type { Amount } from '../lib/format-amount';

/** What is no amount counts for nothing: a list shows a dash for it. */
function minorUnitsOf(amount: Amount, scale: Scale): bigint {
  const [, minus, digits = ''] = /^(-?)(.*)$/.exec(String(amount)) ?? [];
  const units = parseMinorUnits(digits, scale) ?? 0n;
  return minus ? -units : units;
}

/** Roubles together, or what else has such a scale. A server of the specification alone may send numbers. */
export const sumOf = (amounts: readonly Amount[], scale: Scale = SCALE.rub): string =>
  formatMinorUnits(
    amounts.reduce((sum: bigint, amount) => sum + minorUnitsOf(amount, scale), 0n),
    scale,
  );

import { formatMinorUnits, parseMinorUnits, type Scale, SCALE } from '@kantor/contract/plain/money.ts';
import type { Amount } from '../lib/format-amount';

/** Roubles together, or what else has such a scale. A server of the specification alone may send numbers. */
export const sumOf = (amounts: readonly Amount[], scale: Scale = SCALE.rub): string =>
  formatMinorUnits(
    amounts.reduce((sum, amount) => sum + (parseMinorUnits(String(amount), scale) ?? 0n), 0n),
    scale,
  );

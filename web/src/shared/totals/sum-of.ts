import { formatMinorUnits, parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { Amount } from '../lib/format-amount';

/** Roubles together. A server of the specification alone may send numbers. */
export const sumOf = (amounts: readonly Amount[]): string =>
  formatMinorUnits(
    amounts.reduce((sum, amount) => sum + (parseMinorUnits(String(amount), SCALE.rub) ?? 0n), 0n),
    SCALE.rub,
  );

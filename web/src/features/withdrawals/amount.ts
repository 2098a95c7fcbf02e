import { formatMinorUnits, parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { Amount } from '@/shared/lib/format-amount';
import { toMoneyInput } from '@/shared/form/money-input';
import type { Side } from './sides';

/** All of a balance as it would be typed: whole USDT where the form takes no parts. */
export function allOf(balance: Amount, kind: Side['kind']): string {
  const all = toMoneyInput(balance);
  return kind === 'wholeUsdt' ? all.replace(/,.*$/, '') : all;
}

/** What is left of a balance; undefined when it is less than the amount. */
export function restOf(balance: Amount, amount: string): string | undefined {
  const [had, gone] = [String(balance), amount].map((text) => parseMinorUnits(text, SCALE.usdt));
  return had === undefined || gone === undefined || gone > had ? undefined : formatMinorUnits(had - gone, SCALE.usdt);
}

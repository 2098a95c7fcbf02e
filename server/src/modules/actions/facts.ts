import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { Facts } from '../audit/index.ts';
import type { Effect } from '../ledger/index.ts';

/** Decimal texts of amounts without their unit, as facts keep them. */
export const usdtText = (units: bigint) => formatMinorUnits(units, SCALE.usdt);
export const rubText = (kopecks: bigint) => formatMinorUnits(kopecks, SCALE.rub);
export const rateText = (rate: bigint) => formatMinorUnits(rate, SCALE.rate);

/** Balances before and after postings: users' as they came to be, the platform's by their difference. */
export function effectFacts(effects: readonly Effect[]): { before: Facts; after: Facts } {
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  for (const { owner, kind, amount, balance } of effects) {
    if (balance === null) {
      // Custody is the chain's debt to the books: an outflow is a plus there.
      const [name, moved] = kind === 'custody' ? ['on_chain', -amount] : [kind, amount];
      after[`platform.${name}_usdt_moved`] = `${moved > 0n ? '+' : ''}${usdtText(moved)}`;
      continue;
    }
    const name = `${owner}.${kind}_usdt`;
    before[name] ??= usdtText(balance - amount);
    after[name] = usdtText(balance);
  }
  return { before, after };
}

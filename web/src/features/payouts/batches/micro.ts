import { formatMinorUnits, parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { Batch } from '@/api/batches';

export type Sums = Batch['good'];

const micro = (usdt: string | number): bigint => parseMinorUnits(String(usdt), SCALE.usdt) ?? 0n;
const inText = (amount: bigint): string => formatMinorUnits(amount, SCALE.usdt);

/** What several sums come to. Exact: it is what the server will hold. */
export function together(...all: readonly Sums[]) {
  const held = all.reduce((sum, each) => sum + micro(each.amount_in_usdt) + micro(each.fee_in_usdt), 0n);
  const fee = all.reduce((sum, each) => sum + micro(each.fee_in_usdt), 0n);
  const amount = all.reduce((sum, each) => sum + (parseMinorUnits(String(each.amount), SCALE.rub) ?? 0n), 0n);
  return {
    count: all.reduce((sum, each) => sum + each.count, 0),
    amount: formatMinorUnits(amount, SCALE.rub),
    held: inText(held),
    fee: inText(fee),
    /** What is left of a balance; undefined: it is not enough. */
    restOf: (balance: string | number): string | undefined =>
      micro(balance) < held ? undefined : inText(micro(balance) - held),
  };
}
export type Total = ReturnType<typeof together>;

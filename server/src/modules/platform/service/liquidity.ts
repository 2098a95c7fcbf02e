import type { OrderMethod } from '@kantor/contract/plain/statuses.ts';
import type { Database } from '../../../db/pool.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { toMicroUsdt } from '../../../kernel/money.ts';
import { type Level, type LevelLiquidity, readLiquidity } from '../../orders/index.ts';
import { type Rate, readRate } from '../../rates/index.ts';

/** Kopecks: the sums that payers usually pay. */
const USUAL_AMOUNTS = [500n, 1000n, 5000n, 10_000n, 30_000n, 100_000n].map((roubles) => roubles * 100n);

interface Question {
  method: OrderMethod;
  /** Undefined: any. */
  bankId: number | undefined;
  /** Kopecks, beside the usual sums. */
  amount: bigint | undefined;
}

export interface Liquidity {
  at: Date;
  rate: Rate;
  levels: (Level & LevelLiquidity)[];
}

/**
 * What orders of the usual sums, and of one more, would find now.
 * @throws ApiError 409 `no_rate` while no rate was ever set: nobody knows what a trader must be able to hold.
 */
export async function askLiquidity(
  { db, clock }: { db: Database; clock: Clock },
  { method, bankId, amount }: Question,
): Promise<Liquidity> {
  const at = clock();
  const rate = await readRate(db);
  const amounts = amount === undefined || USUAL_AMOUNTS.includes(amount) ? USUAL_AMOUNTS : [...USUAL_AMOUNTS, amount];
  const levels = amounts.map((each) => ({ amount: each, amountUsdt: toMicroUsdt(each, rate.value) }));
  const found = await readLiquidity(db, { levels, method, bankId, at });
  return { at, rate, levels: levels.flatMap((level, n) => (found[n] ? [{ ...level, ...found[n] }] : [])) };
}

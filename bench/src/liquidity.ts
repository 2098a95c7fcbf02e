import { createPool } from '@kantor/server/src/db/pool.ts';
import { readLiquidity } from '@kantor/server/src/modules/orders/index.ts';
import { median } from './measure.ts';
import type { Row } from './report.ts';

const READS = 30;
const WARM_UP = 5;
/** What the page may take, whatever the machine: nobody waits for it. */
const LIMIT_MS = 100;
/** Kopecks. */
const AMOUNTS = [500n, 1000n, 5000n, 10_000n, 30_000n, 100_000n, 7777n].map((roubles) => roubles * 100n);

/** What orders of seven sums would find among all requisites, against its limit. */
export async function measureLiquidity(url: string, requisites: number): Promise<Row> {
  const db = createPool(url);
  const levels = AMOUNTS.map((amount) => ({ amount, amountUsdt: amount * 100n }));
  const times: number[] = [];
  for (let read = -WARM_UP; read < READS; read += 1) {
    const question = { levels, method: 'sbp' as const, bankId: undefined, at: new Date() };
    const since = performance.now();
    await readLiquidity(db, question);
    if (read >= 0) times.push(performance.now() - since);
  }
  await db.destroy();
  const ours = median(times);
  return {
    what: `liquidity of ${AMOUNTS.length} sums at ${requisites.toLocaleString('en')} requisites`,
    ours: `${ours.toFixed(1)} ms`,
    reference: `${LIMIT_MS} ms, the limit`,
    ratio: ours / LIMIT_MS,
    target: { most: 1 },
  };
}

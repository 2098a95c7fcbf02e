import { createPool } from '@kantor/server/src/db/pool.ts';
import { readAtGates } from '@kantor/server/src/modules/orders/store/readiness.ts';
import { median } from './measure.ts';
import type { Row } from './report.ts';

const READS = 30;
const WARM_UP = 5;
/** What it may take, whatever the machine: the balance asks it after each order. */
const LIMIT_MS = 20;

/** Which of a trader's requisites would take an order now, and why not the others, against its limit. */
export async function measureReadiness(url: string, traderId: string, requisites: number): Promise<Row> {
  const db = createPool(url);
  const times: number[] = [];
  for (let read = -WARM_UP; read < READS; read += 1) {
    const question = { amount: undefined, method: undefined, bankId: undefined, rate: 920_000n, at: new Date() };
    const since = performance.now();
    const rows = await readAtGates(db, traderId, question);
    if (rows.length !== requisites) throw new Error(`${rows.length} requisites instead of ${requisites}`);
    if (read >= 0) times.push(performance.now() - since);
  }
  await db.destroy();
  const ours = median(times);
  return {
    what: `all ${requisites} requisites of a trader at their gates`,
    ours: `${ours.toFixed(1)} ms`,
    reference: `${LIMIT_MS} ms, the limit`,
    ratio: ours / LIMIT_MS,
    target: { most: 1 },
  };
}

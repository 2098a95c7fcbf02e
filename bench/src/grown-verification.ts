import { createPool } from '@kantor/server/src/db/pool.ts';
import { after, DAY } from '@kantor/server/src/kernel/clock.ts';
import { inspect } from '@kantor/server/src/modules/verification/index.ts';
import { query } from './environment.ts';
import type { Row } from './report.ts';

const MOST_S = 10;

/** Verifies what was made in the last day of a marketplace, as a night does with three. @param url for a superuser. */
export async function measureVerification(url: string): Promise<Row> {
  const [newest] = await query<{ at: Date }>(url, 'select created_at as at from orders order by id desc limit 1');
  const db = createPool(url, { max: 1 });
  const startedAt = performance.now();
  const { violations, counts } = await inspect(db, { since: after(newest?.at ?? new Date(), -DAY) });
  const seconds = (performance.now() - startedAt) / 1000;
  await db.destroy();
  if (violations.length > 0) throw new Error(`What was filled breaks invariants: ${JSON.stringify(violations[0])}`);
  return {
    what: `\`verify\` of a day, ${counts.orders.toLocaleString('en')} orders`,
    ours: `${seconds.toFixed(1)} s`,
    reference: `${MOST_S} s, the goal`,
    ratio: seconds / MOST_S,
    target: { most: 1 },
    note: `${counts.checks} checks, ${counts.entries.toLocaleString('en')} entries.`,
  };
}

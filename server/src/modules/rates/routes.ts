import { getRate } from '@kantor/contract/info.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isStale } from './rules.ts';
import { readRate } from './store.ts';

export function rateRoutes(bind: Bind, { db, clock }: { db: Database; clock: Clock }): void {
  bind(getRate, async () => {
    const rate = await readRate(db);
    return { rate: rate.value, updated_at: rate.confirmedAt, is_stale: isStale(rate, clock()) };
  });
}

import { getRate } from '@kantor/contract/info.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import { readRate } from './store.ts';

export function rateRoutes(bind: Bind, { db }: { db: Database }): void {
  bind(getRate, async () => {
    const rate = await readRate(db);
    return { rate: rate.value, updated_at: rate.at };
  });
}

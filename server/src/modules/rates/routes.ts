import { getRate } from '@kantor/contract/wire/info.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readRate } from './store.ts';
import { toRate } from './wire.ts';

export function rateRoutes(bind: Bind, { db, clock }: { db: Database; clock: Clock }): void {
  bind(getRate, async () => toRate(await readRate(db), clock()));
}

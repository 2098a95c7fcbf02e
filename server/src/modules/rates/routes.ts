import { getRate } from '@kantor/contract/wire/info.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isStale } from './rules.ts';
import { readRate } from './store.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

/** The rate as everyone is told it. @throws ApiError 409 `no_rate`. */
export async function tellRate({ db, clock }: Deps) {
  const rate = await readRate(db);
  return { rate: rate.value, updated_at: rate.confirmedAt, is_stale: isStale(rate, clock()) };
}

export function rateRoutes(bind: Bind, deps: Deps): void {
  bind(getRate, () => tellRate(deps));
}

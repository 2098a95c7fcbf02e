import { getRadar, listThresholds } from '@kantor/contract/wire/platform/radar.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { askRadar } from './service.ts';
import { readThresholds } from './store/figures.ts';
import { toThresholds, toWatched } from './wire.ts';

export function radarRoutes(bind: Bind, deps: { db: Database; clock: Clock }): void {
  bind(getRadar, async ({ query }) => {
    const { count, results } = await askRadar(deps, query);
    return { count, results: results.map(toWatched) };
  });
  bind(listThresholds, async () => toThresholds(await readThresholds(deps.db)));
}

import { listThresholds } from '@kantor/contract/wire/platform/radar.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import type { Clock } from '../../kernel/clock.ts';
import { radarList } from './lists.ts';
import { readThresholds } from './store/figures.ts';
import { toThresholds } from './wire.ts';

export function radarRoutes(bind: Bind, deps: { db: Database; clock: Clock }): void {
  bindList(bind, deps, radarList);
  bind(listThresholds, async () => toThresholds(await readThresholds(deps.db)));
}

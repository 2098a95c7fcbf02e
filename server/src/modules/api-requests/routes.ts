import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import type { Clock } from '../../kernel/clock.ts';
import { apiRequestList } from './lists.ts';

export const apiRequestRoutes = (bind: Bind, deps: { db: Database; clock: Clock }): void =>
  bindList(bind, deps, apiRequestList);

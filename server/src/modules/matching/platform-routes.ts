import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import type { Clock } from '../../kernel/clock.ts';
import { balanceBankList } from './lists.ts';

/** What banks' balances settle, for the platform's people. */
export const bankBalanceRoutes = (bind: Bind, deps: { db: Database; clock: Clock }): void =>
  bindList(bind, deps, balanceBankList);

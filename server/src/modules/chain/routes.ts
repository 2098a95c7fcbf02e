import * as calls from '@kantor/contract/wire/deposits.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import { toListTotals } from '../../http/page.ts';
import type { Clock } from '../../kernel/clock.ts';
import { depositList, pendingDepositList } from './lists.ts';
import { getDeposit, sumDeposits } from './service.ts';
import { toDetail } from './wire.ts';

export function chainRoutes(bind: Bind, deps: { db: Database; clock: Clock }): void {
  bindList(bind, deps, depositList);
  bind(calls.getDepositTotals, async ({ caller, query }) => toListTotals(await sumDeposits(deps.db, caller.id, query)));
  bindList(bind, deps, pendingDepositList);
  bind(calls.getDeposit, async ({ caller, params }) => toDetail(await getDeposit(deps.db, caller.id, params.id)));
}

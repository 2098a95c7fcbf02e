import * as calls from '@kantor/contract/wire/balance.ts';
import { getMerchantToday } from '@kantor/contract/wire/merchant-day.ts';
import type { Role } from '@kantor/contract/plain/rights.ts';
import { actorOf } from '../../http/actor.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import { toListTotals } from '../../http/page.ts';
import { operationList } from './lists.ts';
import * as balance from './service.ts';
import { toMerchantDashboard, toMerchantToday, toTraderDashboard } from './wire.ts';

export function balanceRoutes(bind: Bind, deps: balance.Deps): void {
  const traderDashboard = async (id: string) => toTraderDashboard(await balance.getTraderDashboard(deps, id));

  bind(calls.getTraderDashboard, ({ caller }) => traderDashboard(caller.id));
  /** An operator sees all merchants together. */
  const merchantOf = ({ id, role }: { id: string; role: Role }) => (role === 'operator' ? undefined : id);
  bind(calls.getMerchantDashboard, async ({ caller }) =>
    toMerchantDashboard(await balance.getMerchantDashboard(deps, merchantOf(caller))),
  );
  bind(getMerchantToday, async ({ caller }) =>
    toMerchantToday(await balance.getMerchantToday(deps, merchantOf(caller))),
  );
  bind(calls.toggleTraffic, async ({ body, ...input }) => {
    await balance.toggleTraffic(deps, actorOf(input.caller, input.request), body.is_active);
    return traderDashboard(input.caller.id);
  });
  bind(calls.moveEarnings, async (input) => {
    await balance.moveEarnings(deps, actorOf(input.caller, input.request));
    return traderDashboard(input.caller.id);
  });
  bindList(bind, deps, operationList);
  bind(calls.getOperationTotals, async ({ caller }) =>
    toListTotals({ isWhole: true, ...(await balance.sumOperations(deps.db, caller.id)) }),
  );
  bind(calls.getEarnings, ({ caller }) => balance.getEarnings(deps, caller.id));
}

import * as calls from '@kantor/contract/wire/balance.ts';
import type { Bind } from '../../http/endpoint.ts';
import { type Deps, merchantDashboard, moveEarnings, toggleTraffic, traderDashboard } from './service.ts';

export function balanceRoutes(bind: Bind, deps: Deps): void {
  bind(calls.getTraderDashboard, ({ caller }) => traderDashboard(deps, caller.id));
  bind(calls.getMerchantDashboard, ({ caller }) =>
    merchantDashboard(deps, caller.role === 'operator' ? undefined : caller.id),
  );
  bind(calls.toggleTraffic, async ({ caller, body }) => {
    await toggleTraffic(deps, caller.id, body.is_active);
    return traderDashboard(deps, caller.id);
  });
  bind(calls.moveEarnings, async ({ caller }) => {
    await moveEarnings(deps, caller.id);
    return traderDashboard(deps, caller.id);
  });
}

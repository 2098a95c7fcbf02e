import * as calls from '@kantor/contract/wire/withdrawals.ts';
import type { Bind } from '../../http/endpoint.ts';
import { optionalKey } from '../idempotency/index.ts';
import {
  addWallet,
  createWithdrawal,
  type Deps,
  getWithdrawal,
  listOperations,
  listWallets,
  listWithdrawals,
} from './service.ts';

export function withdrawalRoutes(bind: Bind, deps: Deps): void {
  bind(calls.listWallets, ({ caller }) => listWallets(deps.db, caller.id));
  bind(calls.createWallet, ({ caller, body }) => addWallet(deps, caller.id, body.wallet_to_withdraw));
  bind(calls.listWithdrawals, ({ caller, query }) => listWithdrawals(deps.db, caller.id, query));
  bind(calls.getWithdrawal, ({ caller, params }) => getWithdrawal(deps.db, caller.id, params.id));
  bind(calls.createWithdrawal, ({ caller, body, request }) =>
    createWithdrawal(deps, caller.id, body, optionalKey(request, caller.id, deps.clock())),
  );
  bind(calls.listOperations, ({ caller, query }) => listOperations(deps.db, caller.id, query));
}

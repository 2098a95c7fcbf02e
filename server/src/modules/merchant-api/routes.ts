import * as account from '@kantor/contract/merchant-account.ts';
import * as calls from '@kantor/contract/merchant-api.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Deps } from '../orders/index.ts';
import { idempotentRequest } from '../idempotency/index.ts';
import { cancel, createOrder, getBalance, getOrder } from './service.ts';

export function merchantApiRoutes(bind: Bind, deps: Deps): void {
  bind(calls.createMerchantOrder, ({ caller, body, request }) =>
    createOrder(deps, idempotentRequest(request, caller.id, deps.clock()), {
      merchantId: caller.id,
      externalId: body.external_id,
      amount: body.amount,
      method: body.method,
      bankId: body.bank,
      callbackUrl: body.callback_url,
    }),
  );
  bind(calls.cancelMerchantOrder, ({ caller, params, request }) =>
    cancel(deps, idempotentRequest(request, caller.id, deps.clock()), params.id),
  );
  bind(calls.getMerchantOrder, ({ caller, params }) => getOrder(deps.db, caller.id, params.id));
  bind(account.getMerchantBalance, ({ caller }) => getBalance(deps.db, caller.id));
}

import * as account from '@kantor/contract/wire/merchant-account.ts';
import * as orders from '@kantor/contract/wire/merchant-orders.ts';
import * as appeals from '@kantor/contract/wire/merchant-appeals.ts';
import * as payouts from '@kantor/contract/wire/merchant-payouts.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Files } from '../files/index.ts';
import { idempotentRequest } from '../idempotency/index.ts';
import type { Deps as OrderDeps } from '../orders/index.ts';
import { tellRate } from '../rates/index.ts';
import { readBanks } from '../requisites/index.ts';
import { getBalance, getWithdrawal, listOperations, listWithdrawals } from './account.ts';
import { contentOf, getAppeal, listAppeals, openAppeal } from './appeals.ts';
import { cancelOrder, createOrder, getOrder, listOrders } from './orders.ts';
import { cancelPayout, createPayout, getPayout, listPayouts } from './payouts.ts';

type Deps = OrderDeps & {
  files: Files;
  /** Looks at the address for an order's webhooks. @throws ApiError 400 that says what is wrong with it. */
  assertCallbackUrl: (url: string) => void;
};

export function merchantApiRoutes(bind: Bind, deps: Deps): void {
  orderRoutes(bind, deps);
  payoutRoutes(bind, deps);
  appealRoutes(bind, deps);
  accountRoutes(bind, deps);
}

function orderRoutes(bind: Bind, deps: Deps): void {
  bind(orders.createMerchantOrder, async ({ caller, body, request }) => {
    const { callback_url: callbackUrl } = body;
    if (callbackUrl !== undefined) deps.assertCallbackUrl(callbackUrl);
    return createOrder(deps, idempotentRequest(request, caller.id, deps.clock()), {
      merchantId: caller.id,
      externalId: body.external_id,
      amount: body.amount,
      method: body.method,
      bankId: body.bank,
      callbackUrl,
    });
  });
  bind(orders.listMerchantOrders, ({ caller, query }) => listOrders(deps.db, caller.id, query));
  bind(orders.getMerchantOrder, ({ caller, params }) => getOrder(deps.db, caller.id, params.id));
  bind(orders.cancelMerchantOrder, ({ caller, params, request }) =>
    cancelOrder(deps, idempotentRequest(request, caller.id, deps.clock()), params.id),
  );
}

function payoutRoutes(bind: Bind, deps: Deps): void {
  bind(payouts.createMerchantPayout, ({ caller, body, request }) =>
    createPayout(deps, idempotentRequest(request, caller.id, deps.clock()), body),
  );
  bind(payouts.listMerchantPayouts, ({ caller, query }) => listPayouts(deps, caller.id, query));
  bind(payouts.getMerchantPayout, ({ caller, params }) => getPayout(deps, caller.id, params.id));
  bind(payouts.cancelMerchantPayout, ({ caller, params, request }) =>
    cancelPayout(deps, idempotentRequest(request, caller.id, deps.clock()), params.id),
  );
}

function appealRoutes(bind: Bind, deps: Deps): void {
  bind(appeals.openMerchantAppeal, ({ caller, params, request, readForm }) =>
    openAppeal(deps, { merchantId: caller.id, orderId: params.id }, async () => {
      const form = await readForm();
      return { ...form, key: idempotentRequest(request, caller.id, deps.clock(), contentOf(form)) };
    }),
  );
  bind(appeals.listMerchantAppeals, ({ caller, query }) => listAppeals(deps.db, caller.id, query));
  bind(appeals.getMerchantAppeal, ({ caller, params }) => getAppeal(deps.db, caller.id, params.id));
}

function accountRoutes(bind: Bind, deps: Deps): void {
  const { db } = deps;
  bind(account.getMerchantBalance, ({ caller }) => getBalance(db, caller.id));
  bind(account.listMerchantOperations, ({ caller, query }) => listOperations(db, caller.id, query));
  bind(account.listMerchantWithdrawals, ({ caller, query }) => listWithdrawals(db, caller.id, query));
  bind(account.getMerchantWithdrawal, ({ caller, params }) => getWithdrawal(db, caller.id, params.id));
  bind(account.getMerchantRate, () => tellRate(deps));
  bind(account.listMerchantBanks, () => readBanks(db));
}

import * as calls from '@kantor/contract/wire/test-mode.ts';
import type { FastifyRequest } from 'fastify';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import type { AppealTerms } from '../appeals/index.ts';
import { toMerchantAppeal } from '../merchant-api/index.ts';
import type { PayoutTerms } from '../payouts/index.ts';
import { getTestAppeal } from './service/appeals.ts';
import { pressOfAppeal, pressOfOrder, pressOfPayout } from './service/happening.ts';
import { type Deps as TestDeps, getTestOrder } from './service/orders.ts';
import { getTestPayout } from './service/payouts.ts';
import { readTestAppeals } from './store/appeals.ts';
import { readTestOrders } from './store/orders.ts';
import { readTestPayouts } from './store/payouts.ts';
import { toOrder, toPayout } from './wire.ts';

interface Deps extends TestDeps {
  payoutTerms: PayoutTerms;
  appeals: AppealTerms;
  paymentUrl: (orderId: string, request: FastifyRequest) => string;
}

/** The test world on the merchant's screens. */
export function testModeRoutes(bind: Bind, deps: Deps): void {
  const { db } = deps;
  bind(calls.listTestOrders, async ({ caller, query: { external_id: externalId, status, ...page } }) =>
    toPage(await readTestOrders(db, caller.id, { ...page, externalId, statuses: status && [status] }), toOrder),
  );
  bind(calls.listTestPayouts, async ({ caller, query: { external_id: externalId, status, ...page } }) =>
    toPage(await readTestPayouts(db, caller.id, { ...page, externalId, statuses: status && [status] }), toPayout),
  );
  bind(calls.listTestAppeals, async ({ caller, query: { order_id: orderId, status, ...page } }) =>
    toPage(await readTestAppeals(db, caller.id, { ...page, orderId, statuses: status && [status] }), toMerchantAppeal),
  );
  const of = ({ id: merchantId }: Caller, { id }: { id: string }) => ({ merchantId, id });
  bind(calls.getTestOrder, async ({ caller, params, request }) => ({
    ...toOrder(await getTestOrder(db, of(caller, params))),
    payment_url: deps.paymentUrl(params.id, request),
  }));
  bind(calls.getTestPayout, async ({ caller, params }) => toPayout(await getTestPayout(db, of(caller, params))));
  bind(calls.getTestAppeal, async ({ caller, params }) =>
    toMerchantAppeal(await getTestAppeal(db, of(caller, params))),
  );
  bind(calls.happenToTestOrder, async ({ caller, params, body: { event } }) => {
    await pressOfOrder(deps, of(caller, params), event);
    return null;
  });
  bind(calls.happenToTestPayout, async ({ caller, params, body: { event } }) => {
    await pressOfPayout(deps, of(caller, params), event);
    return null;
  });
  bind(calls.happenToTestAppeal, async ({ caller, params, body: { event } }) => {
    await pressOfAppeal(deps, of(caller, params), event);
    return null;
  });
}

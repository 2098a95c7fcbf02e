import * as calls from '@kantor/contract/wire/test-mode.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import type { AppealTerms } from '../appeals/index.ts';
import { toMerchantAppeal } from '../merchant-api/index.ts';
import type { PayoutTerms } from '../payouts/index.ts';
import { pressOfAppeal, pressOfOrder, pressOfPayout } from './service/happening.ts';
import type { Deps as TestDeps } from './service/orders.ts';
import { readTestAppeals } from './store/appeals.ts';
import { readTestOrders } from './store/orders.ts';
import { readTestPayouts } from './store/payouts.ts';
import { toOrder, toPayout } from './wire.ts';

interface Deps extends TestDeps {
  payoutTerms: PayoutTerms;
  appeals: AppealTerms;
}

/** The test world on the merchant's screens. */
export function testModeRoutes(bind: Bind, deps: Deps): void {
  const { db } = deps;
  bind(calls.listTestOrders, async ({ caller, query }) => toPage(await readTestOrders(db, caller.id, query), toOrder));
  bind(calls.listTestPayouts, async ({ caller, query }) =>
    toPage(await readTestPayouts(db, caller.id, query), toPayout),
  );
  bind(calls.listTestAppeals, async ({ caller, query }) =>
    toPage(await readTestAppeals(db, caller.id, query), toMerchantAppeal),
  );
  const of = ({ id: merchantId }: Caller, { id }: { id: string }) => ({ merchantId, id });
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

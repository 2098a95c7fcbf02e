import * as calls from '@kantor/contract/wire/payouts.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { optionalKey } from '../idempotency/index.ts';
import * as payouts from './service.ts';

/** The contract lets only traders and merchants in. */
const person = (caller: Caller): payouts.Person => ({
  id: caller.id,
  role: caller.role === 'trader' ? 'trader' : 'merchant',
});

export function payoutRoutes(bind: Bind, deps: payouts.Deps): void {
  bind(calls.listPayouts, ({ caller, query }) => payouts.listPayouts(deps, person(caller), query));
  bind(calls.getPayout, ({ caller, params }) => payouts.getPayout(deps, person(caller), params.id));
  bind(calls.createPayout, ({ caller, body, request }) =>
    payouts.createPayout(deps, person(caller), body, optionalKey(request, caller.id, deps.clock())),
  );
  bind(calls.cancelPayout, ({ caller, params }) => payouts.cancelPayout(deps, person(caller), params.id));
  bind(calls.takePayout, ({ caller, params }) => payouts.takePayout(deps, person(caller), params.id));
  bind(calls.freePayout, ({ caller, params }) => payouts.freePayout(deps, person(caller), params.id));
  bind(calls.confirmPayout, ({ caller, params }) => payouts.confirmPayout(deps, person(caller), params.id));
  bind(calls.uploadPayoutPhoto, ({ caller, params, readForm }) =>
    payouts.uploadPhoto(deps, person(caller), params.id, async () => (await readForm()).file),
  );
}

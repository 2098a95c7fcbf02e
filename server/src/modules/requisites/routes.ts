import { listBanks } from '@kantor/contract/wire/info.ts';
import * as calls from '@kantor/contract/wire/requisites.ts';
import { actorOf } from '../../http/actor.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import { requisiteList, requisiteVersionList } from './lists.ts';
import * as requisites from './service.ts';
import { fromBody, toRequisite } from './wire.ts';

export function requisiteRoutes(bind: Bind, deps: requisites.Deps): void {
  bind(listBanks, () => requisites.listBanks(deps));
  bindList(bind, deps, requisiteList);
  bind(calls.getRequisite, async ({ caller, params }) =>
    toRequisite(await requisites.getRequisite(deps, caller.id, params.id)),
  );
  bindList(bind, deps, requisiteVersionList);
  bind(calls.createRequisite, async ({ body, ...input }) =>
    toRequisite(await requisites.createRequisite(deps, actorOf(input.caller, input.request), fromBody(body))),
  );
  bind(calls.updateRequisite, async ({ caller, params, body, request, unproven }) => {
    const person = { ...actorOf(caller, request), unproven };
    return toRequisite(await requisites.updateRequisite(deps, person, params.id, fromBody(body)));
  });
  bind(calls.toggleRequisite, async ({ params, body, ...input }) =>
    toRequisite(
      await requisites.toggleRequisite(deps, actorOf(input.caller, input.request), params.id, body.is_active),
    ),
  );
  bind(calls.archiveRequisite, async ({ params, ...input }) =>
    toRequisite(await requisites.archiveRequisite(deps, actorOf(input.caller, input.request), params.id)),
  );
  bind(calls.resetRequisiteDeals, async ({ params, ...input }) =>
    toRequisite(await requisites.resetRequisiteDeals(deps, actorOf(input.caller, input.request), params.id)),
  );
}

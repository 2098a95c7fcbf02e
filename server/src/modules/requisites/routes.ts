import { listBanks } from '@kantor/contract/wire/info.ts';
import * as calls from '@kantor/contract/wire/requisites.ts';
import type { Bind } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import * as requisites from './service.ts';
import { fromBody, toRequisite, toVersion } from './wire.ts';

export function requisiteRoutes(bind: Bind, deps: requisites.Deps): void {
  bind(listBanks, () => requisites.listBanks(deps));
  bind(calls.listRequisites, async ({ caller, query }) =>
    toPage(await requisites.listRequisites(deps, caller.id, query), toRequisite),
  );
  bind(calls.getRequisite, async ({ caller, params }) =>
    toRequisite(await requisites.getRequisite(deps, caller.id, params.id)),
  );
  bind(calls.listRequisiteVersions, async ({ caller, params, query }) =>
    toPage(await requisites.listPayees(deps, caller.id, params.id, query), toVersion),
  );
  bind(calls.createRequisite, async ({ caller, body }) =>
    toRequisite(await requisites.createRequisite(deps, caller.id, fromBody(body))),
  );
  bind(calls.updateRequisite, async ({ caller, params, body }) =>
    toRequisite(await requisites.updateRequisite(deps, caller.id, params.id, fromBody(body))),
  );
  bind(calls.toggleRequisite, async ({ caller, params, body }) =>
    toRequisite(await requisites.toggleRequisite(deps, caller.id, params.id, body.is_active)),
  );
  bind(calls.archiveRequisite, async ({ caller, params }) =>
    toRequisite(await requisites.archiveRequisite(deps, caller.id, params.id)),
  );
  bind(calls.resetRequisiteDeals, async ({ caller, params }) =>
    toRequisite(await requisites.resetRequisiteDeals(deps, caller.id, params.id)),
  );
}

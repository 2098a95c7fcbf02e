import { listBanks } from '@kantor/contract/wire/info.ts';
import * as calls from '@kantor/contract/wire/requisites.ts';
import type { Bind } from '../../http/endpoint.ts';
import * as requisites from './service.ts';
import { readBanks } from './store.ts';

export function requisiteRoutes(bind: Bind, deps: requisites.Deps): void {
  bind(listBanks, () => readBanks(deps.db));
  bind(calls.listRequisites, ({ caller, query }) => requisites.listRequisites(deps, caller.id, query));
  bind(calls.getRequisite, ({ caller, params }) => requisites.getRequisite(deps, caller.id, params.id));
  bind(calls.createRequisite, ({ caller, body }) => requisites.createRequisite(deps, caller.id, body));
  bind(calls.updateRequisite, ({ caller, params, body }) =>
    requisites.updateRequisite(deps, caller.id, params.id, body),
  );
  bind(calls.toggleRequisite, ({ caller, params, body }) =>
    requisites.toggleRequisite(deps, caller.id, params.id, body.is_active),
  );
  bind(calls.archiveRequisite, ({ caller, params }) => requisites.archiveRequisite(deps, caller.id, params.id));
  bind(calls.resetRequisiteDeals, ({ caller, params }) => requisites.resetRequisiteDeals(deps, caller.id, params.id));
}

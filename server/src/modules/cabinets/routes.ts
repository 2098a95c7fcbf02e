import * as calls from '@kantor/contract/wire/cabinets.ts';
import type { Bind } from '../../http/endpoint.ts';
import * as connecting from './connecting.ts';
import { serverAddress } from './server-address.ts';
import * as cabinets from './service.ts';

/** `publicUrl`: where people find the server, when it is not where it listens. */
export function cabinetRoutes(bind: Bind, deps: connecting.Deps & { publicUrl: string | undefined }): void {
  bind(calls.listCabinets, ({ caller, query }) => cabinets.listCabinets(deps, caller.id, query));
  bind(calls.getCabinet, ({ caller, params }) => cabinets.getCabinet(deps, caller.id, params.id));
  bind(calls.getCabinetQr, ({ caller, params, request }) =>
    connecting.createPairing(deps, caller.id, params.id, serverAddress(request, deps.publicUrl)),
  );
  bind(calls.connectCabinet, ({ caller, params, body, request }) =>
    connecting.connectForwarder(deps, caller.id, params.id, {
      ...body,
      server: serverAddress(request, deps.publicUrl),
    }),
  );
  bind(calls.listCabinetChoices, ({ caller, params }) => cabinets.listChoices(deps, caller.id, params.id));
  bind(calls.createCabinet, ({ caller, body }) => cabinets.createCabinet(deps, caller.id, body));
  bind(calls.updateCabinet, ({ caller, params, body }) => cabinets.updateCabinet(deps, caller.id, params.id, body));
  bind(calls.toggleCabinet, ({ caller, params, body }) =>
    cabinets.toggleCabinet(deps, caller.id, params.id, body.is_active),
  );
  bind(calls.blockCabinet, ({ caller, params }) => cabinets.blockCabinet(deps, caller.id, params.id));
  bind(calls.resetCabinetDeals, ({ caller, params }) => cabinets.resetCabinetDeals(deps, caller.id, params.id));
  bind(calls.resetCabinetSum, ({ caller, params }) => cabinets.resetCabinetSum(deps, caller.id, params.id));
}

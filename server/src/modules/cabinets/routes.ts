import * as calls from '@kantor/contract/wire/cabinets.ts';
import { actorOf } from '../../http/actor.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import { logOf } from '../../http/request-log.ts';
import { securityEvent } from '../../kernel/security-event.ts';
import { cabinetList } from './lists.ts';
import * as cabinets from './service.ts';
import { fromBody, toCabinet, toChoice } from './wire.ts';

interface Request {
  caller: { id: string };
  params: { id: string };
}

const cabinetOf = ({ caller, params }: Request) => ({ id: params.id, traderId: caller.id });

/** The calls that change a cabinet's phone are those of `devices`. */
export function cabinetRoutes(bind: Bind, deps: cabinets.Deps): void {
  bindList(bind, deps, cabinetList);
  bind(calls.getCabinet, async (request) => toCabinet(await cabinets.getCabinet(deps, cabinetOf(request))));
  bind(calls.listCabinetChoices, async (request) =>
    (await cabinets.listChoices(deps, cabinetOf(request))).map(toChoice),
  );
  bind(calls.createCabinet, async ({ body, ...input }) =>
    toCabinet(await cabinets.createCabinet(deps, actorOf(input.caller, input.request), fromBody(body))),
  );
  bind(calls.updateCabinet, async ({ params, body, ...input }) =>
    toCabinet(await cabinets.updateCabinet(deps, actorOf(input.caller, input.request), params.id, fromBody(body))),
  );
  bind(calls.toggleCabinet, async ({ params, body, ...input }) =>
    toCabinet(await cabinets.toggleCabinet(deps, actorOf(input.caller, input.request), params.id, body.is_active)),
  );
  bind(calls.blockCabinet, async ({ params, ...input }) => {
    const { caller, request } = input;
    const blocked = await cabinets.blockCabinet(deps, actorOf(input.caller, input.request), params.id);
    securityEvent(logOf(request), 'phone_blocked', { user_id: caller.id, cabinet_id: params.id, address: request.ip });
    return toCabinet(blocked);
  });
  bind(calls.resetCabinetDeals, async ({ params, ...input }) =>
    toCabinet(await cabinets.resetCabinetDeals(deps, actorOf(input.caller, input.request), params.id)),
  );
  bind(calls.resetCabinetSum, async ({ params, ...input }) =>
    toCabinet(await cabinets.resetCabinetSum(deps, actorOf(input.caller, input.request), params.id)),
  );
}

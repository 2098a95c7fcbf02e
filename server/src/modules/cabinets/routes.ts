import * as calls from '@kantor/contract/wire/cabinets.ts';
import type { Bind } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import { logOf } from '../../http/request-log.ts';
import { securityEvent } from '../../kernel/security-event.ts';
import * as cabinets from './service.ts';
import { fromBody, toCabinet, toChoice } from './wire.ts';

interface Request {
  caller: { id: string };
  params: { id: string };
}

const cabinetOf = ({ caller, params }: Request) => ({ id: params.id, traderId: caller.id });

/** The calls that change a cabinet's phone are those of `devices`. */
export function cabinetRoutes(bind: Bind, deps: cabinets.Deps): void {
  bind(calls.listCabinets, async ({ caller, query }) =>
    toPage(await cabinets.listCabinets(deps, caller.id, query), toCabinet),
  );
  bind(calls.getCabinet, async (request) => toCabinet(await cabinets.getCabinet(deps, cabinetOf(request))));
  bind(calls.listCabinetChoices, async (request) =>
    (await cabinets.listChoices(deps, cabinetOf(request))).map(toChoice),
  );
  bind(calls.createCabinet, async ({ caller, body }) =>
    toCabinet(await cabinets.createCabinet(deps, caller.id, fromBody(body))),
  );
  bind(calls.updateCabinet, async ({ body, ...request }) =>
    toCabinet(await cabinets.updateCabinet(deps, cabinetOf(request), fromBody(body))),
  );
  bind(calls.toggleCabinet, async ({ body, ...request }) =>
    toCabinet(await cabinets.toggleCabinet(deps, cabinetOf(request), body.is_active)),
  );
  bind(calls.blockCabinet, async ({ request, ...input }) => {
    const blocked = await cabinets.blockCabinet(deps, cabinetOf(input));
    const { traderId: user_id, id: cabinet_id } = cabinetOf(input);
    securityEvent(logOf(request), 'phone_blocked', { user_id, cabinet_id, address: request.ip });
    return toCabinet(blocked);
  });
  bind(calls.resetCabinetDeals, async (request) =>
    toCabinet(await cabinets.resetCabinetDeals(deps, cabinetOf(request))),
  );
  bind(calls.resetCabinetSum, async (request) => toCabinet(await cabinets.resetCabinetSum(deps, cabinetOf(request))));
}

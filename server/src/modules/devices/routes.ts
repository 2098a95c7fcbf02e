import { connectCabinet, getCabinetQr } from '@kantor/contract/wire/cabinets.ts';
import * as calls from '@kantor/contract/wire/devices.ts';
import { actorOf } from '../../http/actor.ts';
import type { Bind } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import { logOf } from '../../http/request-log.ts';
import { securityEvent } from '../../kernel/security-event.ts';
import { serverAddress } from './rules.ts';
import { connectForwarder, createPairing, type Deps } from './service/connecting.ts';
import { getNotification, listNotifications, listPings } from './service/lists.ts';
import { toNotification, toNotificationDetail, toPing } from './wire.ts';

/** `publicUrl`: the server's address for people, when it differs from the one it listens at. */
export function deviceRoutes(bind: Bind, deps: Deps & { publicUrl: string | undefined }): void {
  const { db } = deps;
  bind(getCabinetQr, ({ params, ...input }) =>
    createPairing(deps, actorOf(input.caller, input.request), params.id, serverAddress(input.request, deps.publicUrl)),
  );
  bind(connectCabinet, async ({ params, body, ...input }) => {
    const { caller, request } = input;
    const settings = await connectForwarder(deps, actorOf(input.caller, input.request), params.id, {
      ...body,
      server: serverAddress(request, deps.publicUrl),
    });
    securityEvent(logOf(request), 'phone_paired', { user_id: caller.id, cabinet_id: params.id, address: request.ip });
    return settings;
  });
  bind(calls.listPings, async ({ caller, query }) => toPage(await listPings(db, caller.id, query), toPing));
  bind(calls.listNotifications, async ({ caller, query }) =>
    toPage(await listNotifications(db, caller.id, query), toNotification),
  );
  bind(calls.getNotification, async ({ caller, params }) =>
    toNotificationDetail(await getNotification(db, caller.id, params.id)),
  );
}

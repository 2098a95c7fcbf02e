import {
  connectCabinet,
  getCabinetQr,
  getLastHeard as getLastHeardCall,
  listCabinetHealth,
} from '@kantor/contract/wire/cabinets.ts';
import * as calls from '@kantor/contract/wire/devices.ts';
import { actorOf } from '../../http/actor.ts';
import type { Reader } from '../../db/tx.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import { toListTotals } from '../../http/page.ts';
import { serverAddress } from '../../http/server-address.ts';
import { logOf } from '../../http/request-log.ts';
import { cached } from '../../kernel/cached.ts';
import { SECOND } from '../../kernel/clock.ts';
import { securityEvent } from '../../kernel/security-event.ts';
import { notificationList, pingList } from './lists.ts';
import { connectForwarder, createPairing, type Deps } from './service/connecting.ts';
import { getLastHeard, getNotification, listUnreadBanks, sumNotifications } from './service/lists.ts';
import { readHealth } from './store/health.ts';
import { toHealth, toLastHeard, toNotificationDetail } from './wire.ts';

interface RouteDeps extends Deps {
  /** No application may show its secret over plain http. */
  isHttpsOnly: boolean;
  /** The server's address for people, when it differs from the one it listens at. */
  publicUrl: string | undefined;
  /** The banks whose messages are read less than usual, by name. */
  readUnreadBanks: (db: Reader, at: Date) => Promise<string[]>;
}

/** The platform's figures are asked once for all traders in so long. */
const UNREAD_BANKS_TTL_MS = 20 * SECOND;

export function deviceRoutes(bind: Bind, deps: RouteDeps): void {
  const { db, clock } = deps;
  const unreadBanks = cached({
    read: () => deps.readUnreadBanks(db, clock()),
    clock,
    ttlMs: UNREAD_BANKS_TTL_MS,
    maxKeys: 1,
  });
  bind(listCabinetHealth, async ({ caller }) => (await readHealth(db, caller.id, clock())).map(toHealth));
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
  bindList(bind, deps, pingList);
  bindList(bind, deps, notificationList);
  bind(calls.getNotificationTotals, async ({ caller, query }) =>
    toListTotals(await sumNotifications(db, caller.id, query)),
  );
  bind(getLastHeardCall, async ({ caller, params }) =>
    toLastHeard(await getLastHeard(db, { id: params.id, traderId: caller.id })),
  );
  bind(calls.listUnreadBanks, async ({ caller }) => listUnreadBanks(db, caller.id, await unreadBanks.get('all')));
  bind(calls.getNotification, async ({ caller, params }) =>
    toNotificationDetail(await getNotification(db, caller.id, params.id)),
  );
}

import * as calls from '@kantor/contract/wire/orders.ts';
import * as platform from '@kantor/contract/wire/platform/orders.ts';
import { actorOf } from '../../http/actor.ts';
import type { Bind } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import { ownerOf } from '../../kernel/owner.ts';
import { bindObjects, withBesides } from '../inspection/index.ts';
import { confirmOrder, type Deps } from './service/closing.ts';
import { groundOf, listOrderMessages } from './service/grounds.ts';
import { listPlatformOrders, readAnyOrder } from './service/platform.ts';
import { gatherOrders, getOrder, listOrders } from './service/reading.ts';
import { type OrderOwners, toAnyOrder, toDetail, toMessageChoice, toPlatformRow, toRow } from './wire.ts';

export function orderRoutes(bind: Bind, deps: Deps): void {
  const readEnded = gatherOrders(deps.db);
  bind(calls.listOrders, async ({ caller, query }) => {
    const { page, pageSize, status, id: search = '' } = query;
    return toPage(await listOrders(deps.db, ownerOf(caller), { page, pageSize, status, search }), toRow);
  });
  bind(calls.getOrder, async ({ caller, params }) => toDetail(await getOrder(deps.db, ownerOf(caller), params.id)));
  bind(calls.listOrderMessages, async ({ caller, params, query }) =>
    toPage(await listOrderMessages(deps.db, ownerOf(caller), params.id, query), toMessageChoice),
  );
  bind(calls.confirmOrder, async ({ caller, params, body, request }) => {
    const by = actorOf(caller, request);
    await confirmOrder(deps, caller.id, { id: params.id, event: 'confirm', ground: groundOf(body), by });
    return toDetail(await readEnded(ownerOf(caller), params.id));
  });
  bind(calls.confirmExpiredOrder, async ({ caller, params, body, request }) => {
    const by = actorOf(caller, request);
    await confirmOrder(deps, caller.id, { id: params.id, event: 'confirm-expired', ground: groundOf(body), by });
    return toDetail(await readEnded(ownerOf(caller), params.id));
  });
}

/** The orders of all accounts, for those who run the platform. */
export const platformOrderRoutes = (bind: Bind, deps: Pick<Deps, 'db' | 'clock'>): void =>
  bindObjects(bind, deps, {
    calls: {
      list: platform.listPlatformOrders,
      get: platform.getPlatformOrder,
      reveal: platform.revealPlatformOrder,
    },
    kind: 'order',
    list: listPlatformOrders,
    find: readAnyOrder,
    accountsOf: ({ traderId, merchantId }: OrderOwners) => [traderId, merchantId],
    causesOf: ({ id, appealIds }) => [id, ...appealIds],
    toItem: toPlatformRow,
    toDetail: (found, { besides, names, sight }) => ({
      ...toAnyOrder(found, names, sight),
      ...withBesides(besides, sight),
    }),
  });

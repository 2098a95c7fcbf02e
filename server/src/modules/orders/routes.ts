import * as calls from '@kantor/contract/wire/orders.ts';
import * as platform from '@kantor/contract/wire/platform/orders.ts';
import { actorOf } from '../../http/actor.ts';
import type { Bind } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import { DOTTED, REVEALED } from '../../kernel/mask.ts';
import { ownerOf } from '../../kernel/owner.ts';
import { namesOf, requestOf, reveal, toFoundPage } from '../inspection/index.ts';
import { confirmOrder, type Deps } from './service/closing.ts';
import { groundOf, listOrderMessages } from './service/grounds.ts';
import { getPlatformOrder, listPlatformOrders } from './service/platform.ts';
import { gatherOrders, getOrder, listOrders } from './service/reading.ts';
import { toDetail, toMessageChoice, toPlatformDetail, toPlatformRow, toRow } from './wire.ts';

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
  bind(calls.confirmOrder, async ({ caller, params, body }) => {
    await confirmOrder(deps, caller.id, { id: params.id, event: 'confirm', ground: groundOf(body) });
    return toDetail(await readEnded(ownerOf(caller), params.id));
  });
  bind(calls.confirmExpiredOrder, async ({ caller, params, body }) => {
    await confirmOrder(deps, caller.id, { id: params.id, event: 'confirm-expired', ground: groundOf(body) });
    return toDetail(await readEnded(ownerOf(caller), params.id));
  });
}

/** The orders of all accounts, for those who run the platform. */
export function platformOrderRoutes(bind: Bind, deps: Pick<Deps, 'db' | 'clock'>): void {
  const { db } = deps;
  bind(platform.listPlatformOrders, async ({ query }) => {
    const found = await listPlatformOrders(db, { ...requestOf(query), status: query.status });
    const names = await namesOf(db, found.results, ({ traderId, merchantId }) => [traderId, merchantId]);
    return toFoundPage(found, toPlatformRow(names));
  });
  bind(platform.getPlatformOrder, async ({ params }) =>
    toPlatformDetail(await getPlatformOrder(db, params.id), DOTTED),
  );
  bind(platform.revealPlatformOrder, async ({ caller, params: { id }, request }) => {
    const look = { actor: actorOf(caller, request), kind: 'order', id };
    return toPlatformDetail(await reveal(deps, look, (tx) => getPlatformOrder(tx, id)), REVEALED);
  });
}

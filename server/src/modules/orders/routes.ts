import * as calls from '@kantor/contract/wire/orders.ts';
import type { Bind } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import { ownerOf } from '../../kernel/owner.ts';
import { confirmOrder, type Deps } from './service/closing.ts';
import { getOrder, listOrders } from './service/reading.ts';
import { toDetail, toRow } from './wire.ts';

export function orderRoutes(bind: Bind, deps: Deps): void {
  bind(calls.listOrders, async ({ caller, query }) => {
    const { page, pageSize, status, id: search = '' } = query;
    return toPage(await listOrders(deps.db, ownerOf(caller), { page, pageSize, status, search }), toRow);
  });
  bind(calls.getOrder, async ({ caller, params }) => toDetail(await getOrder(deps.db, ownerOf(caller), params.id)));
  bind(calls.confirmOrder, async ({ caller, params }) => {
    await confirmOrder(deps, caller.id, params.id, 'confirm');
    return toDetail(await getOrder(deps.db, ownerOf(caller), params.id));
  });
  bind(calls.confirmExpiredOrder, async ({ caller, params }) => {
    await confirmOrder(deps, caller.id, params.id, 'confirm-expired');
    return toDetail(await getOrder(deps.db, ownerOf(caller), params.id));
  });
}

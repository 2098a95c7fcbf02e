import * as calls from '@kantor/contract/wire/orders.ts';
import type { Bind } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import { ownerOf } from '../../kernel/owner.ts';
import { confirmOrder, type Deps } from './service/closing.ts';
import { groundOf, listOrderMessages } from './service/grounds.ts';
import { gatherOrders, getOrder, listOrders } from './service/reading.ts';
import { toDetail, toMessageChoice, toRow } from './wire.ts';

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

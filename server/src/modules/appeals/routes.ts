import * as calls from '@kantor/contract/wire/appeals.ts';
import { actorOf } from '../../http/actor.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import { ownerOf } from '../../kernel/owner.ts';
import type { Files } from '../files/index.ts';
import { groundOf } from '../orders/index.ts';
import { confirmAppeal, declineAppeal, type Deps, getAppeal, listAppeals } from './service.ts';
import { toDetail, toRow } from './wire.ts';

export function appealRoutes(bind: Bind, deps: Deps & { files: Files }): void {
  const { db, files } = deps;
  const show = async (caller: Caller, id: string) =>
    toDetail(await getAppeal(db, ownerOf(caller), id), files.linksFor(caller));
  bind(calls.listAppeals, async ({ caller, query }) => {
    const { page, pageSize, order_id: orderId = '' } = query;
    return toPage(await listAppeals(db, ownerOf(caller), { page, pageSize, orderId }), toRow);
  });
  bind(calls.getAppeal, ({ caller, params }) => show(caller, params.id));
  bind(calls.confirmAppeal, async ({ caller, params, body, request }) => {
    const trader = { role: 'trader', id: caller.id, actor: actorOf(caller, request) } as const;
    await confirmAppeal(deps, trader, params.id, undefined, groundOf(body));
    return show(caller, params.id);
  });
  bind(calls.declineAppeal, async ({ caller, params, request }) => {
    await declineAppeal(deps, { role: 'trader', id: caller.id, actor: actorOf(caller, request) }, params.id);
    return show(caller, params.id);
  });
}

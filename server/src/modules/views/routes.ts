import * as calls from '@kantor/contract/wire/views.ts';
import { actorOf } from '../../http/actor.ts';
import { type Bind, type Caller, mayCall } from '../../http/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import * as service from './service.ts';

/** @throws ApiError 403 for a merchant's server, which has no screens. */
function selfOf(caller: Caller, request: FastifyRequest): service.Self {
  const { personId, accountId } = actorOf(caller, request);
  return {
    personId,
    accountId,
    isOwner: caller.memberRole === 'owner',
    may: (right) => mayCall(caller, right),
  };
}

const toView = ({ id, list, name, query, isShared, madeBy, isOwn, mayChange, isDefault }: service.SeenView) => ({
  id,
  list,
  name,
  query,
  is_shared: isShared,
  made_by: madeBy,
  is_own: isOwn,
  may_change: mayChange,
  is_default: isDefault,
});

/** The named views of lists. */
export function viewRoutes(bind: Bind, deps: service.Deps): void {
  bind(calls.listViews, async ({ caller, request, query: { list } }) => ({
    results: (await service.listViews(deps, selfOf(caller, request), list)).map(toView),
  }));
  bind(calls.saveView, async ({ caller, request, body: { is_shared: isShared, ...view } }) =>
    toView(await service.saveView(deps, selfOf(caller, request), { ...view, isShared })),
  );
  bind(calls.changeView, async ({ caller, request, params, body: { is_shared: isShared, ...given } }) =>
    toView(await service.changeView(deps, selfOf(caller, request), params.id, { ...given, isShared })),
  );
  bind(calls.removeView, async ({ caller, request, params }) => {
    await service.removeView(deps, selfOf(caller, request), params.id);
    return null;
  });
  bind(calls.chooseView, async ({ caller, request, body: { list, view } }) => {
    await service.chooseView(deps, selfOf(caller, request), list, view);
    return null;
  });
}

import * as calls from '@kantor/contract/wire/match.ts';
import { actorOf } from '../../http/actor.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import { readOtherSums } from '../accounts/index.ts';
import { onceIfKeyed, optionalKey } from '../idempotency/index.ts';
import { messageToSortList } from './lists.ts';
import { confirmForSum, type Deps } from './service/for-sum.ts';
import { changeOtherSums } from './service/other-sums.ts';
import { dismissMessage, restoreMessage } from './service/sorting.ts';
import { toForSum, toOtherSums } from './wire.ts';

/** What a trader sorts by hand, and what a merchant lets them do with another sum. */
export function matchRoutes(bind: Bind, deps: Deps): void {
  const { db, clock } = deps;
  bindList(bind, deps, messageToSortList);
  bind(calls.dismissMessage, async ({ caller, params, body: { reason, note }, request }) => {
    await dismissMessage(deps, actorOf(caller, request), { id: params.id, reason, note });
    return null;
  });
  bind(calls.restoreMessage, async ({ caller, params, request }) => {
    await restoreMessage(deps, actorOf(caller, request), params.id);
    return null;
  });
  bind(calls.confirmOrderForSum, ({ caller, params, body, request }) => {
    const once = onceIfKeyed(optionalKey(request, caller.id, clock()), calls.confirmOrderForSum.response, toForSum);
    const asked = { orderId: params.id, notificationId: body.notification_id };
    return confirmForSum(deps, actorOf(caller, request), asked, once);
  });
  bind(calls.getOtherSums, async ({ caller }) => toOtherSums(await readOtherSums(db, caller.id)));
  bind(calls.setOtherSums, async ({ caller, body: { rule, missing_percent: missingPercent }, request }) =>
    toOtherSums(await changeOtherSums(deps, actorOf(caller, request), { rule, missingPercent })),
  );
}

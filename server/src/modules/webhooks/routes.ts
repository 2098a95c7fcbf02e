import { mayDo } from '@kantor/contract/plain/rights.ts';
import * as calls from '@kantor/contract/wire/webhooks.ts';
import * as endpoints from '@kantor/contract/wire/webhook-endpoints.ts';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../http/actor.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import { logOf } from '../../http/request-log.ts';
import { securityEvent } from '../../kernel/security-event.ts';
import { addEndpoint, changeEndpoint, getEndpoint, listEndpoints, removeEndpoint, rotateSecret } from './endpoints.ts';
import { webhookList } from './lists.ts';
import type { Send } from './send.ts';
import { type Deps, findToResend, getDelivery, resendDeliveries, resendDelivery } from './service.ts';
import { createTrying } from './trying.ts';
import { toDetail, toEndpoint, toFirstEndpoint, toRow } from './wire.ts';

/** Whoever knows the secret can sign as we do. */
const mayKnowSecret = ({ role, memberRole }: Caller): boolean =>
  memberRole !== undefined && mayDo({ role, memberRole }, 'webhooks.edit');

/** What is shown of an endpoint to whoever may not know its secret. */
const shownTo = <Shown extends { secret: string }>(caller: Caller, endpoint: Shown): Shown =>
  mayKnowSecret(caller) ? endpoint : { ...endpoint, secret: '' };

export function webhookRoutes(bind: Bind, deps: Deps & { send: Send }): void {
  const tryEndpoint = createTrying(deps);
  const rotate = async ({ caller, request }: { caller: Caller; request: FastifyRequest }, id: string) => {
    const endpoint = await rotateSecret(deps, actorOf(caller, request), id);
    securityEvent(logOf(request), 'webhook_secret_changed', { user_id: caller.id, address: request.ip });
    return endpoint;
  };
  // The first endpoint, by the calls that there were before there could be others.
  bind(calls.getWebhookEndpoint, async ({ caller }) =>
    shownTo(caller, toFirstEndpoint(await getEndpoint(deps, caller.id))),
  );
  bind(calls.updateWebhookEndpoint, async ({ caller, request, body: { url, is_active: isActive } }) =>
    toFirstEndpoint(await changeEndpoint(deps, actorOf(caller, request), { id: caller.id, url, isActive })),
  );
  bind(calls.rotateWebhookSecret, async (input) => toFirstEndpoint(await rotate(input, input.caller.id)));

  bind(endpoints.listWebhookEndpoints, async ({ caller }) =>
    (await listEndpoints(deps, caller.id)).map((endpoint) => shownTo(caller, toEndpoint(endpoint))),
  );
  bind(endpoints.addWebhookEndpoint, async ({ caller, request, body: { url, types, is_test: isTest } }) =>
    toEndpoint(await addEndpoint(deps, actorOf(caller, request), { url, types, isTest })),
  );
  bind(
    endpoints.changeWebhookEndpoint,
    async ({ caller, request, params, body: { url, types, is_active: isActive } }) =>
      toEndpoint(await changeEndpoint(deps, actorOf(caller, request), { id: params.id, url, types, isActive })),
  );
  bind(endpoints.rotateEndpointSecret, async (input) => toEndpoint(await rotate(input, input.params.id)));
  bind(endpoints.removeWebhookEndpoint, ({ caller, request, params }) =>
    removeEndpoint(deps, actorOf(caller, request), params.id),
  );
  bind(endpoints.testWebhookEndpoint, async ({ caller, request, params, body }) => {
    const tried = await tryEndpoint(actorOf(caller, request), params.id, body.type);
    const { webhookId, status, duration, answer, error } = tried;
    return { webhook_id: webhookId, status, duration, answer, error };
  });

  bindList(bind, deps, webhookList);
  bind(calls.findWebhooksToResend, async ({ caller, query }) => {
    const { hasMore, ...found } = await findToResend(deps, caller.id, query);
    return { ...found, has_more: hasMore };
  });
  bind(calls.resendWebhooks, async ({ caller, body: { ids } }) => ({
    resent: await resendDeliveries(deps, caller.id, ids),
  }));
  bind(calls.getWebhook, async ({ caller, params }) => toDetail(await getDelivery(deps, caller.id, params.id)));
  bind(calls.resendWebhook, async ({ caller, params }) => toRow(await resendDelivery(deps, params.id, caller.id)));
}

import { mayDo } from '@kantor/contract/plain/rights.ts';
import * as calls from '@kantor/contract/wire/webhooks.ts';
import { actorOf } from '../../http/actor.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import { logOf } from '../../http/request-log.ts';
import { securityEvent } from '../../kernel/security-event.ts';
import {
  type Deps,
  getDelivery,
  getEndpoint,
  listDeliveries,
  resendDelivery,
  rotateSecret,
  updateEndpoint,
} from './service.ts';
import { toDetail, toEndpoint, toRow } from './wire.ts';

/** Whoever knows the secret can sign as we do. */
const mayKnowSecret = ({ role, memberRole }: Caller): boolean =>
  memberRole !== undefined && mayDo({ role, memberRole }, 'webhooks.edit');

export function webhookRoutes(bind: Bind, deps: Deps): void {
  bind(calls.getWebhookEndpoint, async ({ caller }) => {
    const endpoint = toEndpoint(await getEndpoint(deps, caller.id));
    return mayKnowSecret(caller) ? endpoint : { ...endpoint, secret: '' };
  });
  bind(calls.updateWebhookEndpoint, async ({ body: { url, is_active: isActive }, ...input }) =>
    toEndpoint(await updateEndpoint(deps, actorOf(input.caller, input.request), { url, isActive })),
  );
  bind(calls.rotateWebhookSecret, async (input) => {
    const { caller, request } = input;
    const endpoint = await rotateSecret(deps, actorOf(input.caller, input.request));
    securityEvent(logOf(request), 'webhook_secret_changed', { user_id: caller.id, address: request.ip });
    return toEndpoint(endpoint);
  });
  bind(calls.listWebhooks, async ({ caller, query }) => toPage(await listDeliveries(deps, caller.id, query), toRow));
  bind(calls.getWebhook, async ({ caller, params }) => toDetail(await getDelivery(deps, caller.id, params.id)));
  bind(calls.resendWebhook, async ({ caller, params }) => toRow(await resendDelivery(deps, params.id, caller.id)));
}

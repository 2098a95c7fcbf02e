import * as calls from '@kantor/contract/wire/webhooks.ts';
import type { Bind } from '../../http/endpoint.ts';
import {
  type Deps,
  getEndpoint,
  getWebhook,
  listWebhooks,
  resendWebhook,
  rotateSecret,
  updateEndpoint,
} from './service.ts';

export function webhookRoutes(bind: Bind, deps: Deps): void {
  bind(calls.getWebhookEndpoint, ({ caller }) => getEndpoint(deps, caller.id));
  bind(calls.updateWebhookEndpoint, ({ caller, body }) => updateEndpoint(deps, caller.id, body));
  bind(calls.rotateWebhookSecret, ({ caller }) => rotateSecret(deps, caller.id));
  bind(calls.listWebhooks, ({ caller, query }) => listWebhooks(deps, caller.id, query));
  bind(calls.getWebhook, ({ caller, params }) => getWebhook(deps, caller.id, params.id));
  bind(calls.resendWebhook, ({ caller, params }) => resendWebhook(deps, params.id, caller.id));
}

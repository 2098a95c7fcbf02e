import type { Call } from '@kantor/contract/wire/call.ts';
import * as webhookEndpoints from '@kantor/contract/wire/webhook-endpoints.ts';
import type { Deed, Scene } from './scene.ts';

// What people do with the endpoints of webhooks.

const ENDPOINT = { url: 'https://shop.example/', types: null };
const endpointOf = async ({ merchant }: Scene) => ({
  id: (await merchant.call(webhookEndpoints.addWebhookEndpoint, { body: { ...ENDPOINT, is_test: false } })).id,
});
const onEndpoint = (call: Call, action: string, body?: object): Deed => ({
  call,
  of: 'merchant',
  action,
  act: async (scene) => scene.merchant.call(call as never, { params: await endpointOf(scene), body } as never),
});

export const OF_ENDPOINTS: readonly Deed[] = [
  {
    call: webhookEndpoints.addWebhookEndpoint,
    of: 'merchant',
    action: 'add-webhook-endpoint',
    act: endpointOf,
  },
  onEndpoint(webhookEndpoints.changeWebhookEndpoint, 'change-webhook-address', { ...ENDPOINT, is_active: false }),
  onEndpoint(webhookEndpoints.rotateEndpointSecret, 'replace-webhook-secret'),
  onEndpoint(webhookEndpoints.removeWebhookEndpoint, 'remove-webhook-endpoint'),
  onEndpoint(webhookEndpoints.testWebhookEndpoint, 'try-webhook-endpoint', { type: 'order.closed' }),
];

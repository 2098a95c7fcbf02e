// Webhooks and their endpoints. A file of its own: the web's first visit does without it.

export const getWebhookEndpoint = { method: 'GET', path: '/webhooks/endpoint/', right: 'webhooks.read' } as const;
export const updateWebhookEndpoint = { method: 'POST', path: '/webhooks/endpoint/', right: 'webhooks.edit' } as const;
export const rotateWebhookSecret = {
  method: 'POST',
  path: '/webhooks/endpoint/rotate/',
  right: 'webhooks.edit',
  stepUp: 'webhooks',
} as const;
export const listWebhooks = { method: 'GET', path: '/webhooks/', right: 'webhooks.read' } as const;
export const getWebhook = { method: 'GET', path: '/webhooks/:id/', right: 'webhooks.read' } as const;
export const resendWebhook = { method: 'POST', path: '/webhooks/:id/resend/', right: 'webhooks.edit' } as const;
export const listWebhookEndpoints = { method: 'GET', path: '/webhooks/endpoints/', right: 'webhooks.read' } as const;
export const addWebhookEndpoint = { method: 'POST', path: '/webhooks/endpoints/', right: 'webhooks.edit' } as const;
export const changeWebhookEndpoint = {
  method: 'POST',
  path: '/webhooks/endpoints/:id/',
  right: 'webhooks.edit',
} as const;
export const rotateEndpointSecret = {
  method: 'POST',
  path: '/webhooks/endpoints/:id/rotate/',
  right: 'webhooks.edit',
  stepUp: 'webhooks',
} as const;
export const removeWebhookEndpoint = {
  method: 'POST',
  path: '/webhooks/endpoints/:id/remove/',
  right: 'webhooks.edit',
} as const;
export const testWebhookEndpoint = {
  method: 'POST',
  path: '/webhooks/endpoints/:id/test/',
  right: 'webhooks.edit',
} as const;
/** Those of the journal that a filter leaves and that can be sent again. */
export const findWebhooksToResend = { method: 'GET', path: '/webhooks/to-resend/', right: 'webhooks.read' } as const;
export const resendWebhooks = { method: 'POST', path: '/webhooks/resend/', right: 'webhooks.edit' } as const;

export { createClient, each } from './client.ts';
export { KantorError, NoAnswerError } from './errors.ts';
export type { CallOptions, ClientOptions } from './options.ts';
export type * from './types.ts';
export { readWebhook, WebhookVerificationError } from './webhooks.ts';

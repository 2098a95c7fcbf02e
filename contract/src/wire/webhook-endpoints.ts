import { z } from 'zod';
import { MAX_LENGTH } from '../plain/limits.ts';
import * as routes from '../plain/webhook-routes.ts';
import { WEBHOOK_TYPES } from '../plain/webhooks.ts';
import { call, empty, id, idParams, text, timestamp } from './call.ts';

/** How it has done in the last 24 hours. */
const health = z.strictObject({
  attempts: z.number().int(),
  /** Of them, those that were answered with 2xx. */
  delivered: z.number().int(),
  /** Milliseconds that 95 of 100 answers took at most, to a tenth; null: there was no answer. */
  p95: z.number().int().nullable(),
  last_failed_at: timestamp.nullable(),
  last_status: z.number().int().nullable(),
  /** A Russian sentence. */
  last_error: z.string().nullable(),
  /** Nothing has arrived since; null: it does well. */
  failing_since: timestamp.nullable(),
  next_attempt_at: timestamp.nullable(),
});

/** Null: all, also those that will be added. */
const types = z
  .array(z.enum(WEBHOOK_TYPES))
  .min(1, 'Выберите хотя бы одно событие')
  .max(WEBHOOK_TYPES.length)
  .nullable();
const url = text(MAX_LENGTH.url);

/** `id` of the first one is the merchant's: it is the one that the calls of one endpoint are about. */
const endpoint = z.strictObject({
  id,
  url: z.string(),
  is_active: z.boolean(),
  /** It is sent what happens in the test mode, and nothing else. */
  is_test: z.boolean(),
  types: z.array(z.string()).nullable(),
  /** Empty for a member who may not change it. */
  secret: z.string(),
  former_secret_until: timestamp.nullable(),
  health,
});

export const listWebhookEndpoints = call({
  ...routes.listWebhookEndpoints,
  summary: 'Адреса вебхуков мерчанта',
  ok: 200,
  response: z.array(endpoint),
});

export const addWebhookEndpoint = call({
  ...routes.addWebhookEndpoint,
  summary: 'Добавить адрес вебхуков',
  body: z.strictObject({ url, types, is_test: z.boolean() }),
  ok: 201,
  response: endpoint,
  refusals: { too_many_endpoints: 409 },
});

export const changeWebhookEndpoint = call({
  ...routes.changeWebhookEndpoint,
  summary: 'Изменить адрес вебхуков, события и переключатель',
  params: idParams,
  body: z.strictObject({ url, types, is_active: z.boolean() }),
  ok: 200,
  response: endpoint,
});

export const rotateEndpointSecret = call({
  ...routes.rotateEndpointSecret,
  summary: 'Выпустить новый секрет подписи этого адреса',
  params: idParams,
  ok: 200,
  response: endpoint,
  refusals: { secret_rotating: 409 },
});

/** What waits for it is sent no more. */
export const removeWebhookEndpoint = call({
  ...routes.removeWebhookEndpoint,
  summary: 'Удалить адрес вебхуков',
  params: idParams,
  ok: 204,
  response: empty,
});

/** An example with `"test": true`, signed, now and once. It is in the journal, whatever the answer. */
export const testWebhookEndpoint = call({
  ...routes.testWebhookEndpoint,
  summary: 'Отправить тестовое событие',
  params: idParams,
  body: z.strictObject({ type: z.enum(WEBHOOK_TYPES) }),
  ok: 200,
  response: z.strictObject({
    /** Of the journal. */
    webhook_id: id,
    status: z.number().int().nullable(),
    /** Milliseconds. */
    duration: z.number().int(),
    /** The beginning of the answer. */
    answer: z.string(),
    /** A Russian sentence; empty: delivered. */
    error: z.string(),
  }),
  refusals: { no_address: 409 },
});

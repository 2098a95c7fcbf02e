import { z } from 'zod';

import * as webhookRoutes from '../plain/webhook-routes.ts';
import { MAX_RESENT, WEBHOOK_TYPES } from '../plain/webhooks.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { call, id, idParams, page, pageQuery, text, timestamp } from './call.ts';
import { WEBHOOK_STATUSES } from '../plain/statuses.ts';
import { before, rest } from './platform/objects.ts';

/** A merchant's endpoint and journal, by the Standard Webhooks convention: https://www.standardwebhooks.com */
const endpoint = z.strictObject({
  /** Empty while the merchant wants no webhooks. An order's own `callback_url` goes before it. */
  url: z.string(),
  /** While it is off, messages wait for at most a day. A server that answers 410 switches it off. */
  is_active: z.boolean(),
  /** `whsec_…`: what signatures are made with; empty for a member who may not change it. */
  secret: z.string(),
  /** Until when messages are signed with the former secret as well; null when there is none. */
  former_secret_until: timestamp.nullable(),
});

export const getWebhookEndpoint = call({
  ...webhookRoutes.getWebhookEndpoint,
  summary: 'Куда отправляются вебхуки мерчанта',
  ok: 200,
  response: endpoint,
});

export const updateWebhookEndpoint = call({
  ...webhookRoutes.updateWebhookEndpoint,
  summary: 'Изменить адрес вебхуков',
  body: z.strictObject({
    /** Empty for none. https or http, on port 443, 80, 8443 or 8080, and not an address of a private network. */
    url: text(MAX_LENGTH.url, 0),
    is_active: z.boolean(),
  }),
  ok: 200,
  response: endpoint,
});

/**
 * Messages are signed with the old secret too for 24 hours, so that the merchant's server misses none. Refused with 409
 * `secret_rotating` while there is an old one: a second new secret would end the one that the server still knows.
 */
export const rotateWebhookSecret = call({
  ...webhookRoutes.rotateWebhookSecret,
  summary: 'Выпустить новый секрет подписи',
  ok: 200,
  response: endpoint,
  refusals: { secret_rotating: 409 },
});

const webhookRow = z.strictObject({
  /** The `webhook-id` that the merchant's server sees; the same at every attempt. */
  id,
  /** `order.closed`, `payout.done`, … */
  type: z.string(),
  object_id: id,
  /** Null: the order's own address. */
  endpoint_id: id.nullable(),
  /** Of the test mode, or sent to try the endpoint. */
  is_test: z.boolean(),
  url: z.string(),
  status: z.enum(WEBHOOK_STATUSES),
  human_status: z.string(),
  attempts: z.number().int(),
  created_at: timestamp,
  /** The moment of the next attempt; null when none is to come, and while an earlier delivery of the object is not finished. */
  next_attempt_at: timestamp.nullable(),
  delivered_at: timestamp.nullable(),
});

const attempt = z.strictObject({
  started_at: timestamp,
  /** Milliseconds. */
  duration: z.number().int(),
  /** The answer's HTTP status; null when there was no answer. */
  response_status: z.number().int().nullable(),
  /** The beginning of the answer. */
  response_body: z.string(),
  /** A Russian sentence; empty when the message was delivered. */
  error: z.string(),
});

const filters = {
  status: z.enum(WEBHOOK_STATUSES).optional(),
  type: z.enum(WEBHOOK_TYPES).optional(),
  /** The id of an order, a payout, a withdrawal, an appeal or a webhook, or the merchant's own number; whole. */
  search: text(MAX_LENGTH.externalId, 0).optional(),
};

/** Filtered, the newest ten thousand that an index leads to are looked at: `rest` says where to go on. */
export const listWebhooks = call({
  ...webhookRoutes.listWebhooks,
  summary: 'Журнал вебхуков, новые сверху',
  query: pageQuery(10, {
    ...filters,
    /** Of a former answer's `rest`. */
    before: before.optional(),
  }),
  ok: 200,
  response: page(webhookRow).extend({ rest: rest.nullable() }),
});

/** What a press would send: those that the filters leave, the newest, as many as one press may send. */
export const findWebhooksToResend = call({
  ...webhookRoutes.findWebhooksToResend,
  summary: 'Какие вебхуки журнала будут отправлены ещё раз',
  query: z.strictObject(filters),
  ok: 200,
  response: z.strictObject({
    ids: z.array(id),
    /** Of them, those after which the same address was sent something newer of the object. */
    outdated: z.number().int(),
    /** Left out: their address is switched off or removed. */
    off: z.number().int(),
    /** There are more, older ones. */
    has_more: z.boolean(),
  }),
});

/** Each as by itself, those of one object in their order; one that is being sent, or cannot be, is left out. */
export const resendWebhooks = call({
  ...webhookRoutes.resendWebhooks,
  summary: 'Отправить вебхуки ещё раз',
  body: z.strictObject({ ids: z.array(id).min(1).max(MAX_RESENT) }),
  ok: 200,
  response: z.strictObject({
    /** How many are on their way. */
    resent: z.number().int(),
  }),
});

export const getWebhook = call({
  ...webhookRoutes.getWebhook,
  summary: 'Вебхук и его попытки, новые сверху',
  params: idParams,
  ok: 200,
  /** `body`: what is sent, to the letter (webhook-messages.ts). Of the attempts, the last 100. */
  response: webhookRow.extend({ body: z.string(), attempt_history: z.array(attempt) }),
});

/**
 * Sends it again at once, also one that was delivered or given up; it keeps its id. Refused with 409 `webhooks_off` when it goes
 * to the endpoint and that is switched off or has no address.
 */
export const resendWebhook = call({
  ...webhookRoutes.resendWebhook,
  summary: 'Отправить вебхук ещё раз',
  params: idParams,
  ok: 200,
  response: webhookRow,
  refusals: { webhooks_off: 409 },
});

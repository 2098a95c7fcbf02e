import type { ApiKey } from '@/api/api-keys';
import type { WebhookDetail, WebhookEndpoint, WebhookRow } from '@/api/webhooks';

const id = (family: string, number: number): string =>
  `01939c2f-${family}-7000-8000-${String(number).padStart(12, '0')}`;

export const webhookId = (number: number): string => id('dddd', number);

const CREATED = '2026-01-01T21:30:00.000Z';

/** A delivered webhook of an order. */
export const webhookRow = (number: number, changes: Partial<WebhookRow> = {}): WebhookRow => ({
  id: webhookId(number),
  type: 'order.closed',
  object_id: id('7b1e', number),
  endpoint_id: id('aaaa', 1),
  is_test: false,
  url: 'https://shop.example/hooks',
  status: 'DELIVERED',
  human_status: 'Доставлен',
  attempts: 1,
  created_at: CREATED,
  next_attempt_at: null,
  delivered_at: '2026-01-01T21:31:00.000Z',
  ...changes,
});

/** The same, waiting for its next attempt. */
export const waiting: Partial<WebhookRow> = {
  status: 'PENDING',
  human_status: 'Ожидает',
  attempts: 2,
  next_attempt_at: '2026-01-01T22:00:00.000Z',
  delivered_at: null,
};

export const webhookDetail = (number: number, changes: Partial<WebhookDetail> = {}): WebhookDetail => ({
  ...webhookRow(number),
  body: '{"type":"order.closed","data":{"amount":"1500.00"}}',
  attempt_history: [
    { started_at: CREATED, duration: 1234, response_status: 200, response_body: '{"ok":true}', error: '' },
  ],
  ...changes,
});

export const endpoint = (changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: id('aaaa', 1),
  is_test: false,
  types: null,
  url: 'https://shop.example/hooks',
  is_active: true,
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  former_secret_until: null,
  health: {
    attempts: 0,
    delivered: 0,
    p95: null,
    last_failed_at: null,
    last_status: null,
    last_error: null,
    failing_since: null,
    next_attempt_at: null,
  },
  ...changes,
});

export const apiKey = (number: number, changes: Partial<ApiKey> = {}): ApiKey => ({
  id: id('eeee', number),
  name: `Касса ${number}`,
  scopes: ['orders', 'payouts', 'read'],
  addresses: [],
  is_test: false,
  created_at: CREATED,
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  end_reason: null,
  ...changes,
});

/** The limits of a merchant who has none. */
export const NO_LIMITS = {
  active_orders: { limit: null, used: null },
  active_sum: { limit: null, used: null },
  unpaid_hour: { limit: null, used: null },
  requests_second: null,
  payout_min: '100.00',
  appeal_days: 14,
  appeal_multiple: 3,
  other_sum: { rule: 'ask', missing_percent: null },
};

import { WEBHOOK_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { EndpointWithHealth, MerchantEndpoint } from './endpoints.ts';
import { stepTime } from './rules.ts';
import type { Delivery, DeliveryDetail } from './store/deliveries.ts';

/** A merchant's first endpoint, as the calls of one endpoint tell it. */
export const toFirstEndpoint = ({ url, isActive, secret, formerSecretUntil }: MerchantEndpoint) => ({
  url,
  is_active: isActive,
  secret,
  former_secret_until: formerSecretUntil,
});

export const toEndpoint = ({ health, ...endpoint }: EndpointWithHealth) => ({
  id: endpoint.id,
  is_test: endpoint.isTest,
  types: endpoint.types,
  ...toFirstEndpoint(endpoint),
  health: {
    attempts: health.attempts,
    delivered: health.delivered,
    p95: health.p95 === null ? null : stepTime(health.p95),
    last_failed_at: health.lastFailedAt,
    last_status: health.lastStatus,
    last_error: health.lastError,
    failing_since: health.failingSince,
    next_attempt_at: health.nextAttemptAt,
  },
});

export const toRow = (delivery: Delivery) => ({
  id: delivery.id,
  type: delivery.type,
  object_id: delivery.objectId,
  endpoint_id: delivery.endpointId,
  is_test: delivery.isTest,
  url: delivery.url,
  status: delivery.status,
  human_status: WEBHOOK_STATUS_TEXT[delivery.status],
  attempts: delivery.attempts,
  created_at: delivery.createdAt,
  next_attempt_at: delivery.nextAttemptAt,
  delivered_at: delivery.deliveredAt,
});

export const toDetail = (delivery: DeliveryDetail) => ({
  ...toRow(delivery),
  body: delivery.body,
  attempt_history: delivery.history.map((attempt) => ({
    started_at: attempt.startedAt,
    duration: attempt.duration,
    response_status: attempt.responseStatus,
    response_body: attempt.responseBody,
    error: attempt.error,
  })),
});

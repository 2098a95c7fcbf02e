import { WEBHOOK_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { MerchantEndpoint } from './service.ts';
import type { Delivery, DeliveryDetail } from './store/deliveries.ts';

export const toEndpoint = ({ url, isActive, secret, formerSecretUntil }: MerchantEndpoint) => ({
  url,
  is_active: isActive,
  secret,
  former_secret_until: formerSecretUntil,
});

export const toRow = (delivery: Delivery) => ({
  id: delivery.id,
  type: delivery.type,
  object_id: delivery.objectId,
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

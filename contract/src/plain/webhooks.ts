/** What an endpoint may ask for: every type that is sent. */
export const WEBHOOK_TYPES = [
  'order.active',
  'order.closed',
  'order.expired',
  'order.appeal',
  'order.declined',
  'order.reversed',
  'appeal.open',
  'appeal.processed',
  'appeal.closed',
  'appeal.evidence',
  'appeal.declined',
  'appeal.contested',
  'appeal.escalated',
  'payout.open',
  'payout.in_work',
  'payout.done',
  'payout.contested',
  'payout.settled',
  'payout.cancelled',
  'withdrawal.open',
  'withdrawal.closed',
  'withdrawal.rejected',
  'withdrawal.cancelled',
] as const;
export type WebhookKind = (typeof WEBHOOK_TYPES)[number];

/** Endpoints of one merchant. */
export const MAX_ENDPOINTS = 10;

/** Sent again by one press. */
export const MAX_RESENT = 500;

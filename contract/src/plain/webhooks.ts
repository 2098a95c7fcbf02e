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
  'report.day',
] as const;
export type WebhookKind = (typeof WEBHOOK_TYPES)[number];

/** What never happens in the test world. */
export const LIVE_ONLY_TYPES: readonly WebhookKind[] = ['report.day'];

/** The hour of Moscow at which a merchant's server is told of the day before. */
export const REPORT_HOUR = 3;

/** Endpoints of one merchant. */
export const MAX_ENDPOINTS = 10;

/** Sent again by one press. */
export const MAX_RESENT = 500;

/** The kinds of events. Every reader of the outbox decides about each of them. */
export const KINDS = [
  'order.active',
  'order.closed',
  'order.expired',
  'order.appeal',
  'order.declined',
  'order.message',
  'appeal.open',
  'appeal.processed',
  'appeal.closed',
  'payout.open',
  'payout.in_work',
  'payout.done',
  'payout.cancelled',
  'withdrawal.open',
  'withdrawal.closed',
  'wallet.new',
  'notification.new',
  'ping.new',
  'cabinet.changed',
  'requisite.changed',
  'deposit.pending',
  'deposit.credited',
  'deposit.gone',
  'rate.changed',
  'webhook.changed',
  'user.changed',
] as const;

/** `<object>.<what happened>`; for objects with a status, `<object>.<the status it has entered>`. */
export type Kind = (typeof KINDS)[number];

import { WEBHOOK_TYPES } from '@kantor/contract/plain/webhooks.ts';

/** The kinds of events: those that merchants' servers are told of, and ours. Every reader of the outbox decides about each of them. */
export const KINDS = [
  ...WEBHOOK_TYPES,
  'order.message',
  'order.claimed',
  'batch.changed',
  'batch.waiting',
  'withdrawal.sending',
  'wallet.new',
  'wallet.changed',
  'notification.new',
  'notification.changed',
  'ping.new',
  'cabinet.changed',
  'cabinet.silent',
  'requisite.changed',
  'deposit.pending',
  'deposit.credited',
  'deposit.gone',
  'rate.changed',
  'webhook.changed',
  'webhook.failing',
  'webhook.recovered',
  'test.changed',
  'user.changed',
  'verification.ended',
  'correction.changed',
  'rate.proposed',
  'radar.changed',
] as const;

/** `<object>.<what happened>`; for objects with a status, `<object>.<the status it has entered>`. */
export type Kind = (typeof KINDS)[number];

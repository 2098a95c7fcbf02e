import type { Change } from '@kantor/contract/wire/events.ts';
import { type Tag, TAGS } from '@kantor/contract/plain/tags.ts';
import { isIdOf } from '../../kernel/ids.ts';
import type { Kind } from '../../outbox/kinds.ts';

/** The tags of a client's screens that a kind of events invalidates. */
interface Affected {
  /** The object that the event is about. */
  object: Tag;
  /** Others that show something of it. */
  also?: readonly Tag[];
  /** Every trader who takes payouts sees it among the open ones, or does so no longer. */
  openPayouts?: true;
}

/** A merchant's history grows with every entry on the available balance; requisites count their orders. */
const AFFECTED: Readonly<Record<Kind, Affected>> = {
  'order.active': { object: 'Order', also: ['Dashboard', 'Requisite', 'Inbox'] },
  'order.closed': { object: 'Order', also: ['Dashboard', 'Requisite', 'History', 'Inbox'] },
  'order.expired': { object: 'Order', also: ['Dashboard', 'Requisite', 'Inbox'] },
  'order.appeal': { object: 'Order', also: ['Dashboard', 'Requisite', 'Inbox'] },
  'order.declined': { object: 'Order', also: ['Dashboard', 'Requisite', 'Inbox'] },
  'order.reversed': { object: 'Order', also: ['Dashboard', 'History'] },
  // A bank spoke of it: its page shows that.
  'order.message': { object: 'Order' },
  // Its payer says that they paid.
  'order.claimed': { object: 'Order', also: ['Inbox'] },
  // The appealed order has an event of its own.
  'appeal.open': { object: 'Appeal', also: ['Inbox'] },
  'appeal.processed': { object: 'Appeal', also: ['Inbox'] },
  'appeal.closed': { object: 'Appeal', also: ['Inbox'] },
  'appeal.evidence': { object: 'Appeal' },
  'appeal.declined': { object: 'Appeal', also: ['Inbox'] },
  'appeal.contested': { object: 'Appeal', also: ['Inbox'] },
  'appeal.escalated': { object: 'Appeal', also: ['Inbox'] },
  'payout.open': { object: 'Payment', also: ['Dashboard', 'History'], openPayouts: true },
  'payout.in_work': { object: 'Payment', openPayouts: true },
  'payout.done': { object: 'Payment', also: ['Dashboard'] },
  'payout.contested': { object: 'Payment' },
  'payout.settled': { object: 'Payment', also: ['Dashboard'] },
  'payout.cancelled': { object: 'Payment', also: ['Dashboard', 'History'], openPayouts: true },
  'batch.changed': { object: 'Batch', also: ['Inbox'] },
  'batch.waiting': { object: 'Batch', also: ['Inbox'] },
  'withdrawal.open': { object: 'Withdraw', also: ['Dashboard', 'History'] },
  // Its owner cannot cancel it any more.
  'withdrawal.sending': { object: 'Withdraw' },
  'withdrawal.closed': { object: 'Withdraw', also: ['Dashboard'] },
  'withdrawal.rejected': { object: 'Withdraw', also: ['Dashboard', 'History'] },
  'withdrawal.cancelled': { object: 'Withdraw', also: ['Dashboard', 'History'] },
  'wallet.new': { object: 'Wallet' },
  'wallet.changed': { object: 'Wallet' },
  'notification.new': { object: 'Notification', also: ['Inbox'] },
  'notification.changed': { object: 'Notification', also: ['Inbox'] },
  'ping.new': { object: 'Ping' },
  // A requisite names its cabinet, and works only in a working one.
  'cabinet.changed': { object: 'Cabinet', also: ['Requisite', 'Dashboard', 'Inbox'] },
  // Its phone has gone offline.
  'cabinet.silent': { object: 'Cabinet', also: ['Requisite', 'Dashboard', 'Inbox'] },
  'requisite.changed': { object: 'Requisite', also: ['Cabinet', 'Dashboard', 'Inbox'] },
  'deposit.pending': { object: 'Transaction' },
  'deposit.credited': { object: 'Transaction', also: ['Dashboard'] },
  'deposit.gone': { object: 'Transaction' },
  'rate.changed': { object: 'Rates' },
  'webhook.changed': { object: 'Webhook' },
  'webhook.failing': { object: 'Webhook', also: ['Inbox'] },
  'webhook.recovered': { object: 'Webhook', also: ['Inbox'] },
  // The page of figures is asked again by the orders themselves.
  'report.day': { object: 'Webhook' },
  'test.changed': { object: 'TestMode' },
  'verification.ended': { object: 'Platform' },
  'correction.changed': { object: 'Proposal' },
  'rate.proposed': { object: 'Platform' },
  'radar.changed': { object: 'PlatformRadar' },
  'user.changed': { object: 'User', also: ['Dashboard', 'History'] },
};

/** What waits for a hand of the platform's people, who are told each of it by its id: it changes a few times a minute, not a second. */
const AT_HAND: ReadonlySet<Tag> = new Set<Tag>(['Appeal', 'Payment', 'Withdraw', 'Wallet', 'Transaction']);

/** What no figure of the platform shows. */
const NO_FIGURE: ReadonlySet<string> = new Set<Kind>([
  'ping.new',
  'order.message',
  'batch.changed',
  'batch.waiting',
  'order.claimed',
  'notification.changed',
  'test.changed',
  'report.day',
]);

/** Whether an event makes the figures of the platform stale. */
export const isFigure = ({ kind }: Pick<Event, 'kind'>): boolean => !NO_FIGURE.has(kind);

/** What the platform's people are told of whatever happens: no object, since there may be hundreds a second. */
export const FIGURES: readonly Change[] = [{ tag: 'Platform' }];

/** Invalidates all that a client shows. */
export const EVERYTHING: readonly Change[] = TAGS.map((tag) => ({ tag }));

interface Event {
  kind: string;
  objectId: string;
  at: Date;
}

/** The changes that clients are sent of one event. */
export interface Invalidations {
  /** To the event's owners. */
  owners: readonly Change[];
  /** To the other traders who take payouts: not the id, as the payout may no longer be theirs to see. */
  payoutTraders: readonly Change[];
  /** To the platform's people, besides the figures. */
  platform: readonly Change[];
}

/** The invalidations of an event. One of a newer version's kinds may affect anything. */
export function invalidationsOf({ kind, objectId, at }: Event): Invalidations {
  const affected: Affected | undefined = AFFECTED[kind as Kind];
  if (affected === undefined) return { owners: EVERYTHING, payoutTraders: [], platform: [] };
  const { object, also = [], openPayouts } = affected;
  // An appeal that is declined makes its order active again: that is no new order.
  const isNew = kind === 'order.active' && isIdOf(objectId, at);
  const change = { tag: object, id: objectId, ...(isNew && { created: 1 }) };
  return {
    owners: [change, ...also.map((tag) => ({ tag }))],
    payoutTraders: openPayouts ? [{ tag: object }] : [],
    platform: AT_HAND.has(object) ? [change] : [],
  };
}

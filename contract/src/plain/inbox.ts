import type { Right } from './rights.ts';

/** What asks for a hand in an account, what is lost soonest first, and what somebody needs to be told of it: they can see to it. */
export const INBOX_RIGHTS = {
  orders_ending: 'orders.confirm',
  orders_claimed: 'orders.confirm',
  phones_silent: 'cabinets.read',
  messages_to_sort: 'messages.read',
  appeals: 'appeals.decide',
  appeals_declined: 'appeals.open',
  batches_waiting: 'payouts.make',
  requisites_paused: 'requisites.edit',
  limits_reached: 'requisites.edit',
  webhooks_failing: 'webhooks.read',
  keys_expiring: 'keys.edit',
} as const satisfies Record<string, Right>;
export type InboxWhat = keyof typeof INBOX_RIGHTS;
export const INBOX = Object.keys(INBOX_RIGHTS) as [InboxWhat, ...InboxWhat[]];

/** Of which list a kind counts rows: that list, asked for what waits, has just as many. */
export const WAITING_IN = {
  orders: ['orders_ending', 'orders_claimed'],
  appeals: ['appeals', 'appeals_declined'],
  cabinets: ['phones_silent'],
  requisites: ['requisites_paused', 'limits_reached'],
} as const satisfies Record<string, readonly [InboxWhat, ...InboxWhat[]]>;
export type WaitingIn<List extends keyof typeof WAITING_IN> = (typeof WAITING_IN)[List][number];

/** An order that ends within so many milliseconds is urgent. */
export const ENDING_MS = 2 * 60 * 1000;

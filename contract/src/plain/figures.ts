/** What asks the platform's people for a hand, what is lost soonest first. */
export const WAITING = [
  'rate_stale',
  'rate_proposals',
  'silent_orders',
  'withdrawals',
  'second_operator',
  'appeals',
  'contested_payouts',
  'late_payouts',
  'unread_applications',
  'dead_webhooks',
  'old_holds',
] as const;
export type Waiting = (typeof WAITING)[number];

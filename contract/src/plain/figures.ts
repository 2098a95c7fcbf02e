/** What asks the platform's people for a hand, what is lost soonest first. */
export const WAITING = [
  'rate_stale',
  'rate_proposals',
  'silent_orders',
  'withdrawals',
  'second_operator',
  'appeals',
  'radar',
  'contested_payouts',
  'late_payouts',
  'unread_applications',
  'dead_webhooks',
  'old_holds',
] as const;
export type Waiting = (typeof WAITING)[number];

/** A list of the platform, and the status that it is filtered by. */
interface WaitingPlace {
  list: string;
  status?: string;
}

/** The list that each figure counts: its rows are as many as the figure says. */
export const WAITING_PLACES = {
  // The page of the rate has them all.
  rate_stale: { list: 'rate' },
  rate_proposals: { list: 'rate' },
  silent_orders: { list: 'orders', status: 'SILENT' },
  withdrawals: { list: 'withdrawals', status: 'OPEN' },
  second_operator: { list: 'proposals' },
  appeals: { list: 'appeals', status: 'OPERATOR' },
  radar: { list: 'radar', status: 'CROSSED' },
  contested_payouts: { list: 'payouts', status: 'CONTESTED' },
  late_payouts: { list: 'payouts', status: 'LATE' },
  // Its rows are the messages of as many applications.
  unread_applications: { list: 'notifications', status: 'unread_application' },
  dead_webhooks: { list: 'webhooks', status: 'DEAD' },
  old_holds: { list: 'holds' },
} as const satisfies Record<Waiting, WaitingPlace>;

/** What holds money while it is unfinished. */
export const HOLDS_OF = ['withdrawal', 'payout', 'appeal'] as const;
export type HoldOf = (typeof HOLDS_OF)[number];

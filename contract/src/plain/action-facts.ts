/**
 * In what a fact of an action is written: `word` is a code that screens have a word for; `limit` a count, or `none`; `limit_rub` the
 * same of roubles; `payouts` their ids, and which had a proof; `hidden` is for the audit alone, screens say it better.
 */
type FactKind =
  | 'text'
  | 'word'
  | 'role'
  | 'number'
  | 'switch'
  | 'usdt'
  | 'rub'
  | 'rate'
  | 'percent'
  | 'moment'
  | 'limit'
  | 'limit_rub'
  | 'payouts'
  | 'order_status'
  | 'hidden';

/** Everything that an action may say of its object («Было → Станет»), by name. */
export const FACTS = {
  status: 'word',
  reason: 'text',
  alone_usdt: 'usdt',

  // Balances, and the platform's by their difference
  available_usdt: 'usdt',
  held_usdt: 'usdt',
  earned_usdt: 'usdt',
  owed_usdt: 'usdt',
  revenue_usdt_moved: 'usdt',
  on_chain_usdt_moved: 'usdt',

  // Withdrawals and wallets
  outcome: 'word',
  rejected_reason: 'text',
  sending_by: 'text',
  sending_at: 'moment',
  transaction_hash: 'text',
  done_at: 'moment',
  usable_at: 'moment',

  // What is contested
  paid_rub: 'rub',
  comment: 'text',
  order_status: 'order_status',
  order_held_usdt: 'usdt',
  order_id: 'text',
  settlement: 'word',
  trader: 'text',
  decision_reason: 'text',
  next_attempt_at: 'moment',

  // Proposals
  what: 'hidden',
  proposed_by: 'text',
  second_factor: 'word',

  // The rate
  rate: 'rate',
  source: 'word',
  stale_at: 'moment',
  proposed: 'rate',

  // Accounts
  role: 'role',
  username: 'text',
  fee_bp: 'percent',
  reward_bp: 'percent',
  payout_enable: 'switch',
  api_keys: 'number',
  active_orders: 'limit',
  active_sum: 'limit_rub',
  unpaid_hour: 'limit',
  requests_second: 'limit',
  blocked_at: 'moment',
  ended_api_keys: 'text',
  kept_api_keys: 'text',
  ended_phones: 'text',
  kept_phones: 'text',
  freed_payouts: 'payouts',
  traffic_on: 'switch',
  traffic_stopped_at: 'moment',
  account: 'text',
  account_claimed_by: 'text',
  phone: 'text',
  phone_claimed_by: 'text',
  reference: 'text',

  // The radar
  radar_figure: 'word',
  threshold_bp: 'percent',
  threshold_seconds: 'number',
  threshold_count: 'number',
  least: 'number',
  value_bp: 'percent',
  value_seconds: 'number',
  value_count: 'number',
  quiet_until_at: 'moment',

  // What banks' balances settle
  balance_mode: 'word',

  // People
  member: 'text',
  invitation: 'hidden',
  expires_at: 'moment',
  password: 'word',
} as const satisfies Record<string, FactKind>;
export type FactName = keyof typeof FACTS;

export const isFactName = (name: string): name is FactName => Object.hasOwn(FACTS, name);

/** Everything that an action may say besides, by code. */
export const NOTES = [
  'merchants_pay_less',
  'traders_earn_less',
  'active_orders_go_on',
  'trader_switches_on',
  'balance_compared',
  'radar_lists',
  'radar_lists_nobody',
  'batch',
  'resent',
  'row_matched',
  'row_proposed',
  'row_no_hash',
  'row_no_address',
  'row_no_amount',
  'row_unknown',
  'row_other_sum',
  'row_hash_repeated',
  'row_hash_taken',
  'row_transfer_unknown',
  'row_transfer_unconfirmed',
  'row_transfer_failed',
  'row_transfer_other',
  'row_transfer_unreachable',
] as const;

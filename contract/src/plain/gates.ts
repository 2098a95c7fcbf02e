/** The conditions that a requisite must pass to be given to an order, in the order in which they are judged. */
export const GATES = [
  'trader_blocked',
  'traffic_off',
  'balance',
  'requisite_off',
  'method',
  'bank',
  'cabinet',
  'device_silent',
  'amount_limits',
  'current_deals',
  'max_deals',
  'interval',
  'amount_slot',
] as const;
export type Gate = (typeof GATES)[number];

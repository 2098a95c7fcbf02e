import type { AccountEntry, EntryOfDay } from '../ledger/index.ts';
import type { TraderDashboard } from './service.ts';
import type { Summary } from './store/summary.ts';
import type { MerchantDay, MerchantDays, MerchantHour } from './store/today.ts';

export const toTraderDashboard = ({ balances, heldForPayouts, traffic, permission, steps }: TraderDashboard) => ({
  balance: balances.available,
  balance_on_hold: balances.held,
  payouts_on_hold: heldForPayouts,
  earned_balance: balances.earned,
  can_move_earnings: balances.earned > 0n,
  is_active: traffic.on,
  account_enable_info: { can_be_enable: permission.allowed, reason: permission.reason },
  first_steps: steps ?? null,
});

export const toMerchantDashboard = (summary: Summary) => ({
  balance: summary.available,
  debt: summary.debt,
  success_orders: Number(summary.success),
  expired_orders: Number(summary.lost),
  orders_today: Number(summary.today),
  active_accounts: Number(summary.activeTraders),
  fee_bp: summary.feeBp,
  balance_on_hold: summary.held,
  timed_out_orders: Number(summary.expired),
  cancelled_orders: Number(summary.lost - summary.expired),
});

const toDay = (day: MerchantDay) => ({
  issued: Number(day.issued),
  paid: Number(day.paid),
  late: Number(day.late),
  expired: Number(day.expired),
  cancelled: Number(day.declined),
  closed: Number(day.closed),
  turnover: day.turnover,
  fee: day.fee,
  appeals: Number(day.appeals),
});

const toHours = (hours: readonly MerchantHour[]) =>
  hours.map(({ hour, closed, turnover }) => ({ hour, closed: Number(closed), turnover }));

export const toMerchantToday = ({
  at,
  since,
  comparedUntil,
  today,
  yesterday,
  hours,
}: MerchantDays & { at: Date; comparedUntil: Date }) => ({
  at,
  since,
  compared_until: comparedUntil,
  today: toDay(today),
  yesterday: toDay(yesterday),
  hours: { today: toHours(hours.today), yesterday: toHours(hours.yesterday) },
});

/** An entry, whose type gives the sign. */
export const toOperation = ({ number, amount, reason, cause, at, balance, day }: EntryOfDay) => ({
  id: String(number),
  amount: amount < 0n ? -amount : amount,
  type: amount < 0n ? ('SUBTRACT' as const) : ('ADD' as const),
  reason,
  object_id: cause,
  created_at: at,
  balance_after: balance,
  day: day.day,
  day_amount: day.amount,
});

/** An entry with its sign. */
export const toEntry = ({ number, at, reason, cause, amount, balance }: AccountEntry) => ({
  id: String(number),
  created_at: at,
  reason,
  object_id: cause,
  amount,
  balance_after: balance,
});

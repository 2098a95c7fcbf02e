import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { MerchantLimits } from '../accounts/index.ts';
import type { Facts } from '../audit/index.ts';

/** The limits of a new merchant: enough for a shop that begins, and no more than a few traders can bear. */
export const FIRST_LIMITS: MerchantLimits = {
  activeOrders: 50,
  activeSum: 3_000_000_00n,
  unpaidHour: 100,
  requestsSecond: 20,
};

/** A merchant's limits for the audit. */
export const limitFacts = (limits: MerchantLimits): Facts => ({
  active_orders: limits.activeOrders === 0 ? 'none' : String(limits.activeOrders),
  active_sum: limits.activeSum === 0n ? 'none' : `${formatMinorUnits(limits.activeSum, SCALE.rub)} RUB`,
  unpaid_hour: limits.unpaidHour === 0 ? 'none' : String(limits.unpaidHour),
  requests_second: limits.requestsSecond === 0 ? 'none' : String(limits.requestsSecond),
});

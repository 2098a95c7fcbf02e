import { conflict } from '../../../kernel/errors.ts';
import { moscowTime } from '../../../kernel/clock.ts';
import { inRoubles } from '../../../kernel/money.ts';
import { type Reader } from '../../../db/tx.ts';
import { type MerchantLimits, readLimits } from '../../accounts/index.ts';
import type { LimitName } from '../rules.ts';
import { readUsage, type Usage } from '../store/limits.ts';

/** A merchant's limits with what it holds of them. */
export async function readMerchantLimits(
  db: Reader,
  merchantId: string,
  at: Date,
): Promise<{ limits: MerchantLimits; usage: Usage }> {
  const limits = await readLimits(db, merchantId);
  return { limits, usage: await readUsage(db, merchantId, limits, at) };
}

/** The refusal of an order beyond a limit: the limit, its value, and when there is room again. */
export async function limitRefusal(db: Reader, merchantId: string, name: LimitName, at: Date) {
  const { limits, usage } = await readMerchantLimits(db, merchantId, at);
  const until = (time: Date | null) => (time === null ? '' : `, не позже ${moscowTime(time, at)} по Москве`);
  const expiry = `Место освободится, когда один из них закроется, истечёт или будет отменён${until(usage.nextExpiry)}`;
  const sentences: Record<LimitName, string> = {
    active_orders: `Активных заказов может быть не больше ${limits.activeOrders}, и столько у вас есть. ${expiry}`,
    active_sum: `Активные заказы вместе не могут быть больше ${inRoubles(limits.activeSum)}, сейчас они на ${inRoubles(usage.activeSum)}. ${expiry}`,
    unpaid_hour: `Неоплаченных заказов за час может быть не больше ${limits.unpaidHour}, и столько у вас есть. Место освободится, когда один из них оплатят${until(usage.nextHourOver)}`,
  };
  return conflict('merchant_limit', sentences[name]);
}

import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { after, HOUR } from '../../../kernel/clock.ts';
import type { MerchantLimits } from '../../accounts/index.ts';

/** What a merchant holds of its limits, and when that changes by itself. */
export interface Usage {
  activeOrders: number;
  /** Kopecks. */
  activeSum: bigint;
  /** At most one more than the limit. */
  unpaidHour: number;
  /** The time at which the oldest active order expires. */
  nextExpiry: Date | null;
  /** The time at which the oldest unpaid order is an hour old. */
  nextHourOver: Date | null;
}

/** Costs the same however many orders there are: it reads counters, and no more unpaid orders than the limit allows. */
export async function readUsage(db: Reader, merchantId: string, limits: MerchantLimits, at: Date): Promise<Usage> {
  const { rows } = await sql<{
    activeOrders: bigint;
    activeSum: bigint;
    unpaidHour: bigint;
    nextExpiry: Date | null;
    oldestUnpaid: Date | null;
  }>`
    select active.n as "activeOrders", active.amount as "activeSum", unpaid.n as "unpaidHour",
      (select expires_at from orders where merchant_id = ${merchantId} and status = 'ACTIVE' order by merchant_seq limit 1)
        as "nextExpiry",
      unpaid.oldest as "oldestUnpaid"
    from list_total(${merchantId}, 'orders', 'ACTIVE') as active, (
      select count(*) as n, min(created_at) as oldest
      from merchant_unpaid(${merchantId}, ${at}, ${limits.unpaidHour + 1}) as created_at
    ) as unpaid`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A select of sums has no row');
  return {
    activeOrders: Number(row.activeOrders),
    activeSum: row.activeSum,
    unpaidHour: Number(row.unpaidHour),
    nextExpiry: row.nextExpiry,
    nextHourOver: row.oldestUnpaid && after(row.oldestUnpaid, HOUR),
  };
}

/** Active orders of a trader or a merchant, from the counters. */
export async function countActiveOrders(db: Reader, ownerId: string): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`select n from list_total(${ownerId}, 'orders', 'ACTIVE')`.execute(db);
  return rows[0]?.n ?? 0n;
}

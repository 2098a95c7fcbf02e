import { sql } from 'kysely';
import type { Reader } from '../../db/tx.ts';
import { isHeard } from '../cabinets/index.ts';
import type { TrafficState } from './rules.ts';

export async function readTraffic(db: Reader, traderId: string, at: Date): Promise<TrafficState> {
  const { rows } = await sql<TrafficState>`
    select traffic_on as "on", blocked_at is not null as blocked,
      exists (select from requisite where trader_id = users.id and is_active) as "hasActiveRequisite",
      exists (select from cabinet where trader_id = users.id and is_active and ${isHeard(at)})
        as "hasActiveCabinet"
    from users where id = ${traderId}`.execute(db);
  return rows[0] ?? { on: false, blocked: true, hasActiveRequisite: false, hasActiveCabinet: false };
}

export interface MerchantCounts {
  success: bigint;
  lost: bigint;
  today: bigint;
  activeTraders: bigint;
}

/**
 * Counts of a merchant's orders, all from counters and list numbers, and of the traders that may receive orders.
 * @param day when it is asked, and the smallest order id of today in Moscow: today's orders are those numbered from it on.
 */
export async function readMerchantCounts(
  db: Reader,
  merchantId: string,
  { at, firstIdToday }: { at: Date; firstIdToday: string },
): Promise<MerchantCounts> {
  const { rows } = await sql<MerchantCounts>`
    with counts as (select status, n from list_block where owner_id = ${merchantId} and list = 'orders' and level = 1)
    select
      (select coalesce(sum(n) filter (where status = 'CLOSED'), 0)::bigint from counts) as success,
      (select coalesce(sum(n) filter (where status in ('EXPIRED', 'DECLINED')), 0)::bigint from counts) as lost,
      coalesce((select last from list_sequence where owner_id = ${merchantId} and list = 'orders')
        - (select merchant_seq from orders where merchant_id = ${merchantId} and id >= ${firstIdToday} order by id limit 1)
        + 1, 0) as today,
      (select count(*) from users where role = 'trader' and traffic_on and blocked_at is null and exists (
        select from requisite join cabinet on cabinet.id = requisite.cabinet_id
        where requisite.trader_id = users.id and requisite.is_active and cabinet.is_active and ${isHeard(at)}))
        as "activeTraders"`.execute(db);
  return rows[0] ?? { success: 0n, lost: 0n, today: 0n, activeTraders: 0n };
}

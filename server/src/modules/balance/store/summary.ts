import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { isOnline } from '../../cabinets/index.ts';
import type { FirstSteps, TrafficState } from '../rules.ts';

export async function readTraffic(db: Reader, traderId: string, at: Date): Promise<TrafficState> {
  const { rows } = await sql<TrafficState>`
    select traffic_on as "on", blocked_at is not null as blocked, traffic_stop_reason as "stopReason",
      exists (select from requisite where trader_id = account.id and is_active) as "hasActiveRequisite",
      exists (select from cabinet where trader_id = account.id and is_active and ${isOnline(at)})
        as "hasActiveCabinet"
    from account where id = ${traderId}`.execute(db);
  return rows[0] ?? { on: false, blocked: true, stopReason: null, hasActiveRequisite: false, hasActiveCabinet: false };
}

/** What a trader has set up, and whether an order was ever issued to them. Each is found by the first row of an index. */
export async function readSetUp(
  db: Reader,
  traderId: string,
): Promise<Omit<FirstSteps, 'balance' | 'traffic'> & { hadOrder: boolean }> {
  const { rows } = await sql<Omit<FirstSteps, 'balance' | 'traffic'> & { hadOrder: boolean }>`
    select
      exists (select from list_sequence where owner_id = ${traderId} and list = 'orders' and last > 0) as "hadOrder",
      exists (select from list_sequence where owner_id = ${traderId} and list = 'notifications' and last > 0) as message,
      count(*) > 0 as requisite,
      coalesce(bool_or(min_amount > 0 or max_amount > 0 or max_deals > 0 or max_current_deals > 0), false) as limits,
      exists (select from cabinet where trader_id = ${traderId} and blocked_forever_at is null) as cabinet,
      exists (select from cabinet where trader_id = ${traderId} and blocked_forever_at is null and last_heard_at is not null)
        as phone
    from requisite where trader_id = ${traderId} and archived_at is null`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A select of sums has no row');
  return row;
}

/** Micro-USDT, and numbers of orders and traders. */
export interface Summary {
  available: bigint;
  debt: bigint;
  /** For withdrawals and payouts. */
  held: bigint;
  success: bigint;
  /** Expired or cancelled. */
  lost: bigint;
  /** Of these, expired. */
  expired: bigint;
  today: bigint;
  activeTraders: bigint;
  /** Of the one merchant; null for all together. */
  feeBp: number | null;
}

/**
 * A merchant's balance and counts of orders, all from counters, what is not folded into them, and list numbers, and the traders that may receive orders.
 * @param merchantId absent: of all merchants together, in time that grows with their number and not with that of orders.
 * @param day when it is asked, and the smallest order id of today in Moscow: today's orders are those numbered from it on.
 */
export async function readSummary(
  db: Reader,
  merchantId: string | undefined,
  { at, firstIdToday }: { at: Date; firstIdToday: string },
): Promise<Summary> {
  const whose = merchantId === undefined ? sql`m.role = 'merchant'` : sql`m.id = ${merchantId}`;
  const { rows } = await sql<Summary>`
    select coalesce(sum(funds.balance), 0)::bigint as available, coalesce(sum(ledger_debt.amount), 0)::bigint as debt,
      coalesce(sum(holds.held), 0)::bigint as held,
      coalesce(sum(counts.success), 0)::bigint + coalesce(max(late.success), 0) as success,
      coalesce(sum(counts.lost), 0)::bigint + coalesce(max(late.lost), 0) as lost,
      coalesce(sum(counts.expired), 0)::bigint + coalesce(max(late.expired), 0) as expired, coalesce(sum(new.today), 0)::bigint as today,
      (select count(*) from account where role = 'trader' and traffic_on and blocked_at is null and exists (
        select from requisite join cabinet on cabinet.id = requisite.cabinet_id
        where requisite.trader_id = account.id and requisite.is_active and cabinet.is_active and ${isOnline(at)}))
        as "activeTraders",
      ${merchantId === undefined ? sql`null::integer` : sql`max(m.fee_bp)`} as "feeBp"
    from account m
    left join ledger_available funds on funds.owner_id = m.id
    left join ledger_debt on ledger_debt.owner_id = m.id
    left join lateral (
      select sum(balance) as held from ledger_account where owner_id = m.id and kind = 'held'
    ) as holds on true
    cross join lateral (
      select sum(n) filter (where status = 'CLOSED') as success,
        sum(n) filter (where status in ('EXPIRED', 'DECLINED')) as lost, sum(n) filter (where status = 'EXPIRED') as expired
      from list_block where owner_id = m.id and list = 'orders' and level = 1
    ) as counts
    cross join (
      -- What is not folded into the counters yet.
      select sum(n) filter (where status = 'CLOSED') as success,
        sum(n) filter (where status in ('EXPIRED', 'DECLINED')) as lost, sum(n) filter (where status = 'EXPIRED') as expired
      from list_unfolded(${merchantId ?? null}, lists_end_xid(), lists_end_id()) as change
      join account on account.id = change.owner_id and account.role = 'merchant'
      where list = 'orders'
    ) as late
    cross join lateral (
      select (select last from list_sequence where owner_id = m.id and list = 'orders')
        - order_number_at(m.id, 'merchant', ${firstIdToday}) as today
    ) as new
    where ${whose}`.execute(db);
  const [summary] = rows;
  if (summary === undefined) throw new Error('A select of sums has no row');
  return summary;
}

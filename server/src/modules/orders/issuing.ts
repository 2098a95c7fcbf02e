import type { OrderMethod } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../db/tx.ts';
import { isHeard } from '../cabinets/index.ts';
import { assertFresh, currentRate, noRate } from '../rates/index.ts';
import { type PayTo, payToColumns } from './payable.ts';

/**
 * The rate in force and what the merchant pays, in basis points.
 * @throws ApiError 409 `no_rate` while no rate was ever set, `rate_stale` when it is too old.
 */
export async function readTerms(db: Reader, merchantId: string, at: Date): Promise<{ rate: bigint; feeBp: number }> {
  const { rows } = await sql<{ rate: bigint; staleAt: Date; feeBp: number }>`
    select rate.value as rate, rate."staleAt", fee_bp as "feeBp" from users, (${currentRate}) as rate
    where users.id = ${merchantId}`.execute(db);
  if (rows[0] === undefined) throw noRate();
  assertFresh(rows[0], at);
  return rows[0];
}

/** What an order asks of a requisite. */
export interface Wanted {
  /** Kopecks. */
  amount: bigint;
  /** Micro-USDT that the trader must be able to hold. */
  amountUsdt: bigint;
  method: OrderMethod;
  bankId: number | undefined;
  at: Date;
}

/**
 * Why a requisite does not take an order. In the order in which a trader would mend them: a requisite stops at its first.
 */
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

/** Why an order was not issued: the gate that stopped it, or that there was nothing to issue it at. */
export type RefusalReason = Gate | 'no_requisites' | 'rate_stale';

/** The condition under which each gate lets the order through. Every name must have one. */
function conditions({ amount, amountUsdt, method, bankId, at }: Wanted): Record<Gate, RawBuilder<boolean>> {
  return {
    trader_blocked: sql`trader.blocked_at is null`,
    traffic_off: sql`trader.traffic_on`,
    balance: sql`coalesce(funds.balance >= ${amountUsdt}, false)`,
    requisite_off: sql`requisite.is_active`,
    method: method === 'sbp' ? sql`requisite.is_sbp` : sql`requisite.is_c2c`,
    bank: bankId === undefined ? sql`true` : sql`requisite.bank_id = ${bankId}`,
    cabinet: sql`coalesce(cabinet.is_active, false)`,
    device_silent: isHeard(at),
    amount_limits: sql`requisite.min_amount <= ${amount} and (requisite.max_amount = 0 or requisite.max_amount >= ${amount})`,
    current_deals: sql`(requisite.max_current_deals = 0 or requisite.active_orders < requisite.max_current_deals)`,
    max_deals: sql`(requisite.max_deals = 0 or requisite.current_deals_count < requisite.max_deals)`,
    // An order that was asked for earlier may be issued later than its neighbour: without an interval, time says nothing.
    interval: sql`(requisite.interval_minutes = 0
      or requisite.last_order_at <= ${at}::timestamptz - requisite.interval_minutes * interval '1 minute')`,
    amount_slot: sql`not exists (
      select from amount_slot
      where requisite_id = requisite.id and amount_slot.amount = ${amount} and held_until > ${at})`,
  };
}

const FROM = sql`
  from requisite
  join users trader on trader.id = requisite.trader_id
  join bank on bank.id = requisite.bank_id
  left join ledger_available funds on funds.owner_id = requisite.trader_id
  left join cabinet on cabinet.id = requisite.cabinet_id`;

export interface Place extends PayTo {
  requisiteId: string;
  traderId: string;
  /** Basis points that the trader earns. */
  rewardBp: number;
}

/**
 * The least recently used requisite that passes every gate, locked for this transaction; undefined when there is none.
 * Requisites that others are just taking are passed over. Only when nothing else is left are they waited for: without the
 * second look, two shops at one requisite would turn each other away. After the wait PostgreSQL judges the requisite's row
 * anew; the amount slot is judged anew by its own statement.
 */
export async function lockPlace(tx: Tx, wanted: Wanted, without: readonly string[]): Promise<Place | undefined> {
  // Inside a CASE the planner does not guess how strict the gates are; it would take them for so strict together that it judges
  // every requisite before it sorts. This way it walks the queue, whose index holds the active ones, to the first that passes.
  const passes = sql`requisite.is_active
    and case when ${sql.join(Object.values(conditions(wanted)), sql` and `)} then true else false end`;
  const pick = async (waiting: RawBuilder<unknown>) => {
    const { rows } = await sql<Place>`
      select requisite.id as "requisiteId", trader.id as "traderId", trader.reward_bp as "rewardBp", ${payToColumns} ${FROM}
      where ${passes} and requisite.id <> all(${without}::uuid[])
      order by requisite.last_order_at, requisite.id
      limit 1
      for no key update of requisite ${waiting}`.execute(tx);
    return rows[0];
  };
  return (await pick(sql`skip locked`)) ?? (await pick(sql``));
}

/** The gate that the requisites which came furthest stopped at; undefined when there are no requisites at all. */
export async function nearestGate(db: Reader, wanted: Wanted): Promise<Gate | undefined> {
  const gates = conditions(wanted);
  const stoppedAt = sql.join(
    GATES.map((gate, index) => sql`when not (${gates[gate]}) then ${sql.lit(index)}::integer`),
    sql` `,
  );
  const { rows } = await sql<{ index: number | null }>`
    select max(case ${stoppedAt} end) as index ${FROM} where requisite.archived_at is null`.execute(db);
  return GATES[rows[0]?.index ?? -1];
}

/** Counts a refused order by its reason: all that is kept of it. */
export async function countRefusal(tx: Tx, merchantId: string, reason: RefusalReason, at: Date): Promise<void> {
  await sql`
    insert into issue_refusal as r (day, merchant_id, gate)
    values ((${at}::timestamptz at time zone 'Europe/Moscow')::date, ${merchantId}, ${reason})
    on conflict (day, merchant_id, gate) do update set n = r.n + 1`.execute(tx);
}

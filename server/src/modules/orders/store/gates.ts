import { type Gate, GATES } from '@kantor/contract/plain/gates.ts';
import type { OrderMethod } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { isOnline } from '../../cabinets/index.ts';
import { isAmountFree } from './slot.ts';

/** The gates whose judgement is another one for each amount. */
export const BY_AMOUNT: ReadonlySet<Gate> = new Set<Gate>(['balance', 'amount_limits', 'amount_slot']);
/** Those whose judgement is another one for each order: the rest are judged once a requisite, for all orders. */
export const BY_ORDER: ReadonlySet<Gate> = new Set<Gate>([...BY_AMOUNT, 'method', 'bank']);

/** The requirements of an order on its requisite. */
export interface Requirements {
  /** Kopecks. */
  amount: bigint;
  /** Micro-USDT that the trader must be able to hold. */
  amountUsdt: bigint;
  method: OrderMethod;
  bankId: number | undefined;
  at: Date;
}

/** The same as they stand in a statement. */
export interface RequiredColumns {
  amount: RawBuilder<bigint>;
  amountUsdt: RawBuilder<bigint>;
  isSbp: RawBuilder<boolean>;
  /** Null: any. */
  bankId: RawBuilder<number | null>;
  at: Date;
}

export const inStatement = ({ amount, amountUsdt, method, bankId, at }: Requirements): RequiredColumns => ({
  amount: sql`${amount}::bigint`,
  amountUsdt: sql`${amountUsdt}::bigint`,
  isSbp: sql`${method === 'sbp'}::boolean`,
  bankId: sql`${bankId ?? null}::integer`,
  at,
});

/** `kernel/money.toMicroUsdt` in SQL. */
export const inMicroUsdt = (kopecks: RawBuilder<unknown>, rate: RawBuilder<unknown>): RawBuilder<bigint> =>
  sql<bigint>`div(2 * (${kopecks})::numeric * 100000000 + ${rate}, 2 * ${rate})::bigint`;

/** The condition under which each gate lets the order through: the only place where that is said. Every name must have one. */
export function conditions({
  amount,
  amountUsdt,
  isSbp,
  bankId,
  at,
}: RequiredColumns): Record<Gate, RawBuilder<boolean>> {
  return {
    trader_blocked: sql`trader.blocked_at is null`,
    traffic_off: sql`trader.traffic_on`,
    balance: sql`coalesce(funds.balance >= ${amountUsdt}, false)`,
    requisite_off: sql`requisite.is_active`,
    method: sql`case when ${isSbp} then requisite.is_sbp else requisite.is_c2c end`,
    bank: sql`(${bankId} is null or requisite.bank_id = ${bankId})`,
    cabinet: sql`coalesce(cabinet.is_active, false)`,
    device_silent: isOnline(at),
    amount_limits: sql`requisite.min_amount <= ${amount} and (requisite.max_amount = 0 or requisite.max_amount >= ${amount})`,
    current_deals: sql`(requisite.max_current_deals = 0 or requisite.active_orders < requisite.max_current_deals)`,
    max_deals: sql`(requisite.max_deals = 0 or requisite.current_deals_count < requisite.max_deals)`,
    // An order that was asked for earlier may be issued later than its neighbour: without an interval, time says nothing.
    interval: sql`(requisite.interval_minutes = 0
      or requisite.last_order_at <= ${at}::timestamptz - requisite.interval_minutes * interval '1 minute')`,
    amount_slot: isAmountFree(amount, at),
  };
}

/** The rows that the conditions name. */
export const FROM = sql`
  from requisite
  join account trader on trader.id = requisite.trader_id
  join bank on bank.id = requisite.bank_id
  left join ledger_available funds on funds.owner_id = requisite.trader_id
  left join cabinet on cabinet.id = requisite.cabinet_id`;

/**
 * Whether a requisite passes every gate. Inside a CASE the planner does not guess how strict the gates are; it would take them for
 * so strict together that it judges every requisite before it sorts. This way it walks the queue, whose index holds the active
 * ones, to the first that passes.
 */
export const passes = (required: RequiredColumns) => passesAll(Object.values(conditions(required)));

/** As `passes`, of some conditions. */
export const passesAll = (lets: readonly RawBuilder<boolean>[]) => sql`
  requisite.is_active and case when ${sql.join(lets, sql` and `)} then true else false end`;

/** The gate that the requisites which came furthest stopped at; undefined when there are no requisites at all. */
export async function nearestGate(db: Reader, required: Requirements): Promise<Gate | undefined> {
  const gates = conditions(inStatement(required));
  const stoppedAt = sql.join(
    GATES.map((gate, index) => sql`when not (${gates[gate]}) then ${sql.lit(index)}::integer`),
    sql` `,
  );
  const { rows } = await sql<{ index: number | null }>`
    select max(case ${stoppedAt} end) as index ${FROM} where requisite.archived_at is null`.execute(db);
  return GATES[rows[0]?.index ?? -1];
}

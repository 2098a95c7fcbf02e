import type { OrderMethod } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Locked, lockRow, type Reader, type Statement, type Tx } from '../../../db/tx.ts';
import { isOnline } from '../../cabinets/index.ts';
import { assertFresh, currentRate, noRate } from '../../rates/index.ts';
import { lockingRequisite, type PaymentDetails, paymentColumns } from '../../requisites/index.ts';
import { type Gate, GATES, type IssueRefusal } from '../rules.ts';
import { isAmountFree } from './slot.ts';

/**
 * The rate in force and the merchant's fee in basis points.
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

/** The condition under which each gate lets the order through. Every name must have one. */
function conditions({ amount, amountUsdt, method, bankId, at }: Requirements): Record<Gate, RawBuilder<boolean>> {
  return {
    trader_blocked: sql`trader.blocked_at is null`,
    traffic_off: sql`trader.traffic_on`,
    balance: sql`coalesce(funds.balance >= ${amountUsdt}, false)`,
    requisite_off: sql`requisite.is_active`,
    method: method === 'sbp' ? sql`requisite.is_sbp` : sql`requisite.is_c2c`,
    bank: bankId === undefined ? sql`true` : sql`requisite.bank_id = ${bankId}`,
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

const FROM = sql`
  from requisite
  join users trader on trader.id = requisite.trader_id
  join bank on bank.id = requisite.bank_id
  left join ledger_available funds on funds.owner_id = requisite.trader_id
  left join cabinet on cabinet.id = requisite.cabinet_id`;

/** A requisite that passes every gate of an order. */
export interface AvailableRequisite extends PaymentDetails {
  requisiteId: string;
  traderId: string;
  /** The version of its bank data in force. */
  payeeVersion: number;
  /** Basis points that the trader earns. */
  rewardBp: number;
}

/**
 * Locks the least recently used requisite that passes every gate; undefined when there is none.
 * Requisites that others are just taking are passed over. Only when nothing else is left are they waited for: without the
 * second look, two shops at one requisite would refuse each other. After the wait PostgreSQL checks the requisite's row
 * anew; the amount slot is judged anew by the statement that writes the order.
 * @param without ids of requisites to leave out.
 */
export async function lockAvailableRequisite(
  tx: Tx,
  required: Requirements,
  without: readonly string[],
): Promise<Locked<AvailableRequisite> | undefined> {
  // Inside a CASE the planner does not guess how strict the gates are; it would take them for so strict together that it judges
  // every requisite before it sorts. This way it walks the queue, whose index holds the active ones, to the first that passes.
  const passes = sql`requisite.is_active
    and case when ${sql.join(Object.values(conditions(required)), sql` and `)} then true else false end`;
  const lockFirst = (waiting: RawBuilder<unknown>) =>
    lockRow(
      tx,
      sql<AvailableRequisite>`
      select requisite.id as "requisiteId", trader.id as "traderId", trader.reward_bp as "rewardBp", requisite.payee_version as "payeeVersion", ${paymentColumns('requisite')} ${FROM}
      where ${passes} and requisite.id <> all(${without}::uuid[])
      order by requisite.last_order_at, requisite.id
      limit 1
      ${lockingRequisite} ${waiting}`,
    );
  return (await lockFirst(sql`skip locked`)) ?? (await lockFirst(sql``));
}

/** The gate that the requisites which came furthest stopped at; undefined when there are no requisites at all. */
export async function nearestGate(db: Reader, required: Requirements): Promise<Gate | undefined> {
  const gates = conditions(required);
  const stoppedAt = sql.join(
    GATES.map((gate, index) => sql`when not (${gates[gate]}) then ${sql.lit(index)}::integer`),
    sql` `,
  );
  const { rows } = await sql<{ index: number | null }>`
    select max(case ${stoppedAt} end) as index ${FROM} where requisite.archived_at is null`.execute(db);
  return GATES[rows[0]?.index ?? -1];
}

/** Counts a refused order by its reason; nothing else of it is kept. */
export async function countRefusal(
  statement: Statement,
  merchantId: string,
  reason: IssueRefusal,
  at: Date,
): Promise<void> {
  await sql`
    insert into issue_refusal as r (day, merchant_id, gate)
    values ((${at}::timestamptz at time zone 'Europe/Moscow')::date, ${merchantId}, ${reason})
    on conflict (day, merchant_id, gate) do update set n = r.n + 1`.execute(statement);
}

import { type Gate, GATES } from '@kantor/contract/plain/gates.ts';
import type { OrderMethod } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { isOnline } from '../../cabinets/index.ts';
import { isAmountFree, keptAmounts } from './slot.ts';

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

/** The condition under which each gate lets the order through. Every name must have one. */
function conditions({ amount, amountUsdt, isSbp, bankId, at }: RequiredColumns): Record<Gate, RawBuilder<boolean>> {
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
export const passes = (required: RequiredColumns) => sql`
  requisite.is_active
    and case when ${sql.join(Object.values(conditions(required)), sql` and `)} then true else false end`;

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

/** The gates whose judgement is another one for each amount. The rest are judged once a requisite, for all amounts. */
const BY_AMOUNT: ReadonlySet<Gate> = new Set<Gate>(['balance', 'amount_limits', 'amount_slot']);
/** Orders are looked at for it. It is the last one: only where no other stops a requisite does it matter. */
const SLOT: Gate = 'amount_slot';

/** A sum that liquidity is asked for. */
export interface Level {
  /** Kopecks. */
  amount: bigint;
  /** Micro-USDT that a trader must be able to hold for it. */
  amountUsdt: bigint;
}

/** What an order of a sum would find. */
export interface LevelLiquidity {
  /** Requisites that pass every gate. */
  available: number;
  /** The others, by the first gate in their order that stops them. */
  stopped: Partial<Record<Gate, number>>;
}

/** A gate's place in their order where it stops the requisite, else null. */
const stopsAt = (gate: Gate, lets: RawBuilder<boolean>) =>
  sql`case when not (${lets}) then ${sql.lit(GATES.indexOf(gate))} end`;

/**
 * How many requisites an order of each sum would find, and at which gate the others stand, by the conditions of issuing and in
 * one statement: a requisite is judged once by what does not depend on the sum, and asked once which of the sums its orders keep.
 * Archived requisites are left out.
 * @returns an answer for each level, in their order.
 */
export async function readLiquidity(
  db: Reader,
  { levels, method, bankId, at }: Pick<Requirements, 'method' | 'bankId' | 'at'> & { levels: readonly Level[] },
): Promise<LevelLiquidity[]> {
  const amounts = sql`${levels.map(({ amount }) => amount)}::bigint[]`;
  const gates = conditions({
    ...inStatement({ amount: 0n, amountUsdt: 0n, method, bankId, at }),
    amount: sql`level.amount`,
    amountUsdt: sql`level.amount_usdt`,
  });
  const once = GATES.filter((gate) => !BY_AMOUNT.has(gate)).map(
    (gate) => sql`when not (${gates[gate]}) then ${sql.lit(GATES.indexOf(gate))}`,
  );
  const each = GATES.filter((gate) => BY_AMOUNT.has(gate) && gate !== SLOT).map((gate) => stopsAt(gate, gates[gate]));
  const { rows } = await sql<{ place: number; gate: number; n: bigint }>`
    select level.place::integer - 1 as place,
      coalesce(least(judged.gate, ${sql.join(each)}), ${stopsAt(SLOT, sql`level.amount <> all(kept.amounts)`)}, -1) as gate, count(*) as n
    ${FROM}
    cross join lateral (select case ${sql.join(once, sql` `)} end as gate offset 0) as judged
    cross join lateral (select case when judged.gate is null then ${keptAmounts(amounts, at)} else '{}' end as amounts offset 0) as kept
    cross join unnest(${amounts}, ${levels.map(({ amountUsdt }) => amountUsdt)}::bigint[])
      with ordinality as level (amount, amount_usdt, place)
    where requisite.archived_at is null
    group by 1, 2`.execute(db);
  return levels.map((_, place) => {
    const own = rows.filter((row) => row.place === place);
    const stopped = own.flatMap(({ gate, n }) => (GATES[gate] ? [[GATES[gate], Number(n)] as const] : []));
    return {
      available: Number(own.find(({ gate }) => gate === -1)?.n ?? 0),
      stopped: Object.fromEntries(stopped) as LevelLiquidity['stopped'],
    };
  });
}

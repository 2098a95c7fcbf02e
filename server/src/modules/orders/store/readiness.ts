import { type Gate, GATES } from '@kantor/contract/plain/gates.ts';
import type { OrderMethod } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { conditions, FROM, inMicroUsdt } from './gates.ts';

/** An order that a trader asks about; what is absent may be anything that a requisite takes. */
export interface ReadinessQuestion {
  /** Kopecks. */
  amount: bigint | undefined;
  method: OrderMethod | undefined;
  bankId: number | undefined;
  /** RUB for 1 USDT in 1/10000 of a rouble; undefined while none was ever set. */
  rate: bigint | undefined;
  at: Date;
}

/** A requisite at the gates of issuing, with the numbers that they judge. */
export interface RequisiteAtGates {
  id: string;
  /** The gates that stop it, in their order. */
  stopped: Gate[];
  /** Kopecks; a limit of 0 is none. */
  minAmount: bigint;
  maxAmount: bigint;
  /** Micro-USDT that its trader may still hold. */
  funds: bigint;
  activeOrders: number;
  maxCurrentDeals: number;
  currentDeals: number;
  maxDeals: number;
  /** When the interval since its last order ends; null without one. */
  intervalUntil: Date | null;
  /** When its schedule switches it next; null without one. */
  switchAt: Date | null;
  cabinet: { id: string; name: string } | null;
  /** The last call of its phone. */
  heardAt: Date | null;
}

/**
 * All requisites of a trader outside the archive, newest first, each judged by the conditions of issuing, in one statement. Without
 * a sum each is judged by the smallest that it takes; its amount slot then stops it only when it takes no other.
 */
export async function readAtGates(
  db: Reader,
  traderId: string,
  { amount, method, bankId, rate, at }: ReadinessQuestion,
): Promise<RequisiteAtGates[]> {
  const asked = amount === undefined ? sql<bigint>`greatest(requisite.min_amount, 1)` : sql<bigint>`${amount}::bigint`;
  const gates = conditions({
    amount: asked,
    amountUsdt: rate === undefined ? sql`0::bigint` : inMicroUsdt(asked, sql`${rate}::bigint`),
    isSbp: method === undefined ? sql<boolean>`requisite.is_sbp` : sql<boolean>`${method === 'sbp'}::boolean`,
    bankId: sql<number | null>`${bankId ?? null}::integer`,
    at,
  });
  const slot =
    amount === undefined ? sql`requisite.max_amount = 0 or requisite.min_amount <> requisite.max_amount or` : sql``;
  const stops = GATES.map((gate) => {
    const lets = gate === 'amount_slot' ? sql`(${slot} ${gates[gate]})` : gates[gate];
    return sql`case when not (${lets}) then ${sql.lit(gate)} end`;
  });
  const { rows } = await sql<
    Omit<RequisiteAtGates, 'cabinet'> & { cabinetId: string | null; cabinetName: string | null }
  >`
    select requisite.id, array_remove(array[${sql.join(stops)}]::text[], null) as stopped,
      requisite.min_amount as "minAmount", requisite.max_amount as "maxAmount", coalesce(funds.balance, 0) as funds,
      requisite.active_orders as "activeOrders", requisite.max_current_deals as "maxCurrentDeals",
      requisite.current_deals_count as "currentDeals", requisite.max_deals as "maxDeals",
      case when requisite.interval_minutes > 0 and isfinite(requisite.last_order_at)
        then requisite.last_order_at + requisite.interval_minutes * interval '1 minute' end as "intervalUntil",
      requisite.switch_at as "switchAt", cabinet.id as "cabinetId", cabinet.device_name as "cabinetName",
      cabinet.last_heard_at as "heardAt"
    ${FROM}
    where requisite.trader_id = ${traderId} and requisite.archived_at is null
    order by requisite.id desc`.execute(db);
  return rows.map(({ cabinetId, cabinetName, ...row }) => ({
    ...row,
    cabinet: cabinetId === null ? null : { id: cabinetId, name: cabinetName ?? '' },
  }));
}

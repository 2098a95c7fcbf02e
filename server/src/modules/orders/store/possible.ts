import { type Gate, GATES } from '@kantor/contract/plain/gates.ts';
import { type OrderMethod, ORDER_METHODS } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { BY_AMOUNT, conditions, FROM, inStatement, type Requirements } from './gates.ts';

/** The gates that do not open by waiting: an order that no requisite could ever take stops at these. */
const LASTING: ReadonlySet<Gate> = new Set<Gate>(['trader_blocked', 'method', 'bank', 'amount_limits']);

const all = (gates: Record<Gate, RawBuilder<boolean>>, names: readonly Gate[]) =>
  sql.join(
    names.map((gate) => gates[gate]),
    sql` and `,
  );

/** The sums of requisites that are for a method and a bank alike. */
export interface SumSpan {
  method: OrderMethod;
  bankId: number;
  /** Kopecks. */
  from: bigint;
  /** Zero: any. */
  to: bigint;
  /** Whether orders of these sums would be issued now, if the funds suffice. */
  isReady: boolean;
  /** Micro-USDT that the trader may still hold; the most of these requisites. */
  funds: bigint;
}

/** The sums that requisites take, by the conditions of issuing: spans of sums, of which a sum that is just taken is none. */
export async function readSumSpans(db: Reader, at: Date): Promise<SumSpan[]> {
  const gates = conditions({
    ...inStatement({ amount: 0n, amountUsdt: 0n, method: 'sbp', bankId: undefined, at }),
    isSbp: sql`asked.is_sbp`,
  });
  const lasting = GATES.filter((gate) => LASTING.has(gate) && !BY_AMOUNT.has(gate));
  const passing = GATES.filter((gate) => !LASTING.has(gate) && !BY_AMOUNT.has(gate));
  const { rows } = await sql<SumSpan>`
    select asked.method, requisite.bank_id as "bankId", requisite.min_amount as from, requisite.max_amount as to,
      (${all(gates, passing)}) as "isReady", coalesce(max(funds.balance), 0)::bigint as funds
    ${FROM}
    cross join unnest(${[...ORDER_METHODS]}::text[], ${ORDER_METHODS.map((method) => method === 'sbp')}::boolean[])
      as asked (method, is_sbp)
    where requisite.archived_at is null and ${all(gates, lasting)}
    group by 1, 2, 3, 4, 5`.execute(db);
  return rows;
}

/** What stands in the way of an order for which there is no requisite. */
export interface Obstacle {
  isUnknownBank: boolean;
  /** The sums that are ever issued by this method, at this bank; null when there are no requisites for them at all. */
  ever: { from: bigint; to: bigint | null } | null;
  /** Whether a requisite could take this very sum at another time. */
  couldBe: boolean;
}

export async function readObstacle(db: Reader, required: Requirements): Promise<Obstacle> {
  const gates = conditions(inStatement(required));
  const lasting = GATES.filter((gate) => LASTING.has(gate) && !BY_AMOUNT.has(gate));
  const { rows } = await sql<Obstacle & { from: bigint | null; to: bigint | null }>`
    select ${required.bankId ?? null}::integer is not null
        and not exists (select from bank where id = ${required.bankId ?? null}::integer) as "isUnknownBank",
      coalesce(bool_or(${gates.amount_limits}), false) as "couldBe",
      min(requisite.min_amount) as from, max(nullif(requisite.max_amount, 0)) as to
    ${FROM} where requisite.archived_at is null and ${all(gates, lasting)}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A select of sums has no row');
  const { isUnknownBank, couldBe, from, to } = row;
  return { isUnknownBank, couldBe, ever: from === null ? null : { from, to } };
}

import { type Gate, GATES } from '@kantor/contract/plain/gates.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { BY_AMOUNT, conditions, FROM, inStatement, type Requirements } from './gates.ts';
import { keptAmounts } from './slot.ts';

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
 * one statement. A requisite is judged once by what does not depend on the sum, and its orders are asked once which of the sums
 * they keep: all requisites that a bank's messages do not tell apart together, as each keeps its amounts for all of them.
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
    with judged as materialized (
      select requisite.id, requisite.cabinet_id, requisite.bank_id, bank.names_tail, requisite.min_amount, requisite.max_amount,
        funds.balance, case ${sql.join(once, sql` `)} end as gate
      ${FROM}
      where requisite.archived_at is null
    ), told_apart as materialized (
      select judged.id, array(select amount from ${keptAmounts(sql`judged.id`, amounts, at)}) as amounts
      from judged where gate is null and names_tail
    ), alike as materialized (
      select cabinet_id, bank_id, array(
        select kept.amount from requisite other cross join ${keptAmounts(sql`other.id`, amounts, at)}
        where other.cabinet_id = judged.cabinet_id and other.bank_id = judged.bank_id
      ) as amounts
      from (select distinct cabinet_id, bank_id from judged where gate is null and not names_tail) as judged
    )
    select level.place::integer - 1 as place,
      coalesce(least(requisite.gate, ${sql.join(each)}),
        ${stopsAt(SLOT, sql`level.amount <> all(coalesce(told_apart.amounts, alike.amounts))`)}, -1) as gate, count(*) as n
    from judged requisite
    cross join lateral (select requisite.balance) as funds
    left join told_apart using (id)
    left join alike using (cabinet_id, bank_id)
    cross join unnest(${amounts}, ${levels.map(({ amountUsdt }) => amountUsdt)}::bigint[])
      with ordinality as level (amount, amount_usdt, place)
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

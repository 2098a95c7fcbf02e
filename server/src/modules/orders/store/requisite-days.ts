import { sql } from 'kysely';
import { readByKeys, type Reader } from '../../../db/tx.ts';
import { moscowMidnight } from '../../../kernel/clock.ts';
import { firstIdAt } from '../../../kernel/ids.ts';

/** What the orders issued today have brought a requisite. */
export interface RequisiteDay {
  id: string;
  closed: bigint;
  /** Of the closed, in kopecks. */
  amount: bigint;
  /** The closed with those that are lost. */
  ended: bigint;
  /** Of all orders ever. */
  lastOrderAt: Date | null;
}

/** No trader has so many; in the order of their numbers the planner finds them by these. */
const MOST_A_DAY = 100_000;

/** The day of all of a trader's requisites outside the archive, newest first: the numbers of the day are read, whatever was before. */
export async function readRequisiteDays(db: Reader, traderId: string, at: Date): Promise<RequisiteDay[]> {
  const { rows } = await readByKeys(
    db,
    sql<RequisiteDay>`
    with edge as materialized (
      select order_number_at(${traderId}, 'trader', ${firstIdAt(moscowMidnight(at))}) as number
    ), today as materialized (
      select o.requisite_id, count(*) filter (where o.status = 'CLOSED') as closed,
        coalesce(sum(o.amount) filter (where o.status = 'CLOSED'), 0)::bigint as amount,
        count(*) filter (where o.status in ('CLOSED', 'EXPIRED', 'DECLINED')) as ended
      from edge cross join lateral (
        select requisite_id, status, amount from orders where trader_id = ${traderId} and trader_seq > edge.number
        order by trader_seq desc limit ${sql.lit(MOST_A_DAY)}
      ) as o group by o.requisite_id
    )
    select requisite.id, coalesce(today.closed, 0) as closed, coalesce(today.amount, 0) as amount,
      coalesce(today.ended, 0) as ended,
      case when isfinite(requisite.last_order_at) then requisite.last_order_at end as "lastOrderAt"
    from requisite left join today on today.requisite_id = requisite.id
    where requisite.trader_id = ${traderId} and requisite.archived_at is null
    order by requisite.id desc`,
  );
  return rows;
}

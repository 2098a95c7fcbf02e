import { sql } from 'kysely';
import type { Reader, Statement } from '../../../db/tx.ts';
import { after, DAY, HOUR } from '../../../kernel/clock.ts';

/** How often orders of one kind were asked for in an hour. */
export interface Asked {
  /** Its beginning. */
  hour: Date;
  isSbp: boolean;
  /** 0: any bank. */
  bankId: number;
  /** Kopecks. */
  amount: bigint;
  n: number;
}

const KEPT_MS = DAY + 2 * HOUR;

/** Adds what a process has counted, in the order of all who add, and forgets the hours before yesterday's. */
export async function addDemand(statement: Statement, asked: readonly Asked[], at: Date): Promise<void> {
  await sql`
    with old as (delete from order_demand where hour < ${after(at, -KEPT_MS)})
    insert into order_demand as d (hour, is_sbp, bank_id, amount, n)
    select * from unnest(${asked.map(({ hour }) => hour)}::timestamptz[], ${asked.map(({ isSbp }) => isSbp)}::boolean[],
      ${asked.map(({ bankId }) => bankId)}::smallint[], ${asked.map(({ amount }) => amount)}::bigint[],
      ${asked.map(({ n }) => n)}::bigint[]) order by 1, 2, 3, 4
    on conflict (hour, is_sbp, bank_id, amount) do update set n = d.n + excluded.n`.execute(statement);
}

/** What shops asked for in about a day, and a trader's part of it. */
export interface Demand {
  /** Counted from here on. */
  since: Date;
  /** Orders that a requisite was looked for. */
  asked: bigint;
  /** Of these, those whose method, bank and sum one of the trader's requisites takes, as they are set now. */
  suitable: bigint;
  /** Orders that were issued to the trader. */
  issued: bigint;
}

/** The demand of the last 24 hours in whole hours: it costs as much as there were different sums, and not as there were orders. */
export async function readDemand(db: Reader, traderId: string, at: Date): Promise<Demand> {
  const from = new Date(Math.floor(after(at, -DAY).getTime() / HOUR) * HOUR);
  const { rows } = await sql<Demand>`
    with start as (
      select greatest(since, ${from}::timestamptz) as since from order_demand_since
    ), wanted as (
      select is_sbp, bank_id, amount, sum(n)::bigint as n from order_demand where hour >= ${from} group by 1, 2, 3
    ), mine as materialized (
      select is_sbp, is_c2c, bank_id, min_amount, max_amount from requisite
      where trader_id = ${traderId} and archived_at is null group by 1, 2, 3, 4, 5
    )
    select start.since, coalesce(sum(n), 0)::bigint as asked,
      coalesce(sum(n) filter (where exists (
        select from mine where case when wanted.is_sbp then mine.is_sbp else mine.is_c2c end
          and wanted.bank_id in (0, mine.bank_id) and mine.min_amount <= wanted.amount
          and (mine.max_amount = 0 or mine.max_amount >= wanted.amount))), 0)::bigint as suitable,
      coalesce((select last from list_sequence where owner_id = ${traderId} and list = 'orders'), 0)
        - order_number_at(${traderId}, 'trader', first_id_at(start.since)) as issued
    from start left join wanted on true
    group by start.since`.execute(db);
  return rows[0] ?? { since: from, asked: 0n, suitable: 0n, issued: 0n };
}

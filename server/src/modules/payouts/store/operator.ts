import { sql } from 'kysely';
import { type Locked, lockRow, type Reader, type Tx } from '../../../db/tx.ts';
import { columns, type Payout } from './payout.ts';

/** A payout with the names of its people, for the operator. */
export interface OperatorPayout extends Payout {
  merchant: string;
  /** Null while nobody has it. */
  trader: string | null;
}

const withPeople = sql`
  select ${columns}, merchant.name as merchant, trader.name as trader,
    case p.status when 'IN_WORK' then (select taken_at from payout_take where payout_id = p.id and ended_at is null)
      else p.contested_at end as since
  from payout p
  join account merchant on merchant.id = p.merchant_id
  left join account trader on trader.id = p.trader_id`;

/** Locks any payout until the end of the transaction; undefined when there is none of this id. */
export const lockOperatorPayout = (tx: Tx, id: string): Promise<Locked<OperatorPayout> | undefined> =>
  lockRow(tx, sql<OperatorPayout>`${withPeople} where p.id = ${id} for no key update of p`);

/** Payouts that are in work or contested, the oldest first: since they were taken, or contested. */
export async function readUnfinished(
  db: Reader,
  state: 'in work' | 'contested',
  limit: number,
): Promise<(OperatorPayout & { since: Date })[]> {
  const isInState = state === 'in work' ? sql`p.status = 'IN_WORK'` : sql`p.settlement = 'contested'`;
  const { rows } = await sql<OperatorPayout & { since: Date }>`
    ${withPeople} where ${isInState} order by since, p.id limit ${limit}`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import { type Locked, lockRow, type Reader, type Tx } from '../../../db/tx.ts';
import { columns, type Payout } from './payout.ts';

/** The merchant contests a payout while its time lasts; undefined when it cannot be contested, or is another's. */
export const contestPayout = (
  tx: Tx,
  { id, merchantId, reason }: { id: string; merchantId: string; reason: string },
  at: Date,
): Promise<Locked<Payout> | undefined> =>
  lockRow(
    tx,
    sql<Payout>`
    update payout p set settlement = 'contested', contested_at = ${at}, contest_reason = ${reason}
    where id = ${id} and merchant_id = ${merchantId} and settlement = 'contestable' and contest_until > ${at}
    returning ${columns}`,
  );

/** Payouts that nobody contested in time, the oldest first. */
export async function readUncontested(db: Reader, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payout where settlement = 'contestable' and contest_until <= ${at}
    order by contest_until, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A payout that nobody contested in time is settled; undefined when it is so already, or was contested. */
export const settleUncontested = (tx: Tx, id: string, at: Date): Promise<Locked<Payout> | undefined> =>
  lockRow(
    tx,
    sql<Payout>`
    update payout p set settlement = 'settled', settled_at = ${at}
    where id = ${id} and settlement = 'contestable' and contest_until <= ${at}
    returning ${columns}`,
  );

/** An operator's decision on a payout. */
export interface Decision {
  for: 'trader' | 'merchant';
  reason: string;
  at: Date;
}

/** The operator decides on a done payout. It stays among what its trader did, whoever it is decided for. */
export const settleByDecision = (
  tx: Tx,
  { id }: Locked<Payout>,
  { for: whom, reason, at }: Decision,
): Promise<Locked<Payout> | undefined> =>
  lockRow(
    tx,
    sql<Payout>`
    update payout p set
      ${whom === 'trader' ? sql`settlement = 'settled'` : sql`settlement = 'returned', status = 'CANCELLED'`},
      settled_at = ${at}, decision_reason = ${reason}
    where id = ${id} and settlement in ('contestable', 'contested')
    returning ${columns}`,
  );

/** What a trader is to get for payouts that are not settled yet, rewards included. Micro-USDT. */
export async function readUnsettled(db: Reader, traderId: string): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(amount_usdt + div(amount_usdt::numeric * reward_bp, 10000)), 0)::bigint as total
    from payout where trader_id = ${traderId} and settlement in ('contestable', 'contested')`.execute(db);
  return rows[0]?.total ?? 0n;
}

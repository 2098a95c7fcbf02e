import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import type { Deposit } from './deposits.ts';

/** A deposit that may still vanish. */
export interface PendingDeposit extends Deposit {
  /** The newest block that was read. */
  tip: bigint;
}

const pendingColumns = sql`
  d.id, d.tx_hash as "txHash", d.amount, d.block_number as "blockNumber", block.made_at as "createdAt",
  (select max(number) from chain_block) as tip`;
const fromPending = sql`from chain_pending d join chain_block block on block.number = d.block_number`;

/** A trader's pending deposits, newest first and no more than `limit`, and how many there are. */
export async function readPendingDeposits(
  db: Reader,
  traderId: string,
  limit: number,
): Promise<{ count: number; results: PendingDeposit[] }> {
  const { rows } = await sql<PendingDeposit & { count: bigint }>`
    select ${pendingColumns}, count(*) over () as count ${fromPending}
    where d.trader_id = ${traderId} order by d.block_number desc, d.tx_hash, d.log_index limit ${limit}`.execute(db);
  return { count: Number(rows[0]?.count ?? 0n), results: rows };
}

export async function readPendingDeposit(
  db: Reader,
  traderId: string,
  id: string,
): Promise<(PendingDeposit & { rawData: string }) | undefined> {
  const { rows } = await sql<PendingDeposit & { rawData: string }>`
    select ${pendingColumns}, d.raw_data as "rawData" ${fromPending}
    where d.id = ${id} and d.trader_id = ${traderId}`.execute(db);
  return rows[0];
}

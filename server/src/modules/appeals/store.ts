import type { AppealStatus, OrderStatus } from '@kantor/contract/statuses.ts';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../db/tx.ts';

export interface Appeal {
  id: string;
  orderId: string;
  /** Kopecks that the merchant says were paid. */
  amount: bigint;
  status: AppealStatus;
  /** Where the order was, and where it returns if the appeal is declined. */
  orderStatus: OrderStatus;
}

export async function readAppeal(db: Reader, id: string): Promise<Appeal | undefined> {
  const { rows } = await sql<Appeal>`
    select id, order_id as "orderId", amount, status, order_status as "orderStatus" from appeal where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

export type NewAppeal = Omit<Appeal, 'status'> & { traderId: string; merchantId: string; fileId: string | undefined };

/** Writes an open appeal with its places in both lists. */
export async function insertAppeal(tx: Tx, appeal: NewAppeal, at: Date): Promise<void> {
  await sql`
    insert into appeal (id, order_id, trader_id, trader_seq, merchant_id, merchant_seq, amount, order_status, file_id,
      created_at)
    values (${appeal.id}, ${appeal.orderId}, ${appeal.traderId}, list_append(${appeal.traderId}, 'appeals'),
      ${appeal.merchantId}, list_append(${appeal.merchantId}, 'appeals'), ${appeal.amount}, ${appeal.orderStatus},
      ${appeal.fileId ?? null}, ${at})`.execute(tx);
}

/** Ends an open appeal; a compare-and-set. @returns whether it was open. */
export async function endAppeal(tx: Tx, id: string, status: 'PROCESSED' | 'CLOSED', at: Date): Promise<boolean> {
  const result = await sql`
    update appeal set status = ${status}, processed_at = ${at} where id = ${id} and status = 'OPEN'`.execute(tx);
  return result.numAffectedRows === 1n;
}

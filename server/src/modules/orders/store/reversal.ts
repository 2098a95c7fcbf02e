import { sql } from 'kysely';
import type { Locked, Reader, Tx } from '../../../db/tx.ts';
import type { Order } from './order.ts';

/** What was taken back of a closed order; null all three for most orders. */
export interface Reversal {
  /** Kopecks. */
  reversedAmount: bigint | null;
  reversedAt: Date | null;
  reversalReason: string | null;
}

export const NOT_REVERSED: Reversal = { reversedAmount: null, reversedAt: null, reversalReason: null };

export const reversalColumns = sql`
  o.reversed_amount as "reversedAmount", o.reversed_at as "reversedAt", o.reversal_reason as "reversalReason"`;

/** Kopecks that were paid for a closed order: its own amount, or what its appeal was confirmed for. */
export async function readPaid(db: Reader, order: Pick<Order, 'id' | 'amount'>): Promise<bigint> {
  const { rows } = await sql<{ paid: bigint }>`
    select paid_amount as paid from appeal where order_id = ${order.id} and status = 'PROCESSED'`.execute(db);
  return rows[0]?.paid ?? order.amount;
}

/** Writes what is taken back; a compare-and-set. @returns whether the order was closed and nothing of it taken back before. */
export async function markReversed(
  tx: Tx,
  { id }: Locked<Order>,
  { amount, reason }: { amount: bigint; reason: string },
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update orders set reversed_amount = ${amount}, reversed_at = ${at}, reversal_reason = ${reason}
    where id = ${id} and status = 'CLOSED' and reversed_amount is null`.execute(tx);
  return numAffectedRows === 1n;
}

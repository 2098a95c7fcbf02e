import { MAX_RECEIPTS } from '@kantor/contract/plain/payment-page.ts';
import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../db/tx.ts';

/** What a payer has said of an order. */
export interface TestClaim {
  merchantId: string;
  status: OrderStatus;
  isMade: boolean;
  receipts: number;
}

export async function readTestClaim(db: Reader, orderId: string): Promise<TestClaim | undefined> {
  const { rows } = await sql<TestClaim>`
    select merchant_id as "merchantId", status, claimed_at is not null as "isMade", receipts
    from test_order where id = ${orderId}`.execute(db);
  return rows[0];
}

/** @returns whether it was the first word, and in one of these statuses. */
export async function claimTestOrder(
  tx: Tx,
  orderId: string,
  { at, receipts, from }: { at: Date; receipts: 0 | 1; from: readonly OrderStatus[] },
): Promise<boolean> {
  const { rows } = await sql`
    update test_order set claimed_at = ${at}, receipts = ${receipts}
    where id = ${orderId} and claimed_at is null and status = any(${from}::text[]) returning 1`.execute(tx);
  return rows.length > 0;
}

/** @returns whether there was room for another. */
export async function countTestReceipt(tx: Tx, orderId: string, from: readonly OrderStatus[]): Promise<boolean> {
  const { rows } = await sql`
    update test_order set receipts = receipts + 1
    where id = ${orderId} and claimed_at is not null and receipts < ${MAX_RECEIPTS} and status = any(${from}::text[])
    returning 1`.execute(tx);
  return rows.length > 0;
}

import type { WebhookStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Locked, lockRow, type Reader, type Tx } from '../../../db/tx.ts';

/** A delivery as the operator sees it. */
export interface OperatorDelivery {
  id: string;
  merchantId: string;
  /** The merchant's name. */
  merchant: string;
  type: string;
  url: string;
  status: WebhookStatus;
  attempts: number;
  createdAt: Date;
  nextAttemptAt: Date | null;
  leasedUntil: Date | null;
  /** The status of the last attempt's answer; null without an attempt or an answer. */
  answer: number | null;
}

const selectRows = sql`
  select w.id, w.merchant_id as "merchantId", account.name as merchant, w.type, w.url, w.status, w.attempts, w.created_at as "createdAt",
    w.next_attempt_at as "nextAttemptAt", w.leased_until as "leasedUntil",
    (select response_status from webhook_attempt where webhook_id = w.id and n = w.attempts) as answer
  from webhook w join account on account.id = w.merchant_id`;

/** Deliveries that wait, or that were given up, newest first. */
export async function readUndelivered(
  db: Reader,
  { status, limit }: { status: 'PENDING' | 'DEAD'; limit: number },
): Promise<OperatorDelivery[]> {
  // Not a parameter: the indexes are of one status each.
  const isWanted = status === 'DEAD' ? sql`w.status = 'DEAD'` : sql`w.status = 'PENDING'`;
  const { rows } = await sql<OperatorDelivery>`
    ${selectRows} where ${isWanted} order by w.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Locks a delivery: it stays as the operator sees it until they have decided. */
export const lockOperatorDelivery = (tx: Tx, id: string): Promise<Locked<OperatorDelivery> | undefined> =>
  lockRow(tx, sql<OperatorDelivery>`${selectRows} where w.id = ${id} for no key update of w`);

import type { WebhookStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../db/tx.ts';

/** A message as the operator sees it. */
export interface OperatorWebhook {
  id: string;
  /** The merchant's name. */
  merchant: string;
  type: string;
  url: string;
  status: WebhookStatus;
  attempts: number;
  createdAt: Date;
  nextAttemptAt: Date | null;
  leasedUntil: Date | null;
  /** Of the last attempt; null when there was none, or it had no answer. */
  answer: number | null;
}

const selectRows = sql`
  select w.id, users.username as merchant, w.type, w.url, w.status, w.attempts, w.created_at as "createdAt",
    w.next_attempt_at as "nextAttemptAt", w.leased_until as "leasedUntil",
    (select response_status from webhook_attempt where webhook_id = w.id and n = w.attempts) as answer
  from webhook w join users on users.id = w.merchant_id`;

/** Messages that wait, or that were given up, newest first. */
export async function readUndelivered(
  db: Reader,
  { status, limit }: { status: 'PENDING' | 'DEAD'; limit: number },
): Promise<OperatorWebhook[]> {
  // Not a parameter: the indexes are of one status each.
  const isWanted = status === 'DEAD' ? sql`w.status = 'DEAD'` : sql`w.status = 'PENDING'`;
  const { rows } = await sql<OperatorWebhook>`
    ${selectRows} where ${isWanted} order by w.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The message, locked: what the operator decides by stays so until he has decided. */
export async function lockWebhook(tx: Tx, id: string): Promise<OperatorWebhook | undefined> {
  const { rows } = await sql<OperatorWebhook>`
    ${selectRows} where w.id = ${id} for no key update of w`.execute(tx);
  return rows[0];
}

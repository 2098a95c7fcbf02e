import { sql } from 'kysely';
import { later, type Tx } from '../../../db/tx.ts';

/** What the balances, or the number of messages, say of a message. */
export interface Verdict {
  notificationId: string;
  bankId: number;
  rule: 'balance' | 'count' | 'doubt';
  /** The order that it closes, or should not close. */
  orderId: string;
  /** Kopecks on the account before it; null of a count. */
  before: bigint | null;
  /** It was done; otherwise it is only kept. */
  wasDone: boolean;
}

/** Keeps verdicts, together with the next statement of the transaction, or its commit. What was done takes the place of what would be. */
export async function keepVerdictsLater(tx: Tx, verdicts: readonly Verdict[], at: Date): Promise<void> {
  if (verdicts.length === 0) return;
  await later(
    tx,
    sql`
    insert into balance_verdict as kept (notification_id, bank_id, rule, order_id, balance_before, was_done, created_at)
    select *, ${at}::timestamptz from unnest(${verdicts.map(({ notificationId }) => notificationId)}::uuid[],
      ${verdicts.map(({ bankId }) => bankId)}::smallint[], ${verdicts.map(({ rule }) => rule)}::text[],
      ${verdicts.map(({ orderId }) => orderId)}::uuid[], ${verdicts.map(({ before }) => before)}::bigint[],
      ${verdicts.map(({ wasDone }) => wasDone)}::boolean[])
    on conflict (notification_id) do update set rule = excluded.rule, order_id = excluded.order_id,
      balance_before = excluded.balance_before, was_done = true, created_at = excluded.created_at
    where excluded.was_done and not kept.was_done`,
  );
}

import { sql } from 'kysely';
import type { Tx } from '../db/tx.ts';

interface NewEvent {
  /** `<object>.<what happened>`, as `appeal.open`. */
  kind: string;
  objectId: string;
  /** Users whom it concerns. */
  owners: readonly string[];
  at: Date;
}

/** Tells the rest of the system, if and only if the transaction commits. Orders append theirs in SQL (`order_entered`). */
export async function appendEvent(tx: Tx, { kind, objectId, owners, at }: NewEvent): Promise<void> {
  await sql`
    insert into outbox (kind, object_id, owners, created_at)
    values (${kind}, ${objectId}, ${owners}::uuid[], ${at})`.execute(tx);
}

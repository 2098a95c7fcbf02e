import type { Database } from '@kantor/server/src/db/pool.ts';
import type { FileStore } from '@kantor/server/src/modules/files/index.ts';
import { sql } from 'kysely';
import { type Gate, noneOf } from '../harness/gates.ts';

/** How the database shows each operation of a client. */
export const fact = {
  order: (externalId: string) => `order ${externalId}`,
  orderStatus: (id: string, status: 'CLOSED' | 'DECLINED') => `order ${id} ${status}`,
  claim: (orderId: string) => `claim of ${orderId}`,
  appeal: (orderId: string) => `appeal of ${orderId}`,
  appealStatus: (id: string, status: 'PROCESSED' | 'CLOSED') => `appeal ${id} ${status}`,
  appealStep: (id: string, step: 'decline' | 'contest') => `appeal ${id} ${step}`,
  payout: (externalId: string) => `payout ${externalId}`,
  payoutCancelled: (id: string) => `payout ${id} CANCELLED`,
  payoutTaken: (id: string) => `payout ${id} taken`,
  payoutEnded: (id: string, outcome: 'given_up' | 'done') => `payout ${id} ${outcome}`,
  message: (id: string) => `message ${id}`,
};

/** Files that the database names and the store does not have whole. */
export async function missingFiles(db: Database, store: FileStore): Promise<Gate> {
  const { rows } = await sql<{ id: string; size: number }>`select id, size from stored_file`.execute(db);
  const missing: string[] = [];
  for (const { id, size } of rows) {
    const bytes = await store.get(id);
    if (bytes?.length !== size) missing.push(`${id}: ${bytes?.length ?? 'no'} bytes of ${size}`);
  }
  return noneOf('files of claims, appeals and payouts that are not whole', missing, rows.length);
}

/** All that the database knows of, and how often. */
export async function readFacts(db: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ fact: string; n: bigint }>`
    select fact, count(*) as n from (
      select 'order ' || external_id as fact from orders
      union all select 'order ' || order_id || ' ' || status from order_status_change where n > 1
      union all select 'claim of ' || order_id from payer_claim join payer_claim_file using (order_id)
      union all select 'appeal of ' || order_id from appeal
      union all select 'appeal ' || id || ' ' || status from appeal
      union all select 'appeal ' || appeal_id || ' ' || step from appeal_step where step in ('decline', 'contest')
      union all select 'payout ' || external_id from payout
      union all select 'payout ' || id || ' ' || status from payout
      union all select 'payout ' || payout_id || ' taken' from payout_take
      union all select 'payout ' || payout_id || ' ' || outcome from payout_take where outcome is not null
      union all select 'message ' || message_id from notification
    ) as facts group by fact`.execute(db);
  return new Map(rows.map(({ fact, n }) => [fact, Number(n)]));
}

import type { Database } from '@kantor/server/src/db/pool.ts';
import { sql } from 'kysely';

/** How the database shows each operation of a client. */
export const fact = {
  order: (externalId: string) => `order ${externalId}`,
  orderStatus: (id: string, status: 'CLOSED' | 'DECLINED') => `order ${id} ${status}`,
  appeal: (orderId: string) => `appeal of ${orderId}`,
  appealStatus: (id: string, status: 'PROCESSED' | 'CLOSED') => `appeal ${id} ${status}`,
  appealStep: (id: string, step: 'decline' | 'contest') => `appeal ${id} ${step}`,
  payout: (externalId: string) => `payout ${externalId}`,
  payoutCancelled: (id: string) => `payout ${id} CANCELLED`,
  payoutTaken: (id: string) => `payout ${id} taken`,
  payoutEnded: (id: string, outcome: 'given_up' | 'done') => `payout ${id} ${outcome}`,
  message: (id: string) => `message ${id}`,
};

/** All that the database knows of, and how often. */
export async function readFacts(db: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ fact: string; n: bigint }>`
    select fact, count(*) as n from (
      select 'order ' || external_id as fact from orders
      union all select 'order ' || order_id || ' ' || status from order_status_change where n > 1
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

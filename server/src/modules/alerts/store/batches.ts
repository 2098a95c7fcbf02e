import { sql } from 'kysely';
import { DAY } from '../../../kernel/clock.ts';
import type { AlertSource } from './source.ts';

/** Payouts of a file wait for another member than the one who started them. */
export const batchWaiting: AlertSource = {
  kind: 'batch_waiting',
  events: ['batch.waiting'],
  rows: () => sql`
    select object_id, merchant_id as account_id, waiting_amount as sum, at as due_at,
      at + ${DAY} * interval '1 ms' as expires_at
    from event join payout_batch on payout_batch.id = object_id where state = 'waiting'`,
  isStill: () =>
    sql`exists (select from payout_batch where payout_batch.id = delivery.object_id and state = 'waiting')`,
};

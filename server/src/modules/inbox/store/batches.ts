import { sql } from 'kysely';
import type { InboxKind } from './kind.ts';

/** Payouts from files that wait for a second member. */
export const batchesWaiting: InboxKind = ({ accountId }) => sql`
  select count(*) as count, (array_agg(id order by started_at, id))[1] as id, min(started_at) as since,
    null::timestamptz as until, sum(waiting_amount)::bigint as sum, null::timestamptz as changes_at
  from payout_batch where merchant_id = ${accountId} and state = 'waiting'`;

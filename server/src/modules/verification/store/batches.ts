import { sql } from 'kysely';
import type { Check } from './check.ts';

/** Files with payouts against the payouts that were made of them. */
export const BATCH_CHECKS: readonly Check[] = [
  {
    invariant: "A file's row is done if and only if its payout exists, with the row's sum, its merchant's and its own",
    ofRecent: 'narrowed',
    find: sql`
      select 'payout_batch_row' as "table", coalesce(row.batch_id, payout.batch_id) || '/' || coalesce(row.n, payout.batch_row) as row,
        format('is %s over %s, its payout %s over %s', coalesce(row.state, 'absent'), coalesce(row.amount::text, 'nothing'),
          coalesce(payout.id::text, 'absent'), coalesce(payout.amount::text, 'nothing')) as problem
      from (
        select row.batch_id, n, row.state, amount, payout_id, merchant_id
        from payout_batch_row row join payout_batch batch on batch.id = row.batch_id where row.state = 'done'
      ) as row
      full join (select * from payout where batch_id is not null) as payout
        on payout.batch_id = row.batch_id and payout.batch_row = row.n
      where row.payout_id is distinct from payout.id or row.amount is distinct from payout.amount
        or row.merchant_id is distinct from payout.merchant_id`,
  },
  {
    invariant:
      'A file that is done, or that nobody has started, has no row on its way; one that waits holds what it was started for',
    ofRecent: 'left out',
    find: sql`
      select 'payout_batch' as "table", batch.id::text as row,
        format('is %s, waits with %s, and has %s rows on their way over %s', batch.state, coalesce(waiting_amount::text, 'nothing'),
          queued.n, queued.amount) as problem
      from payout_batch batch cross join lateral (
        select count(*) as n, coalesce(sum(amount), 0) as amount from payout_batch_row
        where batch_id = batch.id and state = 'queued'
      ) as queued
      where (batch.state in ('columns', 'checked', 'done') and queued.n > 0)
        or (batch.state = 'waiting' and queued.amount <> waiting_amount)`,
  },
];

import { sql } from 'kysely';
import { after, MINUTE } from '../../../kernel/clock.ts';
import { firstIdAt } from '../../../kernel/ids.ts';

/** Clocks of processes are apart by less; a posting may seem to be before what it is of. */
const APART_MS = 10 * MINUTE;

/**
 * What was made since a moment, under the names of the tables that grow with orders: `with …`, before a check. An object is there with
 * all that belongs to it (its steps, appeals, messages, postings and their entries), or not at all, so that a check that compares the
 * two sides of an object finds both. What happens now to an object from before is not there. A credit by hand is all in its posting: the
 * cause of that is no UUIDv7, and tells no time.
 */
export function recentTables(since: Date) {
  const from = sql`${firstIdAt(since)}::uuid`;
  const before = sql`${firstIdAt(after(since, -APART_MS))}::uuid`;
  return sql`with
    orders as materialized (select * from orders where id >= ${from}),
    order_status_change as materialized (select * from order_status_change where order_id >= ${from}),
    order_confirmation as materialized (select * from order_confirmation where order_id >= ${from}),
    appeal as materialized (select * from appeal where order_id >= ${from}),
    notification as materialized (
      select * from notification
      where id >= ${before} and (order_id is null or order_id >= ${from})
        and (appeal_id is null or appeal_id in (select id from appeal))
    ),
    balance_verdict as materialized (select * from balance_verdict where notification_id >= ${before}),
    payout as materialized (select * from payout where id >= ${from}),
    payout_take as materialized (select * from payout_take where payout_id >= ${from}),
    payout_batch_row as materialized (select * from payout_batch_row where payout_id >= ${from}),
    withdrawal as materialized (select * from withdrawal where id >= ${from}),
    chain_deposit as materialized (select * from chain_deposit where id >= ${from}),
    correction as materialized (select * from correction where coalesce(order_id, id) >= ${from}),
    ledger_journal as materialized (
      select * from ledger_journal
      where id >= ${before} and (cause >= ${from} or substr(cause::text, 15, 1) <> '7')
        and (kind not in ('appeal_hold', 'appeal_release') or cause in (select id from appeal))
    ),
    ledger_entry as materialized (
      select entry.* from ledger_journal journal join ledger_entry entry on entry.journal_id = journal.id
    ),
    ledger_platform_entry as materialized (
      select entry.* from ledger_journal journal join ledger_platform_entry entry on entry.journal_id = journal.id
    )`;
}

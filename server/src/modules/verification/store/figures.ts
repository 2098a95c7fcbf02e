import { sql } from 'kysely';
import type { Check } from './check.ts';

/** The figures as a page adds them up: what is folded, and the rest. */
const kept = sql`
  select minute, figure, sum(n) as n, sum(amount) as amount
  from (
    select minute, figure, n, amount from figure_minute
    union all
    select minute, figure, n, amount from figures_unfolded(lists_end_xid(), lists_end_id()) as change
  ) as part
  group by 1, 2 having sum(n) <> 0 or sum(amount) <> 0`;

/** The same, counted from the rows. */
const counted = sql`
  select minute, figure, sum(n) as n, sum(amount) as amount
  from (
    select date_trunc('minute', created_at) as minute, 'issued' as figure, 1 as n, amount from orders
    union all
    select date_trunc('minute', created_at), case status when 'CLOSED' then 'came_closed' else 'came_lost' end, 1, 0
    from orders where status in ('CLOSED', 'EXPIRED', 'DECLINED')
    union all
    select date_trunc('minute', paid_at), 'closed', 1, coalesce(appeal.paid_amount, orders.amount)
    from orders left join appeal on appeal.order_id = orders.id and appeal.status = 'PROCESSED'
    where orders.status = 'CLOSED'
    union all
    select date_trunc('minute', journal.created_at), 'revenue', 1, entry.amount
    from ledger_journal journal
    join ledger_platform_entry entry on entry.journal_id = journal.id
    join ledger_account account on account.id = entry.account_id and account.kind = 'revenue'
    where journal.kind in ('order_close', 'order_reversal', 'payout_close', 'payout_return')
  ) as row
  group by 1, 2`;

/** Merchants' figures as a page adds them up. */
const keptOfMerchants = sql`
  select merchant_id, tens, figure, sum(n) as n, sum(amount) as amount
  from (
    select merchant_id, tens, figure, n, amount from merchant_figure
    union all
    select merchant_id, tens, figure, n, amount from merchant_figures_unfolded(null, lists_end_xid(), lists_end_id()) as change
  ) as part
  group by 1, 2, 3 having sum(n) <> 0 or sum(amount) <> 0`;

/** The same, counted from the rows. The fee is what a closing's trader and the platform got. */
const countedOfMerchants = sql`
  select merchant_id, date_bin('10 minutes', at, timestamptz '2000-01-01 00:00Z') as tens, figure, sum(n) as n, sum(amount) as amount
  from (
    select merchant_id, created_at as at, 'issued' as figure, 1 as n, amount from orders
    union all
    select merchant_id, created_at, 'came_' || lower(status::text), 1, 0 from orders where status in ('CLOSED', 'EXPIRED', 'DECLINED')
    union all
    select merchant_id, created_at, 'came_late', 1, 0 from orders where paid_at > expires_at
    union all
    select orders.merchant_id, paid_at, 'closed', 1, coalesce(appeal.paid_amount, orders.amount)
    from orders left join appeal on appeal.order_id = orders.id and appeal.status = 'PROCESSED'
    where orders.status = 'CLOSED'
    union all
    select orders.merchant_id, orders.paid_at, 'fee', 1, coalesce((
      select sum(amount) from (
        select entry.journal_id, entry.amount, account.kind
        from ledger_entry entry join ledger_account account on account.id = entry.account_id
        union all
        select entry.journal_id, entry.amount, account.kind
        from ledger_platform_entry entry join ledger_account account on account.id = entry.account_id
      ) as part where part.journal_id = journal.id and part.kind in ('earned', 'revenue')), 0)
    from orders join ledger_journal journal on journal.kind = 'order_close' and journal.cause = orders.id
    where orders.status = 'CLOSED'
    union all
    select merchant_id, created_at, 'appeals', 1, 0 from appeal
  ) as row
  group by 1, 2, 3`;

/** The figures of the platform by minute, and those of merchants by ten minutes. */
export const FIGURE_CHECKS: readonly Check[] = [
  {
    invariant: 'The figures of each minute are what orders and postings say',
    ofRecent: 'left out',
    find: sql`
      select 'figure_minute' as "table", concat_ws('/', minute, figure) as row,
        format('counts %s of %s, but there are %s of %s', coalesce(kept.n, 0), coalesce(kept.amount, 0), coalesce(counted.n, 0),
          coalesce(counted.amount, 0)) as problem
      from (${kept}) as kept full join (${counted}) as counted using (minute, figure)
      where minute >= (select since from figure_since)
        and (kept.n is distinct from counted.n or kept.amount is distinct from counted.amount)`,
  },
  {
    invariant: "The figures of each merchant's ten minutes are what orders, postings and appeals say",
    ofRecent: 'left out',
    find: sql`
      select 'merchant_figure' as "table", concat_ws('/', merchant_id, tens, figure) as row,
        format('counts %s of %s, but there are %s of %s', coalesce(kept.n, 0), coalesce(kept.amount, 0), coalesce(counted.n, 0),
          coalesce(counted.amount, 0)) as problem
      from (${keptOfMerchants}) as kept full join (${countedOfMerchants}) as counted using (merchant_id, tens, figure)
      where tens >= (select since from merchant_figure_since)
        and (kept.n is distinct from counted.n or kept.amount is distinct from counted.amount)`,
  },
];

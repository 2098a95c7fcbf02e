-- Folding takes a third less. The figures of minutes and those of merchants (088, 145, 285) fold together: each looked at an event's
-- order for itself, and at what its closing was posted. What an event changes is a `union all`: PostgreSQL prepares the rows of
-- `values` anew for each event. And what folds is planned once a connection, by keys; without the compiler, which would begin where
-- a plan for any number of events is thought to be dear.

-- No fold is under way while its functions change.
select from outbox_reader where name = 'lists' for update;

-- What a closing cost the merchant: what its trader and the platform got of it; and the platform's part, with its entries. What is
-- taken back later changes none of them.
create function closing_parts(p_order uuid) returns table (fee bigint, revenue bigint, revenues bigint) language sql stable as $$
  select coalesce(sum(entry.amount), 0)::bigint, coalesce(sum(entry.amount) filter (where entry.kind = 'revenue'), 0)::bigint,
    count(*) filter (where entry.kind = 'revenue')
  from (
    -- Asked of each entry, which no plan turns round.
    select part.amount, (select kind from ledger_account where id = part.account_id) as kind
    from ledger_journal journal
    cross join lateral (
      select account_id, amount from ledger_entry where journal_id = journal.id
      union all
      select account_id, amount from ledger_platform_entry where journal_id = journal.id
    ) as part
    where journal.kind = 'order_close' and journal.cause = p_order
    offset 0
  ) as entry
  where entry.kind in ('earned', 'revenue')
$$;

-- The events of orders up to one that are not folded yet, of a merchant or of all when null, with what the figures count of them:
-- facts that never change again once the event is there. What was paid, and what came of it, is of a closing.
create function order_steps_unfolded(p_merchant uuid, p_last_xid xid8, p_last_id bigint)
returns table (kind text, was text, at timestamptz, merchant_id uuid, issued_at timestamptz, amount bigint, is_late boolean,
  paid bigint, fee bigint, revenue bigint, revenues bigint) language sql stable as $$
  select event.kind, event.was, event.created_at, o.merchant_id, o.created_at, o.amount, o.paid_at > o.expires_at,
    coalesce((select paid_amount from appeal where order_id = closed.id and status = 'PROCESSED'), o.amount),
    closing.fee, closing.revenue, closing.revenues
  from unfolded_event as event
  -- Asked for each event, whatever a plan thinks of their number.
  cross join lateral (select * from orders where id = event.object_id offset 0) as o
  cross join lateral (select case event.kind when 'order.closed' then o.id end as id offset 0) as closed
  cross join lateral closing_parts(closed.id) as closing
  where event.kind in ('order.active', 'order.closed', 'order.expired', 'order.appeal', 'order.declined')
    and (p_merchant is null or p_merchant = any(event.owners))
    and (event.xid, event.id) <= (p_last_xid, p_last_id)
$$;

-- The following two say what a step of an order changes. They are inlined.

create function figure_changes(p_kind text, p_was text, p_at timestamptz, p_issued_at timestamptz, p_amount bigint, p_paid bigint,
  p_revenue bigint, p_revenues bigint)
returns table (minute timestamptz, figure text, n bigint, amount bigint) language sql stable as $$
  select date_trunc('minute', p_issued_at), 'issued', 1::bigint, p_amount where p_kind = 'order.active' and p_was is null
  union all
  select date_trunc('minute', p_issued_at), case p_kind when 'order.closed' then 'came_closed' else 'came_lost' end, 1, 0
  where p_kind in ('order.closed', 'order.expired', 'order.declined') and p_was is not null
  union all
  select date_trunc('minute', p_issued_at), case p_was when 'CLOSED' then 'came_closed' else 'came_lost' end, -1, 0
  where p_was in ('CLOSED', 'EXPIRED', 'DECLINED')
  union all
  select date_trunc('minute', p_at), 'closed', 1, p_paid where p_kind = 'order.closed'
  union all
  select date_trunc('minute', p_at), 'revenue', p_revenues, p_revenue where p_revenues > 0
$$;

create function merchant_figure_changes(p_kind text, p_was text, p_at timestamptz, p_issued_at timestamptz, p_amount bigint,
  p_is_late boolean, p_paid bigint, p_fee bigint)
returns table (tens timestamptz, figure text, n bigint, amount bigint) language sql stable as $$
  select tens_of(p_issued_at), 'issued', 1::bigint, p_amount where p_kind = 'order.active' and p_was is null
  union all
  select tens_of(p_issued_at), 'came_' || split_part(p_kind, '.', 2), 1, 0
  where p_kind in ('order.closed', 'order.expired', 'order.declined') and p_was is not null
  union all
  select tens_of(p_issued_at), 'came_' || lower(p_was), -1, 0 where p_was in ('CLOSED', 'EXPIRED', 'DECLINED')
  union all
  select tens_of(p_issued_at), 'came_late', 1, 0 where p_kind = 'order.closed' and p_is_late
  union all
  select tens_of(p_at), 'closed', 1, p_paid where p_kind = 'order.closed'
  union all
  select tens_of(p_at), 'fee', 1, p_fee where p_kind = 'order.closed'
$$;

-- What the platform earned, or gave back, by other events than closings.
create function other_revenue_unfolded(p_last_xid xid8, p_last_id bigint)
returns table (minute timestamptz, figure text, n bigint, amount bigint) language sql stable as $$
  select date_trunc('minute', event.created_at), 'revenue', 1, posted.amount
  from unfolded_event as event
  cross join lateral (
    select entry.amount
    from ledger_journal journal
    join ledger_platform_entry entry on entry.journal_id = journal.id
    join ledger_account account on account.id = entry.account_id and account.kind = 'revenue'
    where journal.cause = event.object_id and journal.kind = case event.kind
      when 'order.reversed' then 'order_reversal' when 'payout.done' then 'payout_close' when 'payout.cancelled' then 'payout_return' end
    offset 0
  ) as posted
  where event.kind in ('order.reversed', 'payout.done', 'payout.cancelled')
    and (event.xid, event.id) <= (p_last_xid, p_last_id)
$$;

create function appeal_figures_unfolded(p_merchant uuid, p_last_xid xid8, p_last_id bigint)
returns table (merchant_id uuid, tens timestamptz, figure text, n bigint, amount bigint) language sql stable as $$
  select a.merchant_id, tens_of(a.created_at), 'appeals', 1, 0
  from unfolded_event as event cross join lateral (select * from appeal where id = event.object_id offset 0) as a
  where event.kind = 'appeal.open' and (p_merchant is null or p_merchant = any(event.owners))
    and (event.xid, event.id) <= (p_last_xid, p_last_id)
$$;

create or replace function figures_unfolded(p_last_xid xid8, p_last_id bigint)
returns table (minute timestamptz, figure text, n bigint, amount bigint) language sql stable as $$
  select change.minute, change.figure, change.n, change.amount
  from order_steps_unfolded(null, p_last_xid, p_last_id) as step
  cross join lateral figure_changes(step.kind, step.was, step.at, step.issued_at, step.amount, step.paid, step.revenue, step.revenues)
    as change
  union all
  select minute, figure, n, amount from other_revenue_unfolded(p_last_xid, p_last_id)
$$;

create or replace function merchant_figures_unfolded(p_merchant uuid, p_last_xid xid8, p_last_id bigint)
returns table (merchant_id uuid, tens timestamptz, figure text, n bigint, amount bigint) language sql stable as $$
  select step.merchant_id, change.tens, change.figure, change.n, change.amount
  from order_steps_unfolded(p_merchant, p_last_xid, p_last_id) as step
  cross join lateral merchant_figure_changes(step.kind, step.was, step.at, step.issued_at, step.amount, step.is_late, step.paid, step.fee)
    as change
  union all
  select merchant_id, tens, figure, n, amount from appeal_figures_unfolded(p_merchant, p_last_xid, p_last_id)
$$;

-- Both read the steps of orders once.
create or replace function figures_fold(p_last_xid xid8, p_last_id bigint) returns void language plpgsql
set plan_cache_mode = force_generic_plan set jit = off
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with step as materialized (
    select * from order_steps_unfolded(null, p_last_xid, p_last_id)
  ), minutes as (
    insert into figure_minute as f (minute, figure, n, amount)
    select minute, figure, sum(n), sum(amount)
    from (
      select change.*
      from step cross join lateral figure_changes(kind, was, at, issued_at, step.amount, paid, revenue, revenues) as change
      union all
      select * from other_revenue_unfolded(p_last_xid, p_last_id)
    ) as change
    group by 1, 2 order by 1, 2
    on conflict (minute, figure) do update set n = f.n + excluded.n, amount = f.amount + excluded.amount
  )
  insert into merchant_figure as f (merchant_id, tens, figure, n, amount)
  select merchant_id, tens, figure, sum(n), sum(amount)
  from (
    select merchant_id, change.*
    from step cross join lateral merchant_figure_changes(kind, was, at, issued_at, step.amount, is_late, paid, fee) as change
    union all
    select * from appeal_figures_unfolded(null, p_last_xid, p_last_id)
  ) as change
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (merchant_id, tens, figure) do update set n = f.n + excluded.n, amount = f.amount + excluded.amount;

  insert into message_hour as m (hour, application, n, unread, bank, sums, sums_unread)
  select date_trunc('hour', notification.created_at), application, count(*), count(*) filter (where outcome = 'unread'),
    max(notification.bank), count(*) filter (where names_sum), count(*) filter (where names_sum and outcome = 'unread')
  from unfolded_event as event join notification on notification.id = event.object_id
  where event.kind = 'notification.new' and (event.xid, event.id) <= (p_last_xid, p_last_id)
  group by 1, 2 order by 1, 2
  on conflict (hour, application) do update set n = m.n + excluded.n, unread = m.unread + excluded.unread,
    bank = coalesce(excluded.bank, m.bank), sums = m.sums + excluded.sums, sums_unread = m.sums_unread + excluded.sums_unread;
end $$;

-- As before (140).
create or replace function list_unfolded(p_owner uuid, p_last_xid xid8, p_last_id bigint)
returns table (owner_id uuid, list text, status text, number bigint, n integer, amount bigint) language sql stable as $$
  select counted.owner_id, split_part(event.kind, '.', 1) || 's', change.status, counted.number, change.n,
    change.n * coalesce(event.amount, 0)
  from unfolded_event as event
  cross join lateral unnest(event.owners, event.numbers) as counted (owner_id, number)
  cross join lateral (
    select upper(split_part(event.kind, '.', 2)) as status, 1 as n
    union all
    select event.was, -1 where event.was is not null
  ) as change
  where event.numbers is not null and (p_owner is null or p_owner = any(event.owners))
    and (event.xid, event.id) <= (p_last_xid, p_last_id)
    and (p_owner is null or counted.owner_id = p_owner)
$$;

-- As before (080).
create or replace function lists_fold_counters(p_last_xid xid8, p_last_id bigint) returns void language plpgsql
set plan_cache_mode = force_generic_plan set jit = off
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with object as materialized (
    select * from platform_unfolded(null, p_last_xid, p_last_id)
  ), numbered as (
    insert into platform_list (list, number, object_id, status, amount, event_id)
    select list, number, object_id, status, amount, event_id from object order by list, number
    on conflict (object_id) do update set status = excluded.status, event_id = excluded.event_id
  )
  insert into list_block as b (owner_id, list, status, level, block, n, amount)
  select owner_id, list, status, level, number >> case level when 0 then 12 else 18 end, sum(n), sum(amount)
  from (
    select owner_id, list, status, number, n, amount from list_unfolded(null, p_last_xid, p_last_id)
    union all
    select platform_owner(), list, status, number, 1, 0 from object
    union all
    select platform_owner(), list, was, number, -1, 0 from object where was is not null
  ) as change, generate_series(0, 1) as level
  group by 1, 2, 3, 4, 5 having sum(n) <> 0 or sum(amount) <> 0
  order by 1, 2, 3, 4, 5
  on conflict (owner_id, list, status, level, block) do update set n = b.n + excluded.n, amount = b.amount + excluded.amount;
end $$;

create or replace function lists_fold(p_last_xid xid8, p_last_id bigint) returns void language plpgsql as $$
begin
  perform lists_fold_counters(p_last_xid, p_last_id);
  perform figures_fold(p_last_xid, p_last_id);
end $$;

-- Nobody asks these any more.
drop function merchant_figures_fold;
drop function fee_of_closing;

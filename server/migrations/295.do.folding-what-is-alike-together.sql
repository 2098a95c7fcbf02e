-- Folding takes two thirds. What many events change alike is added up before it is spread over lists, figures and keys, and not after;
-- and what a closing came to is reckoned from its order, as the figures by hour and day do (200), in place of three looks at its
-- posting. `verify` holds both against the postings.

-- No fold is under way while its functions change.
select from outbox_reader where name in ('lists', 'rollups') order by name for update;

-- The lists that so many alike events change, by their kind and the status that they left.
create function list_changes(p_kind text, p_was text, p_n bigint, p_amount bigint)
returns table (list text, status text, n bigint, amount bigint) language sql immutable as $$
  select split_part(p_kind, '.', 1) || 's', upper(split_part(p_kind, '.', 2)), p_n, p_amount
  union all
  select split_part(p_kind, '.', 1) || 's', p_was, -p_n, -p_amount where p_was is not null
$$;

-- As before (288).
create or replace function list_unfolded(p_owner uuid, p_last_xid xid8, p_last_id bigint)
returns table (owner_id uuid, list text, status text, number bigint, n integer, amount bigint) language sql stable as $$
  select counted.owner_id, change.list, change.status, counted.number, change.n::integer, change.amount
  from unfolded_event as event
  cross join lateral unnest(event.owners, event.numbers) as counted (owner_id, number)
  cross join lateral list_changes(event.kind, event.was, 1, coalesce(event.amount, 0)) as change
  where event.numbers is not null and (p_owner is null or p_owner = any(event.owners))
    and (event.xid, event.id) <= (p_last_xid, p_last_id)
    and (p_owner is null or counted.owner_id = p_owner)
$$;

-- As before (288); large blocks are the sum of the small ones.
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
  ), alike as (
    select counted.owner_id, event.kind, event.was, counted.number >> 12 as block, count(*) as n,
      coalesce(sum(event.amount), 0)::bigint as amount
    from unfolded_event as event
    cross join lateral unnest(event.owners, event.numbers) as counted (owner_id, number)
    where event.numbers is not null and (event.xid, event.id) <= (p_last_xid, p_last_id)
    group by 1, 2, 3, 4
  ), small as materialized (
    select owner_id, list, status, block, sum(n) as n, sum(amount) as amount
    from (
      select alike.owner_id, change.list, change.status, alike.block, change.n, change.amount
      from alike cross join lateral list_changes(alike.kind, alike.was, alike.n, alike.amount) as change
      union all
      select platform_owner(), list, status, number >> 12, count(*), 0 from object group by 2, 3, 4
      union all
      select platform_owner(), list, was, number >> 12, -count(*), 0 from object where was is not null group by 2, 3, 4
    ) as change
    group by 1, 2, 3, 4
  )
  insert into list_block as b (owner_id, list, status, level, block, n, amount)
  select *
  from (
    select owner_id, list, status, 0 as level, block, n, amount from small
    union all
    select owner_id, list, status, 1, block >> 6, sum(n), sum(amount) from small group by 1, 2, 3, 5
  ) as change
  where n <> 0 or amount <> 0
  order by 1, 2, 3, 4, 5
  on conflict (owner_id, list, status, level, block) do update set n = b.n + excluded.n, amount = b.amount + excluded.amount;
end $$;

-- The events of orders up to one that are not folded yet, of a merchant or of all when null, with what the figures count of them:
-- facts that never change again once the event is there. What was paid, and what came of it, is of a closing.
create or replace function order_steps_unfolded(p_merchant uuid, p_last_xid xid8, p_last_id bigint)
returns table (kind text, was text, at timestamptz, merchant_id uuid, issued_at timestamptz, amount bigint, is_late boolean,
  paid bigint, fee bigint, revenue bigint, revenues bigint) language sql stable as $$
  select event.kind, event.was, event.created_at, o.merchant_id, o.created_at, o.amount, o.paid_at > o.expires_at,
    closing.paid, share.fee, share.fee - share.reward, (share.fee > share.reward)::integer::bigint
  from unfolded_event as event
  -- Asked for each event, whatever a plan thinks of their number; and each value is worked out once.
  cross join lateral (select * from orders where id = event.object_id offset 0) as o
  cross join lateral (
    select case event.kind when 'order.closed' then
      coalesce((select paid_amount from appeal where order_id = o.id and status = 'PROCESSED'), o.amount) end as paid
    offset 0
  ) as closing
  cross join lateral (
    select case when closing.paid is not null then order_usdt(o.amount, o.amount_usdt, o.rate, closing.paid) end as paid offset 0
  ) as usdt
  cross join lateral (select usdt.paid * o.fee_bp / 10000 as fee, usdt.paid * o.reward_bp / 10000 as reward offset 0) as share
  where event.kind in ('order.active', 'order.closed', 'order.expired', 'order.appeal', 'order.declined')
    and (p_merchant is null or p_merchant = any(event.owners))
    and (event.xid, event.id) <= (p_last_xid, p_last_id)
$$;

-- The following two say what so many alike steps of orders change. Sums are of all of them. They are inlined.

create function figure_changes(p_kind text, p_was text, p_at timestamptz, p_issued_at timestamptz, p_n bigint, p_amount bigint,
  p_paid bigint, p_revenue bigint, p_revenues bigint)
returns table (minute timestamptz, figure text, n bigint, amount bigint) language sql stable as $$
  select date_trunc('minute', p_issued_at), 'issued', p_n, p_amount where p_kind = 'order.active' and p_was is null
  union all
  select date_trunc('minute', p_issued_at), case p_kind when 'order.closed' then 'came_closed' else 'came_lost' end, p_n, 0
  where p_kind in ('order.closed', 'order.expired', 'order.declined') and p_was is not null
  union all
  select date_trunc('minute', p_issued_at), case p_was when 'CLOSED' then 'came_closed' else 'came_lost' end, -p_n, 0
  where p_was in ('CLOSED', 'EXPIRED', 'DECLINED')
  union all
  select date_trunc('minute', p_at), 'closed', p_n, p_paid where p_kind = 'order.closed'
  union all
  select date_trunc('minute', p_at), 'revenue', p_revenues, p_revenue where p_revenues > 0
$$;

create function merchant_figure_changes(p_kind text, p_was text, p_at timestamptz, p_issued_at timestamptz, p_is_late boolean,
  p_n bigint, p_amount bigint, p_paid bigint, p_fee bigint)
returns table (tens timestamptz, figure text, n bigint, amount bigint) language sql stable as $$
  select tens_of(p_issued_at), 'issued', p_n, p_amount where p_kind = 'order.active' and p_was is null
  union all
  select tens_of(p_issued_at), 'came_' || split_part(p_kind, '.', 2), p_n, 0
  where p_kind in ('order.closed', 'order.expired', 'order.declined') and p_was is not null
  union all
  select tens_of(p_issued_at), 'came_' || lower(p_was), -p_n, 0 where p_was in ('CLOSED', 'EXPIRED', 'DECLINED')
  union all
  select tens_of(p_issued_at), 'came_late', p_n, 0 where p_kind = 'order.closed' and p_is_late
  union all
  select tens_of(p_at), 'closed', p_n, p_paid where p_kind = 'order.closed'
  union all
  select tens_of(p_at), 'fee', p_n, p_fee where p_kind = 'order.closed'
$$;

create or replace function figures_unfolded(p_last_xid xid8, p_last_id bigint)
returns table (minute timestamptz, figure text, n bigint, amount bigint) language sql stable as $$
  select change.minute, change.figure, change.n, change.amount
  from order_steps_unfolded(null, p_last_xid, p_last_id) as step
  cross join lateral figure_changes(step.kind, step.was, step.at, step.issued_at, 1, step.amount, step.paid, step.revenue, step.revenues)
    as change
  union all
  select minute, figure, n, amount from other_revenue_unfolded(p_last_xid, p_last_id)
$$;

create or replace function merchant_figures_unfolded(p_merchant uuid, p_last_xid xid8, p_last_id bigint)
returns table (merchant_id uuid, tens timestamptz, figure text, n bigint, amount bigint) language sql stable as $$
  select step.merchant_id, change.tens, change.figure, change.n, change.amount
  from order_steps_unfolded(p_merchant, p_last_xid, p_last_id) as step
  cross join lateral merchant_figure_changes(step.kind, step.was, step.at, step.issued_at, step.is_late, 1, step.amount, step.paid,
    step.fee) as change
  union all
  select merchant_id, tens, figure, n, amount from appeal_figures_unfolded(p_merchant, p_last_xid, p_last_id)
$$;

-- As before (288).
create or replace function figures_fold(p_last_xid xid8, p_last_id bigint) returns void language plpgsql
set plan_cache_mode = force_generic_plan set jit = off
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with alike as materialized (
    select kind, was, date_trunc('minute', at) as at, date_trunc('minute', issued_at) as issued_at, merchant_id, is_late,
      count(*) as n, sum(amount)::bigint as amount, sum(paid)::bigint as paid, sum(fee)::bigint as fee,
      sum(revenue)::bigint as revenue, sum(revenues)::bigint as revenues
    from order_steps_unfolded(null, p_last_xid, p_last_id)
    group by 1, 2, 3, 4, 5, 6
  ), minutes as (
    insert into figure_minute as f (minute, figure, n, amount)
    select minute, figure, sum(n), sum(amount)
    from (
      select change.*
      from alike cross join lateral figure_changes(kind, was, at, issued_at, alike.n, alike.amount, paid, revenue, revenues) as change
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
    from alike
    cross join lateral merchant_figure_changes(kind, was, at, issued_at, is_late, alike.n, alike.amount, paid, fee) as change
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

-- What orders of one bank, method and band of sums count under.
create function rollup_keys(p_bank smallint, p_is_sbp boolean, p_band integer)
returns table (by text, key text) language sql immutable as $$
  select 'all', ''
  union all
  select 'bank', p_bank::text
  union all
  select 'method', case when p_is_sbp then 'sbp' else 'c2c' end
  union all
  select 'band', p_band::text
$$;

-- As before (200).
create or replace function rollup_keys(
  p_trader uuid, p_merchant uuid, p_requisite uuid, p_bank smallint, p_is_sbp boolean, p_amount bigint, p_wait bigint
) returns table (by text, account_id uuid, key text) language sql immutable as $$
  select part.by, whose.account_id, part.key
  from rollup_keys(p_bank, p_is_sbp, rollup_band(p_amount)) as part
  cross join (values (platform_owner()), (p_trader), (p_merchant)) as whose (account_id)
  where p_wait is null
  union all
  select 'requisite', p_trader, p_requisite::text where p_wait is null
  union all
  select 'wait', whose.account_id, rollup_wait(p_wait)::text
  from (values (platform_owner()), (p_trader), (p_merchant)) as whose (account_id)
  where p_wait is not null
$$;

-- As before (200), in rows of alike orders: of a requisite, which has its trader and bank, and of a merchant.
create or replace function rollup_of_events(p_account uuid, p_last_xid xid8, p_last_id bigint)
returns table (
  hour timestamptz, by text, account_id uuid, key text, issued integer, issued_amount bigint, closed integer, late integer,
  expired integer, declined integer, lost_amount bigint, paid bigint, reversed integer, reversed_amount bigint, earned bigint,
  fee bigint, appeals integer, appeals_won integer
) language sql stable as $$
  with step as materialized (
    select date_trunc('hour', o.created_at) as hour, o.trader_id, o.merchant_id, o.requisite_id, payee.bank_id, o.is_sbp,
      rollup_band(o.amount) as band,
      case event.closed when 1 then rollup_wait(floor(extract(epoch from o.paid_at - o.created_at))::bigint) end as wait,
      event.issued, event.issued * o.amount as issued_amount, event.closed,
      (event.closed = 1 and o.paid_at > o.expires_at)::integer as late, event.expired, event.declined,
      (event.expired + event.declined) * o.amount as lost_amount, event.closed * sum.paid as paid, event.reversed,
      event.reversed * coalesce(o.reversed_amount, 0) as reversed_amount,
      due.rest * o.reward_bp / 10000 - event.reversed * (due.usdt * o.reward_bp / 10000) as earned,
      due.rest * o.fee_bp / 10000 - event.reversed * (due.usdt * o.fee_bp / 10000) as fee,
      (event.kind = 'appeal.open')::integer as appeals, (event.kind = 'appeal.processed')::integer as appeals_won
    from (
      select case when kind in ('appeal.open', 'appeal.processed') then (select order_id from appeal where appeal.id = object_id)
          else object_id end as order_id,
        kind, (kind = 'order.active' and was is null)::integer as issued, (kind = 'order.closed')::integer as closed,
        (kind = 'order.expired')::integer - coalesce(was = 'EXPIRED', false)::integer as expired,
        (kind = 'order.declined')::integer - coalesce(was = 'DECLINED', false)::integer as declined,
        (kind = 'order.reversed')::integer as reversed
      from unrolled_event
      where (xid, id) <= (p_last_xid, p_last_id) and (p_account is null or p_account = any(owners))
        and kind in ('order.active', 'order.closed', 'order.expired', 'order.appeal', 'order.declined', 'order.reversed',
          'appeal.open', 'appeal.processed')
        -- Such a step changes nothing that counts.
        and (kind, coalesce(was, '')) not in (('order.appeal', 'ACTIVE'), ('order.active', 'APPEAL'))
    ) as event
    join orders o on o.id = event.order_id
    join payee on payee.requisite_id = o.requisite_id and payee.version = o.payee_version
    cross join lateral (
      select coalesce((select paid_amount from appeal where appeal.order_id = o.id and appeal.status = 'PROCESSED'), o.amount) as paid
      where event.closed + event.reversed > 0
      union all
      select 0 where event.closed + event.reversed = 0
    ) as sum
    -- What is paid, and what stays of it.
    cross join lateral (
      select order_usdt(o.amount, o.amount_usdt, o.rate, sum.paid) as usdt,
        order_usdt(o.amount, o.amount_usdt, o.rate, sum.paid - case event.reversed when 1 then o.reversed_amount else 0 end) as rest
    ) as due
  ), of_requisite as (
    select hour, trader_id, requisite_id, bank_id, is_sbp, band,
      sum(issued)::integer as issued, sum(issued_amount)::bigint as issued_amount, sum(closed)::integer as closed,
      sum(late)::integer as late, sum(expired)::integer as expired, sum(declined)::integer as declined,
      sum(lost_amount)::bigint as lost_amount, sum(paid)::bigint as paid, sum(reversed)::integer as reversed,
      sum(reversed_amount)::bigint as reversed_amount, sum(earned)::bigint as earned, sum(fee)::bigint as fee,
      sum(appeals)::integer as appeals, sum(appeals_won)::integer as appeals_won
    from step group by 1, 2, 3, 4, 5, 6
  ), of_merchant as (
    select hour, merchant_id, bank_id, is_sbp, band,
      sum(issued)::integer as issued, sum(issued_amount)::bigint as issued_amount, sum(closed)::integer as closed,
      sum(late)::integer as late, sum(expired)::integer as expired, sum(declined)::integer as declined,
      sum(lost_amount)::bigint as lost_amount, sum(paid)::bigint as paid, sum(reversed)::integer as reversed,
      sum(reversed_amount)::bigint as reversed_amount, sum(earned)::bigint as earned, sum(fee)::bigint as fee,
      sum(appeals)::integer as appeals, sum(appeals_won)::integer as appeals_won
    from step group by 1, 2, 3, 4, 5
  ), wait as (
    select hour, trader_id, merchant_id, wait, count(*)::integer as closed from step where wait is not null group by 1, 2, 3, 4
  )
  select r.hour, counts.by, counts.account_id, counts.key, r.issued, r.issued_amount, r.closed, r.late, r.expired, r.declined,
    r.lost_amount, r.paid, r.reversed, r.reversed_amount, r.earned, r.fee, r.appeals, r.appeals_won
  from of_requisite as r
  cross join lateral (
    select keys.by, whose.account_id, keys.key
    from rollup_keys(r.bank_id, r.is_sbp, r.band) as keys
    cross join (select platform_owner() union all select r.trader_id) as whose (account_id)
    union all
    select 'requisite', r.trader_id, r.requisite_id::text
  ) as counts
  union all
  select m.hour, keys.by, m.merchant_id, keys.key, m.issued, m.issued_amount, m.closed, m.late, m.expired, m.declined,
    m.lost_amount, m.paid, m.reversed, m.reversed_amount, m.earned, m.fee, m.appeals, m.appeals_won
  from of_merchant as m cross join lateral rollup_keys(m.bank_id, m.is_sbp, m.band) as keys
  union all
  select wait.hour, 'wait', whose.account_id, wait.wait::text, 0, 0, wait.closed, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  from wait
  cross join lateral (select platform_owner() union all select wait.trader_id union all select wait.merchant_id) as whose (account_id)
$$;

-- Nobody asks these any more.
drop function figure_changes(text, text, timestamptz, timestamptz, bigint, bigint, bigint, bigint);
drop function merchant_figure_changes(text, text, timestamptz, timestamptz, bigint, boolean, bigint, bigint);
drop function closing_parts;

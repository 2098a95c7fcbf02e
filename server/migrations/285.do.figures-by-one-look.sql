-- The figures of an event (088, 145) by one look at its order, where each figure looked for it again.

create or replace function figures_unfolded(p_last_xid xid8, p_last_id bigint)
returns table (minute timestamptz, figure text, n bigint, amount bigint) language sql stable as $$
  select change.minute, change.figure, change.n, change.amount
  from unfolded_event as event
  -- Asked for each event, whatever a plan thinks of their number.
  cross join lateral (select * from orders where id = event.object_id offset 0) as o
  cross join lateral (
    values
      (date_trunc('minute', o.created_at), case when event.kind = 'order.active' and event.was is null then 'issued' end, 1, o.amount),
      (date_trunc('minute', o.created_at), case when event.was is not null then case event.kind
        when 'order.closed' then 'came_closed' when 'order.expired' then 'came_lost' when 'order.declined' then 'came_lost' end end, 1, 0),
      (date_trunc('minute', o.created_at), case event.was
        when 'CLOSED' then 'came_closed' when 'EXPIRED' then 'came_lost' when 'DECLINED' then 'came_lost' end, -1, 0),
      (date_trunc('minute', event.created_at), case event.kind when 'order.closed' then 'closed' end, 1,
        case event.kind when 'order.closed'
          then coalesce((select paid_amount from appeal where order_id = o.id and status = 'PROCESSED'), o.amount) end)
  ) as change (minute, figure, n, amount)
  where event.kind in ('order.active', 'order.closed', 'order.expired', 'order.appeal', 'order.declined')
    and (event.xid, event.id) <= (p_last_xid, p_last_id)
    and change.figure is not null
  union all
  select date_trunc('minute', event.created_at), 'revenue', 1, posted.amount
  from unfolded_event as event
  cross join lateral (
    select entry.amount
    from ledger_journal journal
    join ledger_platform_entry entry on entry.journal_id = journal.id
    join ledger_account account on account.id = entry.account_id and account.kind = 'revenue'
    where journal.cause = event.object_id and journal.kind = case event.kind
      when 'order.closed' then 'order_close' when 'order.reversed' then 'order_reversal'
      when 'payout.done' then 'payout_close' when 'payout.cancelled' then 'payout_return' end
    offset 0
  ) as posted
  where event.kind in ('order.closed', 'order.reversed', 'payout.done', 'payout.cancelled')
    and (event.xid, event.id) <= (p_last_xid, p_last_id)
$$;

-- As before (191), but a part of the statement that asks: called for each closing, it took more than twice the time.
drop function fee_of_closing;
create function fee_of_closing(p_order uuid) returns table (fee bigint) language sql stable as $$
  select coalesce(sum(entry.amount), 0)::bigint
  from ledger_journal journal
  cross join lateral (
    select account_id, amount from ledger_entry where journal_id = journal.id
    union all
    select account_id, amount from ledger_platform_entry where journal_id = journal.id
  ) as entry
  where journal.kind = 'order_close' and journal.cause = p_order
    -- Asked of each entry, which no plan turns round.
    and (select kind from ledger_account where id = entry.account_id) in ('earned', 'revenue')
$$;

create or replace function merchant_figures_unfolded(p_merchant uuid, p_last_xid xid8, p_last_id bigint)
returns table (merchant_id uuid, tens timestamptz, figure text, n bigint, amount bigint) language sql stable as $$
  select o.merchant_id, change.tens, change.figure, change.n, change.amount
  from unfolded_event as event
  cross join lateral (select * from orders where id = event.object_id offset 0) as o
  cross join lateral (
    values
      (tens_of(o.created_at), case when event.kind = 'order.active' and event.was is null then 'issued' end, 1, o.amount),
      (tens_of(o.created_at), case when event.was is not null then case event.kind
        when 'order.closed' then 'came_closed' when 'order.expired' then 'came_expired' when 'order.declined' then 'came_declined' end end,
        1, 0),
      (tens_of(o.created_at), case event.was
        when 'CLOSED' then 'came_closed' when 'EXPIRED' then 'came_expired' when 'DECLINED' then 'came_declined' end, -1, 0),
      (tens_of(o.created_at), case when event.kind = 'order.closed' and o.paid_at > o.expires_at then 'came_late' end, 1, 0),
      (tens_of(event.created_at), case event.kind when 'order.closed' then 'closed' end, 1, case event.kind when 'order.closed'
        then coalesce((select paid_amount from appeal where order_id = o.id and status = 'PROCESSED'), o.amount) end),
      (tens_of(event.created_at), case event.kind when 'order.closed' then 'fee' end, 1,
        case event.kind when 'order.closed' then (select fee from fee_of_closing(o.id)) end)
  ) as change (tens, figure, n, amount)
  where event.kind in ('order.active', 'order.closed', 'order.expired', 'order.appeal', 'order.declined')
    and (p_merchant is null or p_merchant = any(event.owners))
    and (event.xid, event.id) <= (p_last_xid, p_last_id)
    and change.figure is not null
  union all
  select a.merchant_id, tens_of(a.created_at), 'appeals', 1, 0
  from unfolded_event as event cross join lateral (select * from appeal where id = event.object_id offset 0) as a
  where event.kind = 'appeal.open' and (p_merchant is null or p_merchant = any(event.owners))
    and (event.xid, event.id) <= (p_last_xid, p_last_id)
$$;

drop function merchant_figure_changes;
drop function figure_changes;

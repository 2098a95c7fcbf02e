-- Figures of the whole platform by minute, which the reader `lists` of the outbox folds together with the counters of lists: no
-- step of an order writes a row for them, and no page walks orders.

lock table outbox;

-- The moment of an event, for whoever counts by time.
create or replace view unfolded_event as
select id, xid, kind, object_id, owners, numbers, was, amount, created_at from outbox
where (xid, id) > (lists_place_xid(), lists_place_id())
union all
(
  select id, xid, kind, object_id, owners, numbers, was, amount, created_at from outbox
  where id > lists_place_high_id()
    and not (xid, id) > ((select xid from outbox_reader where name = 'lists'), (select id from outbox_reader where name = 'lists'))
  order by id
);

create table figure_minute (
  minute timestamptz not null,
  -- Of the minute in which an order was issued: issued (with its kopecks), came_closed and came_lost (expired or cancelled), as it
  -- stands. Of the minute in which it happened: closed (with the kopecks that were paid) and revenue (micro-USDT).
  figure text not null check (figure in ('issued', 'came_closed', 'came_lost', 'closed', 'revenue')),
  n      bigint not null,
  amount bigint not null,
  primary key (minute, figure)
);

-- From when on the minutes have everything; those before are not whole.
create table figure_since (
  only_row boolean primary key default true check (only_row),
  since    timestamptz not null
);

-- Messages of banks by the hour in which they came, and those of them in which nothing was read.
create table message_hour (
  hour        timestamptz not null,
  application text not null,
  n           bigint not null,
  unread      bigint not null,
  primary key (hour, application)
);

-- What an event changes in the figures. Facts that never change again once the event is there: when an order was issued and for
-- how much, what was paid, what its posting earned.
create function figure_changes(p_kind text, p_object uuid, p_was text, p_at timestamptz)
returns table (minute timestamptz, figure text, n bigint, amount bigint) language sql stable as $$
  select date_trunc('minute', o.created_at), 'issued', 1, o.amount from orders o
  where p_kind = 'order.active' and p_was is null and o.id = p_object
  union all
  select date_trunc('minute', o.created_at), 'came_' || change.how, change.n, 0
  from orders o cross join lateral (
    values (split_part(p_kind, '.', 2), 1), (lower(p_was), -1)
  ) as moved (status, n)
  cross join lateral (
    values (case moved.status when 'closed' then 'closed' when 'expired' then 'lost' when 'declined' then 'lost' end, moved.n)
  ) as change (how, n)
  where p_kind in ('order.active', 'order.closed', 'order.expired', 'order.appeal', 'order.declined') and p_was is not null
    and o.id = p_object and change.how is not null
  union all
  select date_trunc('minute', p_at), 'closed', 1,
    coalesce((select paid_amount from appeal where order_id = o.id and status = 'PROCESSED'), o.amount)
  from orders o where p_kind = 'order.closed' and o.id = p_object
  union all
  select date_trunc('minute', p_at), 'revenue', 1, entry.amount
  from ledger_journal journal
  join ledger_platform_entry entry on entry.journal_id = journal.id
  join ledger_account account on account.id = entry.account_id and account.kind = 'revenue'
  where journal.cause = p_object and journal.kind = case p_kind
    when 'order.closed' then 'order_close' when 'order.reversed' then 'order_reversal'
    when 'payout.done' then 'payout_close' when 'payout.cancelled' then 'payout_return' end
$$;

-- The figures of the events up to one that are not folded yet.
create function figures_unfolded(p_last_xid xid8, p_last_id bigint)
returns table (minute timestamptz, figure text, n bigint, amount bigint) language sql stable as $$
  select change.* from unfolded_event as event
  cross join lateral figure_changes(event.kind, event.object_id, event.was, event.created_at) as change
  where event.kind in ('order.active', 'order.closed', 'order.expired', 'order.appeal', 'order.declined', 'order.reversed',
      'payout.done', 'payout.cancelled')
    and (event.xid, event.id) <= (p_last_xid, p_last_id)
$$;

create function figures_fold(p_last_xid xid8, p_last_id bigint) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into figure_minute as f (minute, figure, n, amount)
  select minute, figure, sum(n), sum(amount) from figures_unfolded(p_last_xid, p_last_id) group by 1, 2 order by 1, 2
  on conflict (minute, figure) do update set n = f.n + excluded.n, amount = f.amount + excluded.amount;

  insert into message_hour as m (hour, application, n, unread)
  select date_trunc('hour', notification.created_at), application, count(*), count(*) filter (where outcome = 'unread')
  from unfolded_event as event join notification on notification.id = event.object_id
  where event.kind = 'notification.new' and (event.xid, event.id) <= (p_last_xid, p_last_id)
  group by 1, 2 order by 1, 2
  on conflict (hour, application) do update set n = m.n + excluded.n, unread = m.unread + excluded.unread;
end $$;

-- Whoever folds lists folds figures, processes of the version before as well: both share the reader's place.
alter function lists_fold(xid8, bigint) rename to lists_fold_counters;
create function lists_fold(p_last_xid xid8, p_last_id bigint) returns void language plpgsql as $$
begin
  perform lists_fold_counters(p_last_xid, p_last_id);
  perform figures_fold(p_last_xid, p_last_id);
end $$;

-- Yesterday and today so far, from the rows; without what the events that are still to be folded will add. Ids tell the time, so
-- that no more than two days of orders and postings are read.
insert into figure_since (since)
select case when exists (select from orders)
  then (date_trunc('day', now() at time zone 'Europe/Moscow') - interval '1 day') at time zone 'Europe/Moscow'
  else '2000-01-01' end;
insert into figure_minute (minute, figure, n, amount)
with bound as (
  select since, (left(hex, 8) || '-' || right(hex, 4) || '-7000-8000-000000000000')::uuid as id
  from figure_since cross join lateral (
    select lpad(to_hex((extract(epoch from since - interval '1 hour') * 1000)::bigint), 12, '0') as hex
  ) as time
), issued as (
  select o.* from orders o, bound where o.id >= bound.id and o.created_at >= since
), posted as (
  select journal.* from ledger_journal journal, bound where journal.id >= bound.id and journal.created_at >= since
)
select minute, figure, sum(n), sum(amount)
from (
  select date_trunc('minute', created_at) as minute, 'issued' as figure, 1 as n, amount from issued
  union all
  select date_trunc('minute', created_at), case status when 'CLOSED' then 'came_closed' else 'came_lost' end, 1, 0
  from issued where status in ('CLOSED', 'EXPIRED', 'DECLINED')
  union all
  select date_trunc('minute', o.paid_at), 'closed', 1, coalesce(appeal.paid_amount, o.amount)
  from posted join orders o on o.id = posted.cause
  left join appeal on appeal.order_id = o.id and appeal.status = 'PROCESSED'
  where posted.kind = 'order_close'
  union all
  select date_trunc('minute', posted.created_at), 'revenue', 1, entry.amount
  from posted
  join ledger_platform_entry entry on entry.journal_id = posted.id
  join ledger_account account on account.id = entry.account_id and account.kind = 'revenue'
  where posted.kind in ('order_close', 'order_reversal', 'payout_close', 'payout_return')
  union all
  select minute, figure, -n, -amount from figures_unfolded(lists_end_xid(), lists_end_id())
) as row
group by 1, 2 having sum(n) <> 0 or sum(amount) <> 0;

-- Refused orders by the ten minutes of their day in Moscow, in the row that counts them. Those that were counted before are in none.
alter table issue_refusal add column tens integer[] not null default array_fill(0, array[144]) check (cardinality(tens) = 144);

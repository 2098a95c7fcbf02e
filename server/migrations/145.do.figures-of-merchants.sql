-- What a merchant's day brings, by ten minutes, which the reader `lists` of the outbox folds together with the figures of the
-- platform (088): a merchant's page compares today with yesterday at this hour, and walks no orders.

lock table outbox;

create table merchant_figure (
  merchant_id uuid not null references account,
  -- The beginning of the ten minutes.
  tens        timestamptz not null,
  -- Of the ten minutes in which an order was issued: issued (with its kopecks), and how it stands: came_closed, of these came_late
  -- (paid after its time), came_expired, came_declined. Of those in which it happened: closed (with the kopecks that were paid),
  -- fee (micro-USDT that the merchant paid of these), appeals that were opened.
  figure      text not null check (figure in
    ('issued', 'came_closed', 'came_late', 'came_expired', 'came_declined', 'closed', 'fee', 'appeals')),
  n           bigint not null,
  amount      bigint not null,
  primary key (merchant_id, tens, figure)
);
-- What is old is forgotten.
create index merchant_figure_tens on merchant_figure (tens);

-- From when on they have everything.
create table merchant_figure_since (
  only_row boolean primary key default true check (only_row),
  since    timestamptz not null
);

create function tens_of(p_at timestamptz) returns timestamptz language sql immutable as $$
  select date_bin('10 minutes', p_at, timestamptz '2000-01-01 00:00Z')
$$;

-- What a closing cost the merchant: what its trader and the platform got of it. What is taken back later changes it no more, as it
-- does not change the turnover.
create function fee_of_closing(p_order uuid) returns bigint language sql stable as $$
  select coalesce(sum(part.amount), 0)::bigint
  from ledger_journal journal
  cross join lateral (
    select entry.amount from ledger_entry entry join ledger_account account on account.id = entry.account_id
    where entry.journal_id = journal.id and account.kind = 'earned'
    union all
    select entry.amount from ledger_platform_entry entry join ledger_account account on account.id = entry.account_id
    where entry.journal_id = journal.id and account.kind = 'revenue'
  ) as part
  where journal.kind = 'order_close' and journal.cause = p_order
$$;

-- What an event changes, by facts that never change again once the event is there.
create function merchant_figure_changes(p_kind text, p_object uuid, p_was text, p_at timestamptz)
returns table (merchant_id uuid, tens timestamptz, figure text, n bigint, amount bigint) language sql stable as $$
  select o.merchant_id, tens_of(o.created_at), 'issued', 1, o.amount from orders o
  where p_kind = 'order.active' and p_was is null and o.id = p_object
  union all
  select o.merchant_id, tens_of(o.created_at), 'came_' || change.status, change.n, 0
  from orders o cross join lateral (
    values (split_part(p_kind, '.', 2), 1), (lower(p_was), -1)
  ) as change (status, n)
  where p_kind in ('order.active', 'order.closed', 'order.expired', 'order.appeal', 'order.declined') and p_was is not null
    and o.id = p_object and change.status in ('closed', 'expired', 'declined')
  union all
  select o.merchant_id, tens_of(o.created_at), 'came_late', 1, 0
  from orders o where p_kind = 'order.closed' and o.id = p_object and o.paid_at > o.expires_at
  union all
  select o.merchant_id, tens_of(p_at), 'closed', 1,
    coalesce((select paid_amount from appeal where order_id = o.id and status = 'PROCESSED'), o.amount)
  from orders o where p_kind = 'order.closed' and o.id = p_object
  union all
  select o.merchant_id, tens_of(p_at), 'fee', 1, fee_of_closing(o.id)
  from orders o where p_kind = 'order.closed' and o.id = p_object
  union all
  select a.merchant_id, tens_of(a.created_at), 'appeals', 1, 0 from appeal a where p_kind = 'appeal.open' and a.id = p_object
$$;

-- The figures of the events up to one that are not folded yet, of a merchant or of all.
create function merchant_figures_unfolded(p_merchant uuid, p_last_xid xid8, p_last_id bigint)
returns table (merchant_id uuid, tens timestamptz, figure text, n bigint, amount bigint) language sql stable as $$
  select change.* from unfolded_event as event
  cross join lateral merchant_figure_changes(event.kind, event.object_id, event.was, event.created_at) as change
  where event.kind in ('order.active', 'order.closed', 'order.expired', 'order.appeal', 'order.declined', 'appeal.open')
    and (p_merchant is null or p_merchant = any(event.owners))
    and (event.xid, event.id) <= (p_last_xid, p_last_id)
$$;

create function merchant_figures_fold(p_last_xid xid8, p_last_id bigint) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into merchant_figure as f (merchant_id, tens, figure, n, amount)
  select merchant_id, tens, figure, sum(n), sum(amount) from merchant_figures_unfolded(null, p_last_xid, p_last_id)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (merchant_id, tens, figure) do update set n = f.n + excluded.n, amount = f.amount + excluded.amount;
end $$;

create or replace function lists_fold(p_last_xid xid8, p_last_id bigint) returns void language plpgsql as $$
begin
  perform lists_fold_counters(p_last_xid, p_last_id);
  perform figures_fold(p_last_xid, p_last_id);
  perform merchant_figures_fold(p_last_xid, p_last_id);
end $$;

-- Yesterday and today so far, from the rows; without what the events that are still to be folded will add. Ids tell the time, so
-- that no more than two days of orders and appeals are read, and the orders of what closed in them.
insert into merchant_figure_since (since)
select case when exists (select from orders)
  then (date_trunc('day', now() at time zone 'Europe/Moscow') - interval '1 day') at time zone 'Europe/Moscow'
  else '2000-01-01' end;
insert into merchant_figure (merchant_id, tens, figure, n, amount)
with bound as (
  select since, (left(hex, 8) || '-' || right(hex, 4) || '-7000-8000-000000000000')::uuid as id
  from merchant_figure_since cross join lateral (
    select lpad(to_hex((extract(epoch from since - interval '1 hour') * 1000)::bigint), 12, '0') as hex
  ) as time
), issued as (
  select o.* from orders o, bound where o.id >= bound.id and o.created_at >= since
), closed as (
  select o.*, coalesce(appeal.paid_amount, o.amount) as paid
  from bound
  join ledger_journal journal on journal.id >= bound.id and journal.kind = 'order_close'
  join orders o on o.id = journal.cause and o.paid_at >= since
  left join appeal on appeal.order_id = o.id and appeal.status = 'PROCESSED'
)
select merchant_id, tens, figure, sum(n), sum(amount)
from (
  select merchant_id, tens_of(created_at) as tens, 'issued' as figure, 1 as n, amount from issued
  union all
  select merchant_id, tens_of(created_at), 'came_' || lower(status::text), 1, 0
  from issued where status in ('CLOSED', 'EXPIRED', 'DECLINED')
  union all
  select merchant_id, tens_of(created_at), 'came_late', 1, 0 from issued where paid_at > expires_at
  union all
  select merchant_id, tens_of(paid_at), 'closed', 1, paid from closed
  union all
  select merchant_id, tens_of(paid_at), 'fee', 1, fee_of_closing(id) from closed
  union all
  select appeal.merchant_id, tens_of(appeal.created_at), 'appeals', 1, 0
  from appeal, bound where appeal.id >= bound.id and appeal.created_at >= since
  union all
  select merchant_id, tens, figure, -n, -amount from merchant_figures_unfolded(null, lists_end_xid(), lists_end_id())
) as row
group by 1, 2, 3 having sum(n) <> 0 or sum(amount) <> 0;

-- Figures of orders by hour and by day of Moscow, for analytics: each order counts in the hour in which it was created, as it stands
-- now. A lasting reader of the outbox of their own, `rollups`, folds events into them, more seldom and more at once than `lists` does:
-- a page adds what is not folded yet, in one snapshot, so that it is exact all the same.

lock table outbox;

create table rollup (
  -- The beginning of the hour, or of the day in Moscow.
  start           timestamptz not null,
  span            text not null check (span in ('hour', 'day')),
  -- What the key is: of `all` nothing, of `wait` the seconds to the closing (rollup_wait). Of a merchant there are no requisites.
  by              text not null check (by in ('all', 'bank', 'method', 'requisite', 'band', 'wait')),
  -- A trader or a merchant; platform_owner(): everybody together.
  account_id      uuid not null,
  key             text not null,
  issued          bigint not null,
  -- Kopecks.
  issued_amount   bigint not null,
  closed          bigint not null,
  -- Of the closed ones, those that were paid after their time.
  late            bigint not null,
  expired         bigint not null,
  declined        bigint not null,
  -- Kopecks of the expired and declined.
  lost_amount     bigint not null,
  -- Kopecks that were paid for the closed ones; and orders that something was taken back of, and kopecks of that.
  paid            bigint not null,
  reversed        bigint not null,
  reversed_amount bigint not null,
  -- Micro-USDT of what stays paid: the trader's reward and the merchant's fee.
  earned          bigint not null,
  fee             bigint not null,
  appeals         bigint not null,
  appeals_won     bigint not null,
  -- Days of an account are few among those of all, and pages ask for days by their names.
  primary key (start, span, by, account_id, key)
) with (fillfactor = 70);

create table rollup_since (
  only_row     boolean primary key default true check (only_row),
  -- Days from here on are whole; those before are counted by and by, the latest first.
  since        timestamptz not null,
  -- Refused orders are counted by sums from this day on.
  refusal_sums date not null
);
insert into rollup_since (since, refusal_sums)
select case when exists (select from orders) then tomorrow.day::timestamp at time zone 'Europe/Moscow' else '-infinity' end,
  case when exists (select from issue_refusal) then tomorrow.day else '-infinity' end
from (select (now() at time zone 'Europe/Moscow')::date + 1 as day) as tomorrow;

-- Refused orders by the bands of rollup_band, in the row that counts them, and their kopecks.
alter table issue_refusal
  add column bands integer[] not null default array_fill(0, array[7]) check (cardinality(bands) = 7),
  add column amount bigint not null default 0;

insert into outbox_reader (name, xid, id, high_id, system_identifier)
select 'rollups', pg_snapshot_xmin(pg_current_snapshot()), 0, (select coalesce(max(id), 0) from outbox), control.system_identifier
from pg_control_system() as control;

-- As lists_place_xid and its like, of any reader.
create function reader_place_xid(p_reader text) returns xid8 language plpgsql stable as $$
begin
  return (select xid from outbox_reader where name = p_reader);
end $$;
create function reader_place_id(p_reader text) returns bigint language plpgsql stable as $$
begin
  return (select id from outbox_reader where name = p_reader);
end $$;
create function reader_place_high_id(p_reader text) returns bigint language plpgsql stable as $$
begin
  return (select high_id from outbox_reader where name = p_reader);
end $$;

-- As unfolded_event (096), of the reader `rollups`.
create view unrolled_event as
select id, xid, kind, object_id, owners, was from outbox
where (xid, id) > (reader_place_xid('rollups'), reader_place_id('rollups'))
union all
(
  select id, xid, kind, object_id, owners, was from outbox
  where id > reader_place_high_id('rollups')
    and not (xid, id) > ((select xid from outbox_reader where name = 'rollups'), (select id from outbox_reader where name = 'rollups'))
  order by id
  offset 0
);

-- The band of a sum in kopecks: SUM_BANDS of the contract.
create function rollup_band(p_amount bigint) returns integer language sql immutable as $$
  select width_bucket(p_amount, '{100000,300000,500000,1000000,3000000,10000000}'::bigint[])
$$;

-- The bucket of a wait, by the seconds in which it begins. Up to 32 seconds a bucket is a second, then its width doubles with the
-- wait: the middle of a bucket is at most a thirty-second part away from what is in it.
create function rollup_wait(p_seconds bigint) returns bigint language sql immutable as $$
  select p_seconds - p_seconds % (1 << width_bucket(p_seconds,
    '{32,64,128,256,512,1024,2048,4096,8192,16384,32768,65536,131072,262144,524288,1048576,2097152,4194304}'::bigint[]))
$$;

-- Micro-USDT that so many kopecks paid for an order are: as kernel/money.ts reckons them.
create function order_usdt(p_amount bigint, p_amount_usdt bigint, p_rate bigint, p_kopecks bigint) returns bigint language sql immutable as $$
  select case p_kopecks when p_amount then p_amount_usdt
    else div(2 * p_kopecks::numeric * 100000000 + p_rate, 2 * p_rate::numeric)::bigint end
$$;

-- The rows in which an order counts; with p_wait (seconds) those that tell its wait, and no other.
create function rollup_keys(
  p_trader uuid, p_merchant uuid, p_requisite uuid, p_bank smallint, p_is_sbp boolean, p_amount bigint, p_wait bigint
) returns table (by text, account_id uuid, key text) language sql immutable as $$
  select part.by, whose.account_id, part.key
  from (values ('all', ''), ('bank', p_bank::text), ('method', case when p_is_sbp then 'sbp' else 'c2c' end),
    ('band', rollup_band(p_amount)::text)) as part (by, key)
  cross join (values (platform_owner()), (p_trader), (p_merchant)) as whose (account_id)
  where p_wait is null
  union all
  select 'requisite', p_trader, p_requisite::text where p_wait is null
  union all
  select 'wait', whose.account_id, rollup_wait(p_wait)::text
  from (values (platform_owner()), (p_trader), (p_merchant)) as whose (account_id)
  where p_wait is not null
$$;

-- What an order is worth as it stands: the same from its row and from its events. Of each closed order there is a second row, of its
-- wait alone.
create function rollup_of_orders(p_from timestamptz, p_until timestamptz)
returns table (
  hour timestamptz, by text, account_id uuid, key text, issued integer, issued_amount bigint, closed integer, late integer,
  expired integer, declined integer, lost_amount bigint, paid bigint, reversed integer, reversed_amount bigint, earned bigint,
  fee bigint, appeals integer, appeals_won integer
) language sql stable as $$
  select date_trunc('hour', o.created_at), keys.by, keys.account_id, keys.key, worth.*
  from orders o
  join payee on payee.requisite_id = o.requisite_id and payee.version = o.payee_version
  cross join lateral (
    select count(*)::integer as opened, (count(*) filter (where appeal.status = 'PROCESSED'))::integer as won,
      max(paid_amount) as paid
    from appeal where appeal.order_id = o.id
  ) as appealed
  cross join lateral (
    select coalesce(appealed.paid, o.amount) as paid, coalesce(o.reversed_amount, 0) as back where o.status = 'CLOSED'
    union all
    select 0, 0 where o.status <> 'CLOSED'
  ) as sum
  cross join lateral (select order_usdt(o.amount, o.amount_usdt, o.rate, sum.paid - sum.back) as usdt) as rest
  cross join lateral (
    select null::bigint as wait, 1, o.amount, (o.status = 'CLOSED')::integer, coalesce(o.paid_at > o.expires_at, false)::integer,
      (o.status = 'EXPIRED')::integer, (o.status = 'DECLINED')::integer,
      case when o.status in ('EXPIRED', 'DECLINED') then o.amount else 0 end,
      sum.paid, (sum.back > 0)::integer, sum.back, rest.usdt * o.reward_bp / 10000, rest.usdt * o.fee_bp / 10000,
      appealed.opened, appealed.won
    union all
    select floor(extract(epoch from o.paid_at - o.created_at))::bigint, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    where o.status = 'CLOSED'
  ) as fact (wait, issued, issued_amount, closed, late, expired, declined, lost_amount, paid, reversed, reversed_amount, earned, fee,
    appeals, appeals_won)
  cross join lateral rollup_keys(o.trader_id, o.merchant_id, o.requisite_id, payee.bank_id, o.is_sbp, o.amount, fact.wait) as keys
  cross join lateral (
    select fact.issued, fact.issued_amount, fact.closed, fact.late, fact.expired, fact.declined, fact.lost_amount, fact.paid,
      fact.reversed, fact.reversed_amount, fact.earned, fact.fee, fact.appeals, fact.appeals_won
  ) as worth
  -- Ids tell the time, within an hour.
  where o.id >= first_id_at(p_from - interval '1 hour') and o.id < first_id_at(p_until + interval '1 hour')
    and o.created_at >= p_from and o.created_at < p_until
$$;

-- What the events up to one that are not folded yet change, of an account or of all (null). By facts that never change again once the
-- event is there.
create function rollup_of_events(p_account uuid, p_last_xid xid8, p_last_id bigint)
returns table (
  hour timestamptz, by text, account_id uuid, key text, issued integer, issued_amount bigint, closed integer, late integer,
  expired integer, declined integer, lost_amount bigint, paid bigint, reversed integer, reversed_amount bigint, earned bigint,
  fee bigint, appeals integer, appeals_won integer
) language sql stable as $$
  select date_trunc('hour', o.created_at), keys.by, keys.account_id, keys.key, worth.*
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
  cross join lateral (
    select order_usdt(o.amount, o.amount_usdt, o.rate, sum.paid) as usdt, case event.reversed when 1 then order_usdt(o.amount, o.amount_usdt, o.rate, sum.paid - o.reversed_amount) end as rest
  ) as due
  cross join lateral (
    select null::bigint as wait, event.issued, event.issued * o.amount, event.closed,
      case when event.closed = 1 and o.paid_at > o.expires_at then 1 else 0 end, event.expired, event.declined,
      (event.expired + event.declined) * o.amount, event.closed * sum.paid, event.reversed,
      event.reversed * coalesce(o.reversed_amount, 0),
      case when event.reversed = 1 then due.rest * o.reward_bp / 10000 - due.usdt * o.reward_bp / 10000
        else due.usdt * o.reward_bp / 10000 end,
      case when event.reversed = 1 then due.rest * o.fee_bp / 10000 - due.usdt * o.fee_bp / 10000
        else due.usdt * o.fee_bp / 10000 end,
      (event.kind = 'appeal.open')::integer, (event.kind = 'appeal.processed')::integer
    union all
    select floor(extract(epoch from o.paid_at - o.created_at))::bigint, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    where event.closed = 1
  ) as fact (wait, issued, issued_amount, closed, late, expired, declined, lost_amount, paid, reversed, reversed_amount, earned, fee,
    appeals, appeals_won)
  cross join lateral rollup_keys(o.trader_id, o.merchant_id, o.requisite_id, payee.bank_id, o.is_sbp, o.amount, fact.wait) as keys
  cross join lateral (
    select fact.issued, fact.issued_amount, fact.closed, fact.late, fact.expired, fact.declined, fact.lost_amount, fact.paid,
      fact.reversed, fact.reversed_amount, fact.earned, fact.fee, fact.appeals, fact.appeals_won
  ) as worth
$$;

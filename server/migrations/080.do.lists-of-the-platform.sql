-- The platform's people see every list, so that all of them are numbered. Notifications are by the reader `lists`, as what has a
-- status. Requisites, cabinets and webhooks are by who makes them (platform_append): the first two are rare, the webhooks are made
-- by one transaction at a time, and none has an event each. These four say no status: they are KEPT. Who forgets webhooks takes them
-- out (platform_forget), so that their list alone may have holes; its counters know of them.
-- An order is found by its sum among all (platform_list_amount), and the number of a moment by halving (platform_number_before).

-- Nothing is folded, and no webhook is made, until all old rows have their numbers.
select name from outbox_reader order by name for update;

-- Made anew: writing a column into every row would leave twice the room.
create table platform_list_with_amounts (
  list      text not null,
  number    bigint not null,
  object_id uuid not null,
  -- KEPT in lists without any.
  status    text not null,
  -- Kopecks of an order; null in the other lists.
  amount    bigint,
  -- The last event that told of it, 0 if none does.
  event_id  bigint not null
) with (fillfactor = 80);

insert into platform_list_with_amounts (list, number, object_id, status, amount, event_id)
select list, number, object_id, platform_list.status, orders.amount, event_id
from platform_list left join orders on list = 'orders' and orders.id = object_id
order by list, number;

insert into platform_list_with_amounts (list, number, object_id, status, event_id)
select list, row_number() over (partition by list order by created_at, id), id, 'KEPT', high_id
from (
  select 'requisites' as list, id, created_at from requisite
  union all select 'cabinets', id, created_at from cabinet
  union all select 'notifications', id, created_at from notification
  union all select 'webhooks', id, created_at from webhook
) as object, (select high_id from outbox_reader where name = 'lists') as reader
order by 1, 2;

drop table platform_list;
alter table platform_list_with_amounts rename to platform_list;
alter table platform_list
  add constraint platform_list_pkey primary key (list, number),
  add constraint platform_list_object_id_key unique (object_id),
  add constraint platform_list_number_check check (number > 0);
create index platform_list_status on platform_list (list, status, number);
create index platform_list_amount on platform_list (list, amount, number) where amount is not null;
analyze platform_list;

insert into list_block (owner_id, list, status, level, block, n)
select platform_owner(), list, status, level, number >> case level when 0 then 12 else 18 end, count(*)
from platform_list, generate_series(0, 1) as level where status = 'KEPT' group by 2, 3, 4, 5;

-- As before (062), also of notifications, and with the sums of orders.
drop function platform_unfolded(text, xid8, bigint);
create function platform_unfolded(p_list text, p_last_xid xid8, p_last_id bigint)
returns table (list text, object_id uuid, number bigint, was text, status text, amount bigint, event_id bigint)
language sql stable as $$
  select list.name, told.object_id,
    coalesce(kept.number, list.last + row_number() over (partition by list.name, kept.number is null order by told.first_id)),
    kept.status, told.status, told.amount, told.last_id
  from (
    select split_part(kind, '.', 1) as object, object_id, min(id) as first_id, max(id) as last_id, max(amount) as amount,
      (array_agg(case kind when 'notification.new' then 'KEPT' else upper(split_part(kind, '.', 2)) end order by id desc))[1] as status
    from unfolded_event
    where kind in ('order.active', 'order.closed', 'order.expired', 'order.appeal', 'order.declined', 'appeal.open',
        'appeal.processed', 'appeal.closed', 'payout.open', 'payout.in_work', 'payout.done', 'payout.cancelled', 'withdrawal.open',
        'withdrawal.closed', 'withdrawal.rejected', 'withdrawal.cancelled', 'deposit.credited', 'notification.new')
      and (xid, id) <= (p_last_xid, p_last_id)
    group by 1, 2
  ) as told
  join (
    select object || 's' as name, object, (select coalesce(max(number), 0) from platform_list where list = object || 's') as last
    from unnest('{order,appeal,payout,withdrawal,deposit,notification}'::text[]) as object
    where p_list is null or object || 's' = p_list
    -- Kept apart: else each row would ask for the last number.
    offset 0
  ) as list using (object)
  left join platform_list as kept on kept.object_id = told.object_id
  where kept.event_id is null or told.last_id > kept.event_id
$$;

create or replace function lists_fold(p_last_xid xid8, p_last_id bigint) returns void language plpgsql
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
    select platform_owner(), list, change.status, number, change.n, 0
    from object cross join lateral (values (object.status, 1), (object.was, -1)) as change (status, n)
    where change.status is not null
  ) as change, generate_series(0, 1) as level
  group by 1, 2, 3, 4, 5 having sum(n) <> 0 or sum(amount) <> 0
  order by 1, 2, 3, 4, 5
  on conflict (owner_id, list, status, level, block) do update set n = b.n + excluded.n, amount = b.amount + excluded.amount;
end $$;

-- Objects of no reader join a list, in this order. One transaction at a time does.
create function platform_append(p_list text, p_ids uuid[]) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('platform_list/' || p_list, 0));
  with added as (
    insert into platform_list (list, number, object_id, status, event_id)
    select p_list, (select coalesce(max(number), 0) from platform_list where list = p_list) + place, id, 'KEPT', 0
    from unnest(p_ids) with ordinality as object (id, place) order by place
    returning number
  )
  insert into list_block as b (owner_id, list, status, level, block, n)
  select platform_owner(), p_list, 'KEPT', level, number >> case level when 0 then 12 else 18 end, count(*)
  from added, generate_series(0, 1) as level group by 4, 5 order by 4, 5
  on conflict (owner_id, list, status, level, block) do update set n = b.n + excluded.n
$$;

-- Objects leave a list for good. Their numbers stay free.
create function platform_forget(p_list text, p_ids uuid[]) returns void language sql as $$
  with gone as (
    delete from platform_list where list = p_list and object_id = any(p_ids) returning status, number
  )
  insert into list_block as b (owner_id, list, status, level, block, n)
  select platform_owner(), p_list, status, level, number >> case level when 0 then 12 else 18 end, -count(*)
  from gone, generate_series(0, 1) as level group by 3, 4, 5 order by 3, 4, 5
  on conflict (owner_id, list, status, level, block) do update set n = b.n + excluded.n
$$;

-- The rows of a status that have a number above one, as they are folded.
create function platform_count_above(p_list text, p_status text, p_number bigint) returns bigint language sql stable as $$
  select (
    coalesce((
      select sum(n) from list_block where owner_id = platform_owner() and list = p_list and status = p_status and level = 1
        and block > p_number >> 18), 0)
    + coalesce((
      select sum(n) from list_block where owner_id = platform_owner() and list = p_list and status = p_status and level = 0
        and block > p_number >> 12 and block < ((p_number >> 18) + 1) << 6), 0)
    + (
      select count(*) from platform_list where list = p_list and status = p_status
        and number > p_number and number < ((p_number >> 12) + 1) << 12)
  )::bigint
$$;

-- The last number of a list whose object's id is below one, 0 if there is none. Numbers are given in nearly the order of ids: at
-- the border neighbours may be the other way round. As many steps as the list's length has bits.
create function platform_number_before(p_list text, p_id uuid) returns bigint language plpgsql stable as $$
declare
  v_low    bigint;
  v_high   bigint;
  v_middle bigint;
  v_number bigint;
  v_id     uuid;
begin
  select coalesce(min(number) - 1, 0), coalesce(max(number) + 1, 1) into v_low, v_high from platform_list where list = p_list;
  while v_high - v_low > 1 loop
    v_middle := (v_low + v_high) / 2;
    select number, object_id into v_number, v_id from platform_list
    where list = p_list and number >= v_middle and number < v_high order by number limit 1;
    if not found or v_id >= p_id then v_high := v_middle; else v_low := v_number; end if;
  end loop;
  return v_low;
end $$;

-- The same in the list of an owner: the last number of theirs whose row's id is below one.
create function owner_number_before(p_table regclass, p_owner_column text, p_number_column text, p_owner uuid, p_id uuid)
returns bigint language plpgsql stable as $$
declare
  v_low    bigint;
  v_high   bigint;
  v_middle bigint;
  v_number bigint;
  v_id     uuid;
  v_find   text := format('select %1$I, id from %2$s where %3$I = $1 and %1$I >= $2 and %1$I < $3 order by %1$I limit 1',
    p_number_column, p_table, p_owner_column);
begin
  execute format('select coalesce(min(%1$I) - 1, 0), coalesce(max(%1$I) + 1, 1) from %2$s where %3$I = $1',
    p_number_column, p_table, p_owner_column) into v_low, v_high using p_owner;
  while v_high - v_low > 1 loop
    v_middle := (v_low + v_high) / 2;
    execute v_find into v_number, v_id using p_owner, v_middle, v_high;
    if v_number is null or v_id >= p_id then v_high := v_middle; else v_low := v_number; end if;
  end loop;
  return v_low;
end $$;

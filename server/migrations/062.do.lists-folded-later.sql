-- The counters of lists by status leave the transactions that change a status: a lasting reader of the outbox, `lists`, folds them
-- later. What a list's count is at a moment: what is folded, and what the events after the reader's place say that the same
-- statement sees. The same reader numbers the lists of the whole platform, so that no row is written by everybody.

-- In the order in which transactions of the version before write them.
lock table list_block, outbox;

-- What the counters need to know of an event.
alter table outbox
  -- The object's number in the list of each owner, in the order of `owners`. Null: the event changes no status.
  add column numbers bigint[],
  -- The status that the object has left; null for a new one. The status that it has entered stands in `kind`.
  add column was     text,
  -- Kopecks of an order.
  add column amount  bigint;

-- From now on: the counters have all that happened before. An event that a running transaction has yet to append comes after this
-- place, for it waits for the lock on `outbox`; those of before that come after it, too, have no numbers, and count for nothing.
insert into outbox_reader (name, xid, id, high_id, system_identifier)
select 'lists', pg_snapshot_xmin(pg_current_snapshot()), 0, (select coalesce(max(id), 0) from outbox), control.system_identifier
from pg_control_system() as control;

-- The reader's place, as the statement sees it. Functions, not subqueries: the planner asks them, and so knows how few events come
-- after it.
create function lists_place_xid() returns xid8 language plpgsql stable as $$
begin
  return (select xid from outbox_reader where name = 'lists');
end $$;
create function lists_place_id() returns bigint language plpgsql stable as $$
begin
  return (select id from outbox_reader where name = 'lists');
end $$;
create function lists_place_high_id() returns bigint language plpgsql stable as $$
begin
  return (select high_id from outbox_reader where name = 'lists');
end $$;

-- The events that the reader has yet to fold. Those of the second part are there only while the database is in another cluster
-- than the reader's place, which a start mends (outbox/anchor.ts).
create view unfolded_event as
select id, xid, kind, object_id, owners, numbers, was, amount from outbox
where (xid, id) > (lists_place_xid(), lists_place_id())
union all
select id, xid, kind, object_id, owners, numbers, was, amount from outbox
where id > lists_place_high_id()
  -- Not by `<=`: that would lead the planner through all that was folded.
  and not (xid, id) > ((select xid from outbox_reader where name = 'lists'), (select id from outbox_reader where name = 'lists'));

-- The platform's lists: every order, payout, … by its number. Written by the reader alone.
create table platform_list (
  list      text not null,
  number    bigint not null check (number > 0),
  object_id uuid not null unique,
  status    text not null,
  -- The last event that told of it; the object's row is locked while its events are appended, so their ids are in order.
  event_id  bigint not null,
  primary key (list, number)
) with (fillfactor = 80);
create index platform_list_status on platform_list (list, status, number);

insert into platform_list (list, number, object_id, status, event_id)
select list, row_number() over (partition by list order by created_at, id), id, status, high_id
from (
  select 'orders' as list, id, created_at, status::text from orders
  union all select 'appeals', id, created_at, status::text from appeal
  union all select 'payouts', id, created_at, status::text from payout
  union all select 'withdrawals', id, created_at, case outcome when 'SENT' then 'CLOSED' else coalesce(outcome, 'OPEN') end
  from withdrawal
  union all select 'deposits', id, created_at, 'CREDITED' from chain_deposit
) as object, (select high_id from outbox_reader where name = 'lists') as reader;

-- Counters of the platform's lists have this owner, who is no user.
create function platform_owner() returns uuid language sql immutable as $$
  select '00000000-0000-0000-0000-000000000000'::uuid
$$;

-- What is folded need not be a state that ever was: of two transactions that ran at once, the later one may be folded first. So a
-- counter may be below zero for a moment.
alter table list_block
  drop constraint list_block_owner_id_fkey,
  drop constraint list_block_check,
  drop constraint list_block_amount_check;

insert into list_block (owner_id, list, status, level, block, n)
select platform_owner(), list, status, level, number >> case level when 0 then 12 else 18 end, count(*)
from platform_list, generate_series(0, 1) as level group by 2, 3, 4, 5;

-- After every event.
create function lists_end_xid() returns xid8 language sql immutable as $$ select '18446744073709551615'::xid8 $$;
create function lists_end_id() returns bigint language sql immutable as $$ select 9223372036854775807 $$;

-- The following are inlined into the statement that calls them, and see what it sees. They take the events up to one.

-- What unfolded events change in the lists of an owner, or of all when null: rows that come (n = 1) and go (n = -1), with the
-- kopecks of active orders.
create function list_unfolded(p_owner uuid, p_last_xid xid8, p_last_id bigint)
returns table (owner_id uuid, list text, status text, number bigint, n integer, amount bigint) language sql stable as $$
  select counted.owner_id, split_part(event.kind, '.', 1) || 's', change.status, counted.number, change.n,
    case change.status when 'ACTIVE' then change.n * event.amount else 0 end
  from unfolded_event as event
  cross join lateral unnest(event.owners, event.numbers) as counted (owner_id, number)
  cross join lateral (values (upper(split_part(event.kind, '.', 2)), 1), (event.was, -1)) as change (status, n)
  where event.numbers is not null and (p_owner is null or p_owner = any(event.owners))
    and (event.xid, event.id) <= (p_last_xid, p_last_id)
    and (p_owner is null or counted.owner_id = p_owner) and change.status is not null
$$;

-- What unfolded events change in a list of the platform, or in all when null: an object's status now and the one that is folded
-- (null: it is new). New ones have the next numbers.
create function platform_unfolded(p_list text, p_last_xid xid8, p_last_id bigint)
returns table (list text, object_id uuid, number bigint, was text, status text, event_id bigint) language sql stable as $$
  select list.name, told.object_id,
    coalesce(kept.number, list.last + row_number() over (partition by list.name, kept.number is null order by told.first_id)),
    kept.status, told.status, told.last_id
  from (
    select split_part(kind, '.', 1) as object, object_id, min(id) as first_id, max(id) as last_id,
      (array_agg(upper(split_part(kind, '.', 2)) order by id desc))[1] as status
    from unfolded_event
    where kind in ('order.active', 'order.closed', 'order.expired', 'order.appeal', 'order.declined', 'appeal.open',
        'appeal.processed', 'appeal.closed', 'payout.open', 'payout.in_work', 'payout.done', 'payout.cancelled', 'withdrawal.open',
        'withdrawal.closed', 'withdrawal.rejected', 'withdrawal.cancelled', 'deposit.credited')
      and (xid, id) <= (p_last_xid, p_last_id)
    group by 1, 2
  ) as told
  join (
    select object || 's' as name, object, (select coalesce(max(number), 0) from platform_list where list = object || 's') as last
    from unnest('{order,appeal,payout,withdrawal,deposit}'::text[]) as object
    where p_list is null or object || 's' = p_list
    -- Kept apart: else each row would ask for the last number.
    offset 0
  ) as list using (object)
  left join platform_list as kept on kept.object_id = told.object_id
  where kept.event_id is null or told.last_id > kept.event_id
$$;

-- Folds the events up to one. The caller has the reader's place locked, so that one transaction at a time folds, and moves it there.
-- Few events meet long lists, whatever the statistics say.
create function lists_fold(p_last_xid xid8, p_last_id bigint) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with object as materialized (
    select * from platform_unfolded(null, p_last_xid, p_last_id)
  ), numbered as (
    insert into platform_list (list, number, object_id, status, event_id)
    select list, number, object_id, status, event_id from object order by list, number
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

drop function list_count(text, uuid[], text[], bigint[], integer[], bigint[]);

-- The rows of a status in an owner's list, with their kopecks.
create function list_total(p_owner uuid, p_list text, p_status text) returns table (n bigint, amount bigint) language sql stable as $$
  select coalesce(sum(part.n), 0)::bigint, coalesce(sum(part.amount), 0)::bigint
  from (
    select n, amount from list_block where owner_id = p_owner and list = p_list and status = p_status and level = 1
    union all
    select n, amount from list_unfolded(p_owner, lists_end_xid(), lists_end_id()) as change where list = p_list and status = p_status
  ) as part
$$;

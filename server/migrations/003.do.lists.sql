-- Any page of a long list in constant time, and exact counts.
--
-- Every owner's list is numbered densely: a row takes the next number in the transaction that creates it, so page p is a
-- range of numbers and the count is the last one. Status filters count rows per status in blocks of numbers, on two levels.

create table list_sequence (
  owner_id uuid not null references users,
  list     text not null,
  last     bigint not null check (last > 0),
  primary key (owner_id, list)
) with (fillfactor = 50);

create table list_block (
  owner_id uuid not null references users,
  list     text not null,
  status   text not null,
  -- 0: blocks of 2^12 numbers; 1: of 2^18, so that even ten million rows are a few dozen of them.
  level    smallint not null,
  block    bigint not null,
  n        integer not null,
  primary key (owner_id, list, status, level, block),
  check (case level when 0 then n between 0 and 4096 when 1 then n between 0 and 262144 end)
) with (fillfactor = 50);

-- Functions are plpgsql throughout, also where one statement would do: that keeps plans, plain SQL plans at every call.

-- The next number of the owner's list. The row stays locked until commit: that is what keeps the list dense.
create function list_append(p_owner uuid, p_list text) returns bigint language plpgsql as $$
declare
  v_last bigint;
begin
  insert into list_sequence as s (owner_id, list, last) values (p_owner, p_list, 1)
  on conflict (owner_id, list) do update set last = s.last + 1
  returning last into v_last;
  return v_last;
end $$;

-- Adds deltas (+1 or -1) to the status counters of rows (owner, status, number), in one fixed order, so that no two deadlock.
-- One statement: a row that goes up proposes n = 1, one that goes down n = 0, and the conflict tells which it is.
create function list_count(p_list text, p_owners uuid[], p_statuses text[], p_numbers bigint[], p_deltas integer[])
returns void language plpgsql as $$
declare
  v_missing integer;
begin
  with counted as (
    insert into list_block as b (owner_id, list, status, level, block, n)
    select d.owner_id, p_list, d.status, level, d.number >> case level when 0 then 12 else 18 end, greatest(d.delta, 0)
    from unnest(p_owners, p_statuses, p_numbers, p_deltas) as d (owner_id, status, number, delta),
      generate_series(0, 1) as level
    order by 1, 3, 4, 5
    on conflict (owner_id, list, status, level, block) do update set n = b.n + case excluded.n when 0 then -1 else 1 end
    -- xmax tells an updated row, which was locked first, from an inserted one.
    returning n, xmax
  )
  select count(*) into v_missing from counted where n = 0 and xmax = 0;
  if v_missing > 0 then
    raise exception 'No counter of % % for owners %', p_list, p_statuses, p_owners;
  end if;
end $$;

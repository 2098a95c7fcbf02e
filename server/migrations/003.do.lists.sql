-- Any page of a long list in constant time, and exact counts.
--
-- Every owner's list is numbered densely: a row takes the next number in the transaction that creates it, so page p is a
-- range of numbers and the count is the last one. Status filters count rows per status in blocks of 4096 numbers.

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
  block    bigint not null,
  n        integer not null check (n between 0 and 4096),
  primary key (owner_id, list, status, block)
) with (fillfactor = 50);

-- The next number of the owner's list. The row stays locked until commit: that is what keeps the list dense.
create function list_append(p_owner uuid, p_list text) returns bigint language sql as $$
  insert into list_sequence as s (owner_id, list, last) values (p_owner, p_list, 1)
  on conflict (owner_id, list) do update set last = s.last + 1
  returning last
$$;

-- Adds deltas to the status counters of rows (owner, status, number), in one fixed order, so that no two deadlock.
create function list_count(p_list text, p_owners uuid[], p_statuses text[], p_numbers bigint[], p_deltas integer[])
returns void language plpgsql as $$
declare
  r record;
begin
  for r in
    select d.owner_id, d.status, d.number >> 12 as block, d.delta
    from unnest(p_owners, p_statuses, p_numbers, p_deltas) as d (owner_id, status, number, delta)
    order by 1, 2, 3
  loop
    if r.delta > 0 then
      insert into list_block as b (owner_id, list, status, block, n)
      values (r.owner_id, p_list, r.status, r.block, r.delta)
      on conflict (owner_id, list, status, block) do update set n = b.n + excluded.n;
    else
      update list_block set n = n + r.delta
      where owner_id = r.owner_id and list = p_list and status = r.status and block = r.block;
      if not found then
        raise exception 'No counter of % % for owner % in block %', p_list, r.status, r.owner_id, r.block;
      end if;
    end if;
  end loop;
end $$;

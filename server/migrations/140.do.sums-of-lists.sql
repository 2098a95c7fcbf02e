-- The counters of owners' orders by status keep the kopecks of every status, and not of active orders alone, so that a filter's sum
-- is there as its count is. Both come from the same events: an event of an order has always had its kopecks.

-- In the order in which transactions of the version before write them.
lock table list_block, outbox;

-- As before (062), with the kopecks of every status. Inlined into the statement that calls it.
create or replace function list_unfolded(p_owner uuid, p_last_xid xid8, p_last_id bigint)
returns table (owner_id uuid, list text, status text, number bigint, n integer, amount bigint) language sql stable as $$
  select counted.owner_id, split_part(event.kind, '.', 1) || 's', change.status, counted.number, change.n,
    change.n * coalesce(event.amount, 0)
  from unfolded_event as event
  cross join lateral unnest(event.owners, event.numbers) as counted (owner_id, number)
  cross join lateral (values (upper(split_part(event.kind, '.', 2)), 1), (event.was, -1)) as change (status, n)
  where event.numbers is not null and (p_owner is null or p_owner = any(event.owners))
    and (event.xid, event.id) <= (p_last_xid, p_last_id)
    and (p_owner is null or counted.owner_id = p_owner) and change.status is not null
$$;

-- What is folded: what the rows say, without what the events that are still to be folded will add.
insert into list_block as b (owner_id, list, status, level, block, n, amount)
select owner_id, 'orders', status, level, number >> case level when 0 then 12 else 18 end, 0, sum(amount)
from (
  select owner.id as owner_id, status::text, owner.number, amount
  from orders cross join lateral (values (trader_id, trader_seq), (merchant_id, merchant_seq)) as owner (id, number)
  where status <> 'ACTIVE'
  union all
  select owner_id, status, number, -amount from list_unfolded(null, lists_end_xid(), lists_end_id())
  where list = 'orders' and status <> 'ACTIVE'
) as row, generate_series(0, 1) as level
group by 1, 3, 4, 5 having sum(amount) <> 0
on conflict (owner_id, list, status, level, block) do update set amount = excluded.amount;

-- What one merchant may hold of the traders' USDT. Without a row, and at 0, there is no limit: merchants from before have none.
create table merchant_limit (
  merchant_id     uuid primary key references users,
  active_orders   integer not null default 0 check (active_orders >= 0),
  -- Kopecks of the active orders together.
  active_sum      bigint not null default 0 check (active_sum >= 0),
  -- Orders of the last 60 minutes that are not closed.
  unpaid_hour     integer not null default 0 check (unpaid_hour >= 0),
  -- Requests of all of the merchant's API keys.
  requests_second integer not null default 0 check (requests_second >= 0)
);

-- The kopecks of the active orders that a counter counts; 0 for other statuses. It stands on the row that every step of an order
-- writes anyway.
alter table list_block add column amount bigint not null default 0 check (amount >= 0);
update list_block as b set amount = active.amount
from (
  select owner_id, level, number >> case level when 0 then 12 else 18 end as block, sum(amount)::bigint as amount
  from (
    select trader_id as owner_id, trader_seq as number, amount from orders where status = 'ACTIVE'
    union all select merchant_id, merchant_seq, amount from orders where status = 'ACTIVE'
  ) as row, generate_series(0, 1) as level
  group by 1, 2, 3
) as active
where b.owner_id = active.owner_id and b.list = 'orders' and b.status = 'ACTIVE' and b.level = active.level
  and b.block = active.block;

drop function list_count(text, uuid[], text[], bigint[], integer[]);

-- Adds deltas (+1 or -1), and the amounts with their signs, to the status counters of rows (owner, status, number), in one fixed
-- order, so that no two deadlock. One statement: a row that goes up proposes n = 1, one that goes down n = 0, and the conflict
-- tells which it is.
create function list_count(
  p_list text, p_owners uuid[], p_statuses text[], p_numbers bigint[], p_deltas integer[], p_amounts bigint[]
) returns void language plpgsql as $$
declare
  v_missing integer;
begin
  with counted as (
    insert into list_block as b (owner_id, list, status, level, block, n, amount)
    select d.owner_id, p_list, d.status, level, d.number >> case level when 0 then 12 else 18 end, greatest(d.delta, 0), d.amount
    from unnest(p_owners, p_statuses, p_numbers, p_deltas, p_amounts) as d (owner_id, status, number, delta, amount),
      generate_series(0, 1) as level
    order by 1, 3, 4, 5
    on conflict (owner_id, list, status, level, block) do update
      set n = b.n + case excluded.n when 0 then -1 else 1 end,
        amount = b.amount + case excluded.n when 0 then -excluded.amount else excluded.amount end
    -- xmax tells an updated row, which was locked first, from an inserted one.
    returning n, xmax
  )
  select count(*) into v_missing from counted where n = 0 and xmax = 0;
  if v_missing > 0 then
    raise exception 'No counter of % % for owners %', p_list, p_statuses, p_owners;
  end if;
end $$;

-- The times of the merchant's orders of the last 60 minutes that are not closed, at most so many. The index leads to them: the
-- number of the first order of that hour is found by its id, and closed orders are passed over unread.
create function merchant_unpaid(p_merchant uuid, p_at timestamptz, p_most bigint)
returns setof timestamptz language plpgsql as $$
declare
  v_since timestamptz := p_at - interval '60 minutes';
  -- Ids are made a moment before numbers are taken: a minute is long for that.
  v_id    uuid := (lpad(to_hex((extract(epoch from v_since - interval '1 minute') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  v_first bigint;
  v_status order_status;
begin
  -- Orders of the same moment may have numbers in another order than ids.
  select min(merchant_seq) into v_first
  from (select merchant_seq from orders where merchant_id = p_merchant and id >= v_id order by id limit 10) as first;
  if v_first is null then return; end if;
  foreach v_status in array array['ACTIVE', 'EXPIRED', 'DECLINED', 'APPEAL']::order_status[] loop
    return query
      select created_at from orders
      where merchant_id = p_merchant and status = v_status and merchant_seq >= v_first and created_at > v_since
      order by merchant_seq limit p_most;
  end loop;
end $$;

-- The limit that a merchant's new order is beyond, if any. The order's numbers are taken and its counters written: both are
-- locked until commit, so that orders of one merchant are judged one after the other, in however many processes.
create function merchant_limit_exceeded(p_order orders) returns text language plpgsql as $$
declare
  v_limit  merchant_limit;
  v_active bigint;
  v_sum    numeric;
begin
  select * into v_limit from merchant_limit where merchant_id = p_order.merchant_id;
  if not found then return null; end if;
  if v_limit.active_orders > 0 or v_limit.active_sum > 0 then
    select sum(n), sum(amount) into v_active, v_sum from list_block
    where owner_id = p_order.merchant_id and list = 'orders' and status = 'ACTIVE' and level = 1;
    if v_limit.active_orders > 0 and v_active > v_limit.active_orders then return 'active_orders'; end if;
    if v_limit.active_sum > 0 and v_sum > v_limit.active_sum then return 'active_sum'; end if;
  end if;
  if v_limit.unpaid_hour > 0 and (
    select count(*) from merchant_unpaid(p_order.merchant_id, p_order.created_at, v_limit.unpaid_hour + 1)
  ) > v_limit.unpaid_hour then
    return 'unpaid_hour';
  end if;
  return null;
end $$;

-- As before, with the amounts of active orders; a new order beyond a limit of its merchant is refused.
create or replace function order_entered(p_order orders, p_from order_status, p_actor actor, p_at timestamptz)
returns void language plpgsql as $$
declare
  v_owners  uuid[]   := array[p_order.trader_id, p_order.merchant_id];
  v_numbers bigint[] := array[p_order.trader_seq, p_order.merchant_seq];
  v_left    bigint   := case when p_from = 'ACTIVE' then p_order.amount else 0 end;
  v_entered bigint   := case when p_order.status = 'ACTIVE' then p_order.amount else 0 end;
  v_limit   text;
begin
  insert into order_status_change (order_id, n, status, actor, created_at)
  select p_order.id, coalesce(max(n), 0) + 1, p_order.status, p_actor, p_at
  from order_status_change where order_id = p_order.id;

  if p_from is null then
    perform list_count('orders', v_owners, array_fill(p_order.status::text, array[2]), v_numbers, '{1,1}',
      array[v_entered, v_entered]);
    v_limit := merchant_limit_exceeded(p_order);
    if v_limit is not null then
      raise exception 'The merchant is beyond a limit: %', v_limit using constraint = 'merchant_limit_' || v_limit;
    end if;
  else
    perform list_count('orders', v_owners || v_owners,
      array_fill(p_from::text, array[2]) || array_fill(p_order.status::text, array[2]),
      v_numbers || v_numbers, '{-1,-1,1,1}', array[v_left, v_left, v_entered, v_entered]);
  end if;

  insert into outbox (kind, object_id, owners, created_at)
  values ('order.' || lower(p_order.status::text), p_order.id, v_owners, p_at);
end $$;

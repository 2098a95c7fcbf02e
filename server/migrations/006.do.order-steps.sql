-- The bookkeeping that every step of an order shares, as one round trip. The order's own row is changed first, by the
-- caller, with a compare-and-set; these lock in the order written down in ARCHITECTURE.md.

-- The order has entered a status: its history, both owners' counters, the outbox. p_from is null for a new order.
create function order_entered(p_order orders, p_from order_status, p_actor actor, p_at timestamptz)
returns void language plpgsql as $$
declare
  v_owners   uuid[]    := array[p_order.trader_id, p_order.merchant_id];
  v_numbers  bigint[]  := array[p_order.trader_seq, p_order.merchant_seq];
begin
  insert into order_status_change (order_id, n, status, actor, created_at)
  select p_order.id, coalesce(max(n), 0) + 1, p_order.status, p_actor, p_at
  from order_status_change where order_id = p_order.id;

  if p_from is null then
    perform list_count('orders', v_owners, array_fill(p_order.status::text, array[2]), v_numbers, '{1,1}');
  else
    perform list_count('orders', v_owners || v_owners,
      array_fill(p_from::text, array[2]) || array_fill(p_order.status::text, array[2]),
      v_numbers || v_numbers, '{-1,-1,1,1}');
  end if;

  insert into outbox (kind, object_id, owners, created_at)
  values ('order.' || lower(p_order.status::text), p_order.id, v_owners, p_at);
end $$;

-- The order takes its amount's slot on its requisite until the given time, unless another order holds it.
-- Returns whether it has it.
create function order_takes_slot(p_order orders, p_until timestamptz, p_at timestamptz)
returns boolean language plpgsql as $$
begin
  insert into amount_slot as s (requisite_id, amount, order_id, held_until)
  values (p_order.requisite_id, p_order.amount, p_order.id, p_until)
  on conflict (requisite_id, amount) do update
    set order_id = excluded.order_id, held_until = greatest(excluded.held_until, s.held_until)
    where s.order_id = excluded.order_id or s.held_until <= p_at;
  return found;
end $$;

-- Counts a new order on its requisite. The caller holds the requisite's lock.
create function requisite_issued(p_order orders) returns void language plpgsql as $$
begin
  update requisite set active_orders = active_orders + 1, current_deals_count = current_deals_count + 1,
    last_order_at = greatest(last_order_at, p_order.created_at)
  where id = p_order.requisite_id;
end $$;

-- Counts an order that leaves the active ones (p_from = 'ACTIVE'), comes back to them (p_to), is closed, or is lost.
-- Orders made before the last reset no longer count towards the counters that were reset.
create function requisite_moved(p_order orders, p_from order_status, p_closed bigint, p_at timestamptz)
returns void language plpgsql as $$
declare
  -- Active and appealed orders are not lost yet; closed ones never are.
  v_was  integer := (p_from not in ('EXPIRED', 'DECLINED'))::integer;
  v_is   integer := (p_order.status not in ('EXPIRED', 'DECLINED'))::integer;
  v_day  date := (p_at at time zone 'Europe/Moscow')::date;
begin
  update requisite r set
    active_orders = r.active_orders - (p_from = 'ACTIVE')::integer + (p_order.status = 'ACTIVE')::integer,
    current_deals_count = case when p_order.created_at >= r.reset_at
      then r.current_deals_count + v_is - v_was else r.current_deals_count end,
    sum_deals = r.sum_deals + p_closed,
    total_deals_count = r.total_deals_count + (p_closed > 0)::integer,
    total_deals_amount = r.total_deals_amount + p_closed,
    today_deals_amount = case when r.today = v_day then r.today_deals_amount else 0 end + p_closed,
    today = v_day
  where r.id = p_order.requisite_id;
end $$;

-- What a list's counters need to know of an event, so that they can be counted from it later.
alter table outbox
  -- The object's number in the list of each owner, in the order of `owners`. Null: the event changes no status.
  add column numbers bigint[],
  -- The status that the object has left; null for a new one. The status that it has entered stands in `kind`.
  add column was     text,
  -- Kopecks of an order.
  add column amount  bigint;

-- As before; the event says what it changes in the lists.
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

  insert into outbox (kind, object_id, owners, numbers, was, amount, created_at)
  values ('order.' || lower(p_order.status::text), p_order.id, v_owners, v_numbers, p_from::text, p_order.amount, p_at);
end $$;

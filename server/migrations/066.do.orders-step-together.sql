-- The steps of orders, for any number of them at once: an order's own row, and everything that follows from it. Plain arguments,
-- arrays of one length; each statement writes for all of them. They lock in the order written down in ARCHITECTURE.md.
-- They ask for a few rows by their keys. Their plans are made once a connection, perhaps while the tables were small, and are by
-- keys at any size: hence their settings.

drop function order_entered(orders, order_status, actor, timestamptz);
drop function requisite_issued(orders);
drop function requisite_moved(orders, order_status, bigint, timestamptz);
drop function merchant_limit_exceeded(orders);

-- The next numbers of the owners' lists, in the order given; an owner may stand there several times. The rows stay locked until
-- commit: that is what keeps the lists dense.
create function list_append_all(p_owners uuid[], p_list text) returns bigint[] language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_numbers bigint[];
begin
  with taken as (
    insert into list_sequence as s (owner_id, list, last)
    select owner_id, p_list, count(*) from unnest(p_owners) as owner_id group by owner_id order by owner_id
    on conflict (owner_id, list) do update set last = s.last + excluded.last
    returning owner_id, last
  ), asked as (
    select owner_id, place, row_number() over (partition by owner_id order by place desc) - 1 as after
    from unnest(p_owners) with ordinality as owner (owner_id, place)
  )
  select array_agg(last - after order by place) into v_numbers from asked join taken using (owner_id);
  return v_numbers;
end $$;

-- The limit that a merchant would be beyond with so many more orders of so many kopecks together; null when there is none.
create function merchant_limit_reached(p_merchant uuid, p_orders integer, p_amount bigint, p_at timestamptz)
returns text language plpgsql as $$
declare
  v_limit  merchant_limit;
  v_active bigint;
  v_sum    bigint;
begin
  select * into v_limit from merchant_limit where merchant_id = p_merchant;
  if not found then return null; end if;
  if v_limit.active_orders > 0 or v_limit.active_sum > 0 then
    select n, amount into v_active, v_sum from list_total(p_merchant, 'orders', 'ACTIVE');
    if v_limit.active_orders > 0 and v_active + p_orders > v_limit.active_orders then return 'active_orders'; end if;
    if v_limit.active_sum > 0 and v_sum + p_amount > v_limit.active_sum then return 'active_sum'; end if;
  end if;
  if v_limit.unpaid_hour > 0 and p_orders + (
    select count(*) from merchant_unpaid(p_merchant, p_at, v_limit.unpaid_hour + 1)
  ) > v_limit.unpaid_hour then
    return 'unpaid_hour';
  end if;
  return null;
end $$;

-- Writes new active orders at requisites whose rows the caller has locked: their numbers in both lists, history, outbox. The merchants'
-- limits are judged last, when the outbox has the orders: the lock on their numbers makes their orders, in all processes, come one
-- after the other.
-- Errors: unique_violation of orders_merchant_id_external_id_key; `order_amount_taken`, `merchant_limit_<name>` as constraints.
create function orders_issue(
  p_ids uuid[], p_merchants uuid[], p_traders uuid[], p_requisites uuid[], p_payee_versions integer[], p_external_ids text[],
  p_are_sbp boolean[], p_amounts bigint[], p_rates bigint[], p_amounts_usdt bigint[], p_fees integer[], p_rewards integer[],
  p_callback_urls text[], p_created_at timestamptz[], p_expires_at timestamptz[], p_amounts_kept_since timestamptz
) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_count   integer := cardinality(p_ids);
  v_numbers bigint[];
  v_limit   text;
begin
  perform orders_assert_amount_free(p_requisites, p_amounts, p_amounts_kept_since);

  update requisite set active_orders = active_orders + issued.n, current_deals_count = current_deals_count + issued.n,
    last_order_at = greatest(last_order_at, issued.at)
  from (
    select requisite_id, count(*) as n, max(at) as at from unnest(p_requisites, p_created_at) as issued (requisite_id, at) group by 1
  ) as issued
  where id = issued.requisite_id;

  v_numbers := list_append_all(p_traders || p_merchants, 'orders');

  insert into orders (id, trader_id, trader_seq, merchant_id, merchant_seq, requisite_id, payee_version, external_id, is_sbp, amount,
    rate, amount_usdt, fee_bp, reward_bp, held, callback_url, created_at, expires_at)
  select id, trader_id, v_numbers[place], merchant_id, v_numbers[v_count + place], requisite_id, payee_version, external_id, is_sbp, amount,
    rate, amount_usdt, fee_bp, reward_bp, amount_usdt, callback_url, created_at, expires_at
  from unnest(p_ids, p_traders, p_merchants, p_requisites, p_payee_versions, p_external_ids, p_are_sbp, p_amounts, p_rates,
    p_amounts_usdt, p_fees, p_rewards, p_callback_urls, p_created_at, p_expires_at) with ordinality
    as issued (id, trader_id, merchant_id, requisite_id, payee_version, external_id, is_sbp, amount, rate,
      amount_usdt, fee_bp, reward_bp, callback_url, created_at, expires_at, place);

  insert into order_status_change (order_id, n, status, actor, created_at)
  select id, 1, 'ACTIVE', 'merchant', at from unnest(p_ids, p_created_at) as issued (id, at);

  insert into outbox (kind, object_id, owners, numbers, was, amount, created_at)
  select 'order.active', id, array[trader_id, merchant_id], array[v_numbers[place], v_numbers[v_count + place]], null, amount, at
  from unnest(p_ids, p_traders, p_merchants, p_amounts, p_created_at) with ordinality
    as issued (id, trader_id, merchant_id, amount, at, place)
  order by place;

  select merchant_limit_reached(merchant_id, 0, 0, at) into v_limit
  from (select merchant_id, max(at) as at from unnest(p_merchants, p_created_at) as issued (merchant_id, at) group by 1) as issued
  join merchant_limit using (merchant_id)
  where merchant_limit_reached(merchant_id, 0, 0, at) is not null limit 1;
  if v_limit is not null then
    raise exception 'The merchant is beyond a limit: %', v_limit using constraint = 'merchant_limit_' || v_limit;
  end if;
end $$;

-- Moves orders from one status to another, with their history, the counters of their requisites, and the outbox. The caller has
-- locked their rows; still it is a compare-and-set. Of an order that closes, p_paid says for how many kopecks.
create function orders_move(
  p_ids uuid[], p_from order_status[], p_to order_status[], p_actors actor[], p_at timestamptz[], p_held bigint[], p_paid bigint[]
) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_count      integer;
  v_requisites uuid[];
begin
  update orders o set status = m.status, held = m.held, paid_at = case m.status when 'CLOSED' then m.at end
  from unnest(p_ids, p_from, p_to, p_at, p_held) as m (id, was, status, at, held)
  where o.id = m.id and o.status = m.was;
  get diagnostics v_count = row_count;
  if v_count <> cardinality(p_ids) then
    raise exception 'An order is not in the status in which it was locked';
  end if;

  insert into order_status_change (order_id, n, status, actor, created_at)
  select m.id, coalesce((select max(n) from order_status_change where order_id = m.id), 0) + 1, m.status, m.actor, m.at
  from unnest(p_ids, p_to, p_actors, p_at) as m (id, status, actor, at);

  select array_agg(distinct requisite_id) into v_requisites from orders where id = any(p_ids);
  perform from requisite where id = any(v_requisites) order by id for no key update of requisite;

  -- Active and appealed orders are not lost yet; closed ones never are. Orders made before the last reset no longer count towards
  -- the counters that were reset.
  update requisite r set
    active_orders = r.active_orders + moved.active,
    current_deals_count = r.current_deals_count + moved.current,
    sum_deals = r.sum_deals + moved.closed,
    total_deals_count = r.total_deals_count + moved.n_closed,
    total_deals_amount = r.total_deals_amount + moved.closed,
    today_deals_amount = case r.today when moved.day then r.today_deals_amount else 0 end + moved.closed_today,
    today = moved.day
  from (
    select q.id, last.day,
      sum((m.status = 'ACTIVE')::integer - (m.was = 'ACTIVE')::integer) as active,
      coalesce(sum((m.status not in ('EXPIRED', 'DECLINED'))::integer - (m.was not in ('EXPIRED', 'DECLINED'))::integer)
        filter (where o.created_at >= q.reset_at), 0) as current,
      sum(m.closed)::bigint as closed, count(*) filter (where m.closed > 0) as n_closed,
      coalesce(sum(m.closed) filter (where m.day = last.day), 0)::bigint as closed_today
    from (
      select id, was, status, case status when 'CLOSED' then paid else 0 end as closed,
        (at at time zone 'Europe/Moscow')::date as day
      from unnest(p_ids, p_from, p_to, p_at, p_paid) as m (id, was, status, at, paid)
    ) as m
    join orders o on o.id = m.id
    join requisite q on q.id = o.requisite_id
    cross join (select max((at at time zone 'Europe/Moscow')::date) as day from unnest(p_at) as at) as last
    group by q.id, last.day
  ) as moved
  where r.id = moved.id;

  insert into outbox (kind, object_id, owners, numbers, was, amount, created_at)
  select 'order.' || lower(m.status::text), o.id, array[o.trader_id, o.merchant_id], array[o.trader_seq, o.merchant_seq], m.was::text,
    o.amount, m.at
  from unnest(p_ids, p_from, p_to, p_at) with ordinality as m (id, was, status, at, place) join orders o on o.id = m.id
  order by place;
end $$;

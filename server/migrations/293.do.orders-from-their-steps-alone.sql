-- Orders and their histories take rows from the steps of orders alone (decision 159), from the tables' owner, too: orders_issue and
-- orders_move write them by the owner's rights, and the role that serves has no right to. What such a row is of is known without
-- a look: an order's numbers are of the lists of its trader and its merchant, and a list is of an account that is there; its payee is
-- the one in force on the requisite that the step has just written, and that one is there; a change of status is of the order of the
-- step. Five foreign keys an order looked for that once more, one row after the other: a tenth of what its steps cost.

create function orders_refuse_by_hand() returns trigger language plpgsql as $$
begin
  if current_setting('kantor.step', true) is distinct from 'on' then
    raise exception 'Table % takes rows from the steps of orders alone', tg_table_name;
  end if;
  return null;
end $$;
create function orders_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Table % keeps what its rows are of', tg_table_name;
end $$;
create trigger orders_stepped before insert on orders for each statement execute function orders_refuse_by_hand();
create trigger orders_keep before delete or truncate or update of id, merchant_id, trader_id, requisite_id, payee_version on orders
  for each statement execute function orders_refuse_change();
create trigger order_status_change_stepped before insert on order_status_change
  for each statement execute function orders_refuse_by_hand();
create trigger order_status_change_keep before update of order_id on order_status_change
  for each statement execute function orders_refuse_change();

-- Told by those of 291.
alter table orders
  drop constraint orders_amount_check, drop constraint orders_amount_usdt_check, drop constraint orders_rate_check,
  drop constraint orders_check, drop constraint orders_fee_bp_check, drop constraint orders_check1, drop constraint orders_check2,
  drop constraint orders_check3, drop constraint orders_reversal_whole, drop constraint orders_reversed,
  drop constraint orders_reversed_amount_check,
  drop constraint orders_merchant_id_fkey, drop constraint orders_trader_id_fkey, drop constraint orders_payee_fkey;
alter table order_status_change drop constraint order_status_change_order_id_fkey;
-- An answer is kept in the transaction of what it answers, which is of its owner; of nobody it would never be asked for.
alter table idempotency_key drop constraint idempotency_key_owner_id_fkey;

-- Whoever issues for one sum in one cabinet, at a bank whose messages name no tail (decision 66), does it one after the other: their
-- requisites are different rows. Taken after the requisites' locks, in one order.
create function orders_lock_amounts(p_requisites uuid[], p_amounts bigint[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(concat_ws('/', 'amount', r.cabinet_id, r.bank_id, wanted.amount), 0) as key
    from unnest(p_requisites, p_amounts) as wanted (requisite_id, amount)
    join requisite r on r.id = wanted.requisite_id
    join bank on bank.id = r.bank_id
    where r.cabinet_id is not null and not bank.names_tail
    order by 1 offset 0
  ) as keys;
end $$;

-- Writes new active orders: their numbers in both lists, counters of their requisites, history, and outbox.
-- The requisites are locked. Errors: `order_amount_taken` (another order, or another of these, keeps the amount), `merchant_limit_…`; unique_violation of the
-- merchant's external id. Of what was written nothing may be kept then.
create or replace function orders_issue(
  p_ids uuid[], p_merchants uuid[], p_traders uuid[], p_requisites uuid[], p_payee_versions integer[], p_external_ids text[],
  p_are_sbp boolean[], p_amounts bigint[], p_rates bigint[], p_amounts_usdt bigint[], p_fees integer[], p_rewards integer[],
  p_callback_urls text[], p_created_at timestamptz[], p_expires_at timestamptz[], p_amounts_kept_since timestamptz,
  p_return_urls text[] default null
) returns void language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_count   integer := cardinality(p_ids);
  v_alike   uuid[];
  v_n       bigint;
  v_numbers bigint[];
  v_is_kept boolean;
  v_limit   text;
  v_step    text := set_config('kantor.step', 'on', true);
begin
  with written as (
    update requisite set active_orders = active_orders + issued.n, current_deals_count = current_deals_count + issued.n,
      last_order_at = greatest(last_order_at, issued.at)
    from (
      select requisite_id, payee_version, count(*) as n, max(at) as at
      from unnest(p_requisites, p_payee_versions, p_created_at) as issued (requisite_id, payee_version, at) group by 1, 2
    ) as issued
    where id = issued.requisite_id and requisite.payee_version = issued.payee_version
    returning id, cabinet_id, bank_id, issued.n
  )
  select sum(n), array_agg(written.id) filter (where cabinet_id is not null and not bank.names_tail) into v_n, v_alike
  from written join bank on bank.id = written.bank_id;
  if v_n is distinct from v_count then
    raise exception 'An order is of a requisite or a payee that is not in force';
  end if;
  if v_alike is not null then
    perform orders_lock_amounts(p_requisites, p_amounts);
  end if;

  v_numbers := list_append_all(p_traders || p_merchants, 'orders');

  insert into orders (id, trader_id, trader_seq, merchant_id, merchant_seq, requisite_id, payee_version, external_id, is_sbp, amount,
    rate, amount_usdt, fee_bp, reward_bp, held, callback_url, return_url, created_at, expires_at)
  select id, trader_id, v_numbers[place], merchant_id, v_numbers[v_count + place], requisite_id, payee_version, external_id, is_sbp, amount,
    rate, amount_usdt, fee_bp, reward_bp, amount_usdt, callback_url, return_url, created_at, expires_at
  from unnest(p_ids, p_traders, p_merchants, p_requisites, p_payee_versions, p_external_ids, p_are_sbp, p_amounts, p_rates,
    p_amounts_usdt, p_fees, p_rewards, p_callback_urls, p_return_urls, p_created_at, p_expires_at) with ordinality
    as issued (id, trader_id, merchant_id, requisite_id, payee_version, external_id, is_sbp, amount, rate,
      amount_usdt, fee_bp, reward_bp, callback_url, return_url, created_at, expires_at, place);

  insert into order_status_change (order_id, n, status, actor, created_at)
  select id, 1, 'ACTIVE', 'merchant', at from unnest(p_ids, p_created_at) as issued (id, at);

  insert into outbox (kind, object_id, owners, numbers, was, amount, created_at)
  select 'order.active', id, array[trader_id, merchant_id], array[v_numbers[place], v_numbers[v_count + place]], null, amount, at
  from unnest(p_ids, p_traders, p_merchants, p_amounts, p_created_at) with ordinality
    as issued (id, trader_id, merchant_id, amount, at, place)
  order by place;

  -- Under the locks, and with its own rows: what this statement does not see comes after it, and waits.
  select exists (
    select from unnest(p_ids, p_requisites, p_amounts) as issued (id, requisite_id, amount)
    join orders o on o.requisite_id = issued.requisite_id and o.amount = issued.amount
      and order_over_at(o.status, o.expires_at, o.paid_at) > p_amounts_kept_since
    where o.id <> issued.id
  ), (
    select merchant_limit_reached(merchant_id, 0, 0, at)
    from (select merchant_id, max(at) as at from unnest(p_merchants, p_created_at) as issued (merchant_id, at) group by 1) as issued
    join merchant_limit using (merchant_id)
    where merchant_limit_reached(merchant_id, 0, 0, at) is not null limit 1
  ) into v_is_kept, v_limit;
  if v_alike is not null and not v_is_kept then
    select exists (
      select from unnest(p_ids, p_requisites, p_amounts) as issued (id, requisite_id, amount)
      join requisite own on own.id = issued.requisite_id
      join requisite other on other.cabinet_id = own.cabinet_id and other.bank_id = own.bank_id
      join orders o on o.requisite_id = other.id and o.amount = issued.amount
        and order_over_at(o.status, o.expires_at, o.paid_at) > p_amounts_kept_since
      where issued.requisite_id = any (v_alike) and other.id <> own.id
    ) into v_is_kept;
  end if;
  if v_is_kept then
    raise exception 'Another order keeps the amount' using constraint = 'order_amount_taken';
  end if;
  if v_limit is not null then
    raise exception 'The merchant is beyond a limit: %', v_limit using constraint = 'merchant_limit_' || v_limit;
  end if;
  v_step := set_config('kantor.step', 'off', true);
end $$;

-- Moves orders from the status in which they are locked to another: history, counters of their requisites, and outbox.
create or replace function orders_move(
  p_ids uuid[], p_from order_status[], p_to order_status[], p_actors actor[], p_at timestamptz[], p_held bigint[], p_paid bigint[]
) returns void language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_count      integer;
  v_requisites uuid[];
  v_step       text := set_config('kantor.step', 'on', true);
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
  v_step := set_config('kantor.step', 'off', true);
end $$;

-- They act as their owner, and find their tables where they are themselves (284).
do $$ begin
  execute format('alter function orders_issue(uuid[], uuid[], uuid[], uuid[], integer[], text[], boolean[], bigint[], bigint[], bigint[],
    integer[], integer[], text[], timestamptz[], timestamptz[], timestamptz, text[]) set search_path = %I, pg_temp', current_schema());
  execute format('alter function orders_move(uuid[], order_status[], order_status[], actor[], timestamptz[], bigint[], bigint[])
    set search_path = %I, pg_temp', current_schema());
end $$;

drop function orders_assert_amount_free(uuid[], bigint[], timestamptz);

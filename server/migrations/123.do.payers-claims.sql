-- Where the payment page leads back to (decision 78), and what a payer says there (decision 79).

-- The shop's own page; null: the payment page leads nowhere.
alter table orders add column return_url text;

-- As before, with the shops' pages. Without them, as a process of the version before calls it, they are null.
drop function orders_issue(
  uuid[], uuid[], uuid[], uuid[], integer[], text[], boolean[], bigint[], bigint[], bigint[], integer[], integer[], text[],
  timestamptz[], timestamptz[], timestamptz
);
create function orders_issue(
  p_ids uuid[], p_merchants uuid[], p_traders uuid[], p_requisites uuid[], p_payee_versions integer[], p_external_ids text[],
  p_are_sbp boolean[], p_amounts bigint[], p_rates bigint[], p_amounts_usdt bigint[], p_fees integer[], p_rewards integer[],
  p_callback_urls text[], p_created_at timestamptz[], p_expires_at timestamptz[], p_amounts_kept_since timestamptz,
  p_return_urls text[] default null
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

  select merchant_limit_reached(merchant_id, 0, 0, at) into v_limit
  from (select merchant_id, max(at) as at from unnest(p_merchants, p_created_at) as issued (merchant_id, at) group by 1) as issued
  join merchant_limit using (merchant_id)
  where merchant_limit_reached(merchant_id, 0, 0, at) is not null limit 1;
  if v_limit is not null then
    raise exception 'The merchant is beyond a limit: %', v_limit using constraint = 'merchant_limit_' || v_limit;
  end if;
end $$;

-- What a payer says of their payment, once an order: evidence, never a proof. No step of an order reads it.
create table payer_claim (
  order_id    uuid primary key references orders,
  -- All three as typed by a stranger; empty: not told.
  sender_name text not null check (length(sender_name) <= 60),
  -- Of the card or account that the money was sent from.
  last_four   text not null check (last_four ~ '^(\d{4})?$'),
  comment     text not null check (length(comment) <= 500),
  made_at     timestamptz not null
);

-- The receipts of a claim, in the order in which they came.
create table payer_claim_file (
  file_id  uuid primary key references stored_file,
  order_id uuid not null references payer_claim,
  n        smallint not null check (n between 1 and 3),
  unique (order_id, n)
);

-- The platform stops the traffic of an account: a trader's is off and cannot be switched on, a merchant is issued no orders. What is
-- under way goes on.
alter table account
  add column traffic_stopped_at  timestamptz,
  -- For its owner to read.
  add column traffic_stop_reason text check (length(traffic_stop_reason) between 1 and 500),
  add constraint account_traffic_stop_whole check ((traffic_stopped_at is null) = (traffic_stop_reason is null)),
  add constraint account_traffic_stopped check (traffic_stopped_at is null or (role <> 'operator' and not traffic_on));

-- What shops asked for, by the hour: how many orders of each sum a requisite was looked for, whether one was found or not. Each process
-- counts in memory and adds up every few seconds, so that issuing an order writes nothing more; a day is kept.
create table order_demand (
  -- The beginning of the hour.
  hour    timestamptz not null,
  is_sbp  boolean not null,
  -- 0: any bank would do.
  bank_id smallint not null,
  -- Kopecks. Limits are whole roubles, so that a sum with kopecks stands for all sums between the same two roubles: it ends with 50.
  amount  bigint not null check (amount > 0 and amount % 50 = 0),
  n       bigint not null check (n > 0),
  primary key (hour, is_sbp, bank_id, amount)
);

-- From when on everything is counted.
create table order_demand_since (
  only_row boolean primary key default true check (only_row),
  since    timestamptz not null
);
insert into order_demand_since (since) select case when exists (select from orders) then now() else '2000-01-01' end;

-- The smallest UUIDv7 of a moment.
create function first_id_at(p_at timestamptz) returns uuid language sql immutable as $$
  select (left(hex, 8) || '-' || right(hex, 4) || '-7000-8000-000000000000')::uuid
  from lpad(to_hex(floor(extract(epoch from p_at) * 1000)::bigint), 12, '0') as hex
$$;

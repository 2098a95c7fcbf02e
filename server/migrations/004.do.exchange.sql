-- Rates, banks, the traders' cabinets and requisites.

-- RUB for 1 USDT in 1/10000 of a rouble; the newest row is in force.
create table rate (
  id         bigint generated always as identity primary key,
  value      bigint not null check (value > 0),
  source     text not null,
  created_at timestamptz not null
);

create table bank (
  id         smallint primary key,
  name       text not null unique,
  short_name text not null unique
);
insert into bank (id, name, short_name) values
  (1, 'Сбербанк', 'Сбер'), (2, 'Т-Банк', 'Т-Банк'), (3, 'Альфа-Банк', 'Альфа'), (4, 'ВТБ', 'ВТБ'),
  (5, 'Райффайзен Банк', 'Райфф'), (6, 'Газпромбанк', 'Газпром'), (7, 'Озон Банк', 'Озон'), (8, 'Яндекс Банк', 'Яндекс'),
  (9, 'Совкомбанк', 'Совком'), (10, 'Почта Банк', 'Почта'), (11, 'МТС Банк', 'МТС'), (12, 'Россельхозбанк', 'РСХБ');

-- A phone that receives the bank's messages.
create table cabinet (
  id                 uuid primary key,
  trader_id          uuid not null references users,
  device_name        text not null,
  phone              text not null default '',
  is_active          boolean not null default false,
  blocked_forever_at timestamptz,
  created_at         timestamptz not null,
  check (blocked_forever_at is null or not is_active)
);
create index cabinet_trader on cabinet (trader_id, id);

-- A bank account or card that receives roubles. In a limit, 0 means no limit.
create table requisite (
  id                   uuid primary key,
  trader_id            uuid not null references users,
  cabinet_id           uuid references cabinet,
  bank_id              smallint not null references bank,
  name                 text not null default '',
  fio                  text not null default '',
  phone                text not null default '',
  bank_account         text not null default '',
  last_4_digits_card   text not null default '' check (last_4_digits_card ~ '^([0-9]{4})?$'),
  is_sbp               boolean not null default false,
  is_c2c               boolean not null default false,
  -- Minutes between two orders.
  interval_minutes     integer not null default 0 check (interval_minutes >= 0),
  -- Kopecks.
  min_amount           bigint not null default 0 check (min_amount >= 0),
  max_amount           bigint not null default 0 check (max_amount >= 0),
  max_deals            integer not null default 0 check (max_deals >= 0),
  max_current_deals    integer not null default 0 check (max_current_deals >= 0),
  -- Moscow time; used only while work_on_time is set.
  work_on_time         boolean not null default false,
  time_up              time,
  time_down            time,
  is_active            boolean not null default false,
  archived_at          timestamptz,
  created_at           timestamptz not null,
  -- Counters, kept in the transactions of the orders. The gates of issuing read them from this row, which is locked, so
  -- that two orders cannot both pass on one free place.
  active_orders        integer not null default 0 check (active_orders >= 0),
  -- Orders issued and not lost, and kopecks closed, since the last reset.
  current_deals_count  integer not null default 0 check (current_deals_count >= 0),
  sum_deals            bigint not null default 0 check (sum_deals >= 0),
  -- Closed orders: all time, and on `today`, a day in Moscow.
  total_deals_count    integer not null default 0 check (total_deals_count >= 0),
  total_deals_amount   bigint not null default 0 check (total_deals_amount >= 0),
  today                date not null default '-infinity',
  today_deals_amount   bigint not null default 0 check (today_deals_amount >= 0),
  reset_at             timestamptz not null default '-infinity',
  last_order_at        timestamptz not null default '-infinity',
  check (archived_at is null or not is_active)
) with (fillfactor = 50);
create index requisite_trader on requisite (trader_id, id);
create index requisite_cabinet on requisite (cabinet_id);
-- Issuing walks the working requisites from the least recently used one and stops at the first that passes.
create index requisite_queue on requisite (last_order_at, id) where is_active;

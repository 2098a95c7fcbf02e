-- The reversal of closed orders, the adjustment of accounts, and the two operators whom each takes.

-- A reversed order stays closed. Kopecks that were taken back, when and why.
alter table orders
  add column reversed_amount bigint check (reversed_amount > 0),
  add column reversed_at timestamptz,
  add column reversal_reason text,
  add constraint orders_reversed check (reversed_amount is null or status = 'CLOSED'),
  add constraint orders_reversal_whole check (num_nulls(reversed_amount, reversed_at, reversal_reason) in (0, 3));

create table correction (
  id          uuid primary key,
  kind        text not null check (kind in ('reversal', 'adjustment')),
  -- Of a reversal: the order, and kopecks of what was paid.
  order_id    uuid references orders,
  amount      bigint check (amount > 0),
  -- Of an adjustment: micro-USDT, plus or minus, between a user's account and one of the platform's.
  user_id     uuid references users,
  account     text check (account in ('available', 'earned', 'owed')),
  against     text check (against in ('revenue', 'custody')),
  amount_usdt bigint check (amount_usdt <> 0),
  reason      text not null check (length(reason) between 1 and 500),
  status      text not null default 'WAITING' check (status in ('WAITING', 'ACCEPTED', 'WITHDRAWN', 'LAPSED')),
  proposed_by uuid not null references users,
  created_at  timestamptz not null,
  lapses_at   timestamptz not null check (lapses_at > created_at),
  -- Nobody decides that it lapses.
  decided_by  uuid references users,
  decided_at  timestamptz,
  check (case kind
    when 'reversal' then num_nulls(order_id, amount) = 0 and num_nonnulls(user_id, account, against, amount_usdt) = 0
    else num_nonnulls(order_id, amount) = 0 and num_nulls(user_id, account, against, amount_usdt) = 0 end),
  -- A debt can be forgiven; it grows by what a posting takes.
  check (account <> 'owed' or amount_usdt > 0),
  check ((status = 'WAITING') = (decided_at is null)),
  check ((status in ('ACCEPTED', 'WITHDRAWN')) = (decided_by is not null)),
  -- The second pair of eyes.
  constraint correction_two_operators check (status <> 'ACCEPTED' or decided_by <> proposed_by),
  check (status <> 'ACCEPTED' or decided_at < lapses_at)
);
-- A closing is reversed once, and one reversal of it waits at a time.
create unique index correction_one_reversal on correction (order_id) where status in ('WAITING', 'ACCEPTED');
create index correction_waiting on correction (id) where status = 'WAITING';

-- Answers that are kept for repeats of a request have what all answers have.
update idempotency_key
set answer = answer::jsonb || '{"reversed_amount": null, "reversed_at": null, "reversal_reason": null}'
where answer like '%"requisite"%' and answer::jsonb ? 'requisite';

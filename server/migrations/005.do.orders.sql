create type order_status as enum ('ACTIVE', 'CLOSED', 'EXPIRED', 'APPEAL', 'DECLINED');
create type actor as enum ('trader', 'merchant', 'operator', 'device', 'timer');

create table orders (
  id           uuid primary key,
  merchant_id  uuid not null references users,
  -- The place in the merchant's and in the trader's list.
  merchant_seq bigint not null,
  trader_id    uuid not null references users,
  trader_seq   bigint not null,
  requisite_id uuid not null references requisite,
  external_id  text not null,
  is_sbp       boolean not null,
  -- Kopecks.
  amount       bigint not null check (amount > 0),
  -- RUB for 1 USDT in 1/10000 of a rouble, and micro-USDT: fixed at creation.
  rate         bigint not null check (rate > 0),
  amount_usdt  bigint not null check (amount_usdt > 0),
  -- Basis points, copied at creation.
  fee_bp       integer not null check (fee_bp between 0 and 10000),
  reward_bp    integer not null check (reward_bp between 0 and fee_bp),
  status       order_status not null default 'ACTIVE',
  -- What the trader's `held` account holds for this order now: all or nothing.
  held         bigint not null check (held in (0, amount_usdt)),
  callback_url text,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  paid_at      timestamptz,
  check (status <> 'ACTIVE' or held = amount_usdt),
  check (status not in ('CLOSED', 'EXPIRED', 'DECLINED') or held = 0),
  check ((status = 'CLOSED') = (paid_at is not null)),
  unique (merchant_id, external_id),
  unique (merchant_id, merchant_seq),
  unique (trader_id, trader_seq)
) with (fillfactor = 80);
-- Filters by status, and search by the beginning of an id.
create index orders_merchant_status on orders (merchant_id, status, merchant_seq);
create index orders_trader_status on orders (trader_id, status, trader_seq);
create index orders_merchant_id on orders (merchant_id, id);
create index orders_trader_id on orders (trader_id, id);
create index orders_requisite on orders (requisite_id, id);
create index orders_short_name on orders (upper(right(id::text, 8)));
create index orders_expiring on orders (expires_at) where status = 'ACTIVE';

create table order_status_change (
  order_id   uuid not null references orders,
  n          smallint not null check (n > 0),
  status     order_status not null,
  actor      actor not null,
  created_at timestamptz not null,
  primary key (order_id, n)
);

-- One amount on one requisite belongs to one order at a time, and for a while after it: banks send late and double
-- messages, and two orders of one amount on one requisite could not be told apart.
create table amount_slot (
  requisite_id uuid not null references requisite,
  amount       bigint not null,
  order_id     uuid not null references orders,
  held_until   timestamptz not null,
  primary key (requisite_id, amount)
);
create index amount_slot_free on amount_slot (held_until);

-- Why orders were not issued: a counter per day, merchant and gate.
create table issue_refusal (
  day         date not null,
  merchant_id uuid not null references users,
  gate        text not null,
  n           bigint not null default 1,
  primary key (day, merchant_id, gate)
);

-- What people upload. The bytes are in the file store under the id; the row says whose they are and what they are.
create table stored_file (
  id         uuid primary key,
  owner_id   uuid not null references users,
  -- As the person called it: shown, and never used as a path.
  name       text not null check (length(name) between 1 and 255),
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'application/pdf')),
  size       integer not null check (size > 0),
  created_at timestamptz not null
);

create type appeal_status as enum ('OPEN', 'PROCESSED', 'CLOSED');

create table appeal (
  id           uuid primary key,
  order_id     uuid not null references orders,
  merchant_id  uuid not null references users,
  merchant_seq bigint not null,
  trader_id    uuid not null references users,
  trader_seq   bigint not null,
  -- Kopecks that the merchant says were paid.
  amount       bigint not null check (amount > 0),
  status       appeal_status not null default 'OPEN',
  -- Where the order returns when the appeal is declined.
  order_status order_status not null check (order_status in ('ACTIVE', 'EXPIRED', 'DECLINED')),
  -- The receipt.
  file_id      uuid references stored_file,
  created_at   timestamptz not null,
  processed_at timestamptz,
  check ((status = 'OPEN') = (processed_at is null)),
  unique (merchant_id, merchant_seq),
  unique (trader_id, trader_seq)
);
create index appeal_order on appeal (order_id, id);
create unique index appeal_one_open on appeal (order_id) where status = 'OPEN';

-- What happened, for whoever must be told: screens, webhooks, jobs. Written in the transaction that did it, read by
-- position: (xid, id) below the oldest running transaction can no longer change.
create table outbox (
  id         bigint generated always as identity primary key,
  xid        xid8 not null default pg_current_xact_id(),
  kind       text not null,
  object_id  uuid not null,
  owners     uuid[] not null,
  created_at timestamptz not null
);
create index outbox_position on outbox (xid, id);
create index outbox_age on outbox (created_at);

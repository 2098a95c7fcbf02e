-- What phones report, and what arrives from the chain. Every list is numbered densely per trader.

-- A phone is paired by a one-time token in a QR code; only its hash is kept.
create table pairing_token (
  hash       bytea primary key check (length(hash) = 32),
  cabinet_id uuid not null references cabinet,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index pairing_token_expired on pairing_token (expires_at);

create table device_ping (
  id         uuid primary key,
  trader_id  uuid not null references users,
  trader_seq bigint not null,
  cabinet_id uuid not null references cabinet,
  text       text not null,
  created_at timestamptz not null,
  unique (trader_id, trader_seq)
);

create table notification (
  id            uuid primary key,
  trader_id     uuid not null references users,
  trader_seq    bigint not null,
  cabinet_id    uuid not null references cabinet,
  -- The phone's own number of the message: a repeat changes nothing.
  message_id    text not null,
  phone         text not null,
  application   text not null,
  text          text not null,
  -- What the phone sent, as it was.
  plain_request text not null,
  order_id      uuid references orders,
  created_at    timestamptz not null,
  unique (trader_id, trader_seq),
  unique (cabinet_id, message_id)
);

create table chain_deposit (
  id           uuid primary key,
  trader_id    uuid not null references users,
  trader_seq   bigint not null,
  tx_hash      text not null,
  log_index    integer not null check (log_index >= 0),
  -- Micro-USDT.
  amount       bigint not null check (amount > 0),
  block_number bigint not null check (block_number >= 0),
  -- The transaction as the chain has it, JSON.
  raw_data     text not null,
  created_at   timestamptz not null,
  unique (tx_hash, log_index),
  unique (trader_id, trader_seq)
);

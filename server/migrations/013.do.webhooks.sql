-- Messages to merchants' servers of what happened to their orders, payouts, withdrawals and appeals.

-- How far each lasting reader of the outbox has come, written in the transaction of what the reader made of the events. What
-- the slowest has not read is not forgotten.
create table outbox_reader (
  name text primary key,
  xid  xid8 not null,
  id   bigint not null
);
-- From now on: no message of what happened before there were messages.
insert into outbox_reader (name, xid, id) values ('webhooks', pg_snapshot_xmin(pg_current_snapshot()), 0);

-- Where a merchant wants messages. No row: nowhere yet. No secret is kept: it is derived from the server's secret, the
-- merchant and the version (modules/webhooks/secrets.ts).
create table webhook_endpoint (
  merchant_id         uuid primary key references users,
  url                 text not null check (length(url) <= 2048),
  is_active           boolean not null,
  -- When the address was given; what happened before is not sent there.
  since               timestamptz not null,
  secret_version      integer not null default 1 check (secret_version > 0),
  -- Until then the version before signs too.
  former_secret_until timestamptz,
  check (former_secret_until is null or secret_version > 1)
);

create type webhook_status as enum ('PENDING', 'DELIVERED', 'DEAD');

create table webhook (
  id              uuid primary key,
  merchant_id     uuid not null references users,
  merchant_seq    bigint not null,
  -- The row of the outbox: an event makes one message, whoever reads it again.
  event_id        bigint not null unique,
  type            text not null,
  object_id       uuid not null,
  -- The address of the order alone; null: wherever the merchant's endpoint is at the time of sending.
  callback_url    text,
  to_endpoint     boolean not null generated always as (callback_url is null) stored,
  -- Where it was sent last, or would have been when it was made.
  url             text not null,
  -- What is sent, to the letter.
  body            text not null,
  status          webhook_status not null default 'PENDING',
  -- In all, and since it was made or sent again by hand.
  attempts        integer not null default 0 check (attempts >= 0),
  tries           integer not null default 0 check (tries between 0 and attempts),
  created_at      timestamptz not null,
  -- After that it is not tried again.
  give_up_at      timestamptz not null,
  -- Null while it is finished, or an earlier message of the object is not.
  next_attempt_at timestamptz,
  -- While a worker sends it: until then no other does.
  leased_until    timestamptz,
  delivered_at    timestamptz,
  unique (merchant_id, merchant_seq),
  check ((status = 'DELIVERED') = (delivered_at is not null)),
  check (status = 'PENDING' or (next_attempt_at is null and leased_until is null))
) with (fillfactor = 70);
-- What a worker looks for, merchant by merchant, so that one with a long queue is not in the way of others.
create index webhook_due on webhook (merchant_id, to_endpoint, next_attempt_at) where status = 'PENDING';
create index webhook_under_way on webhook (merchant_id, to_endpoint) where leased_until is not null;
create index webhook_unfinished on webhook (object_id, merchant_seq) where status = 'PENDING';
create index webhook_giving_up on webhook (give_up_at) where status = 'PENDING';
create index webhook_dead on webhook (id) where status = 'DEAD';

create table webhook_attempt (
  webhook_id      uuid not null references webhook,
  n               integer not null check (n > 0),
  started_at      timestamptz not null,
  -- Milliseconds.
  duration        integer not null check (duration >= 0),
  -- Null: there was no answer.
  response_status integer,
  -- The beginning of the answer.
  response_body   text not null,
  -- A sentence for the merchant; empty: the message was delivered.
  error           text not null,
  primary key (webhook_id, n)
);

-- How an endpoint does, counted as attempts are recorded: nobody walks attempts for it.

-- Attempts of ten minutes, by outcome and by how long the answer took. Kept for two days.
create table webhook_pulse (
  endpoint_id  uuid not null references webhook_endpoint,
  slot         timestamptz not null,
  is_delivered boolean not null,
  -- Steps of a tenth (modules/webhooks/rules.ts); 0: there was no answer.
  step         smallint not null check (step >= 0),
  n            integer not null check (n > 0),
  primary key (endpoint_id, slot, is_delivered, step)
);

create table webhook_health (
  endpoint_id    uuid primary key references webhook_endpoint,
  last_failed_at timestamptz not null,
  last_status    integer,
  -- A sentence for the merchant.
  last_error     text not null,
  -- The first failure since the last success; null: it does well, or its owner has switched it off.
  failing_since  timestamptz,
  -- When its merchant was told of that, until they are told that it is over.
  told_at        timestamptz
);
create index webhook_failing on webhook_health (failing_since) where failing_since is not null;
create index webhook_told on webhook_health (endpoint_id) where told_at is not null;

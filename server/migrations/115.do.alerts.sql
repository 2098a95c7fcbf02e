-- Alerts: what calls a person who does not look at a screen, on their devices (Web Push) and in Telegram.

-- Between the two, in minutes of the day in Moscow, nothing calls. They may lie on both sides of midnight.
create table alert_quiet_hours (
  person_id uuid primary key references person,
  from_minute smallint not null check (from_minute between 0 and 1439),
  to_minute   smallint not null check (to_minute between 0 and 1439),
  check (from_minute <> to_minute)
);

-- What a person has chosen otherwise than usual, by the kind of alerts (contract/src/plain/alerts.ts).
create table alert_choice (
  person_id uuid not null references person,
  kind      text not null check (length(kind) between 1 and 50),
  is_on     boolean not null,
  sounds    boolean not null,
  primary key (person_id, kind)
);

-- The server's pair of keys for Web Push (VAPID), made at the first start.
create table push_key (
  only_row   boolean primary key default true check (only_row),
  public_key bytea not null check (length(public_key) = 65),
  -- The private one, sealed with a key of the server's: not to be read from a dump.
  sealed     bytea not null,
  created_at timestamptz not null
);

-- Where a person is called: a browser's subscription, which ends with the session it was made in, or a chat with the bot.
create table alert_channel (
  id          uuid primary key,
  kind        text not null check (kind in ('push', 'telegram')),
  person_id   uuid not null references person,
  account_id  uuid not null references account,
  -- What the person was in the account: in another role they are not called by it any more.
  member_role text not null,
  session_id  uuid references session on delete cascade,
  -- The push service's address of the subscription: whoever has it first given up, another person of the browser takes it over.
  endpoint    text unique check (length(endpoint) between 10 and 1000),
  p256dh      bytea check (length(p256dh) = 65),
  auth        bytea check (length(auth) = 16),
  chat_id     bigint,
  created_at  timestamptz not null,
  check (case kind
    when 'push' then num_nulls(session_id, endpoint, p256dh, auth) = 0 and chat_id is null
    else chat_id is not null and num_nonnulls(session_id, endpoint, p256dh, auth) = 0 end)
);
create index alert_channel_account on alert_channel (account_id);
create index alert_channel_person on alert_channel (person_id);
create index alert_channel_session on alert_channel (session_id) where session_id is not null;
create unique index alert_channel_telegram on alert_channel (person_id, account_id) where kind = 'telegram';
create index alert_channel_chat on alert_channel (chat_id) where chat_id is not null;

-- One alert on its way to one channel. It goes when it has arrived, when it is too late, and when what it is about is over.
create table alert_delivery (
  id              uuid primary key,
  channel_id      uuid not null references alert_channel on delete cascade,
  kind            text not null check (length(kind) between 1 and 50),
  object_id       uuid not null,
  -- Kopecks.
  sum             bigint,
  sounds          boolean not null,
  created_at      timestamptz not null,
  next_attempt_at timestamptz not null,
  -- Later it is of no use.
  expires_at      timestamptz not null,
  leased_until    timestamptz,
  tries           smallint not null default 0
);
create index alert_delivery_due on alert_delivery (next_attempt_at);
create index alert_delivery_channel on alert_delivery (channel_id);
create index alert_delivery_expires on alert_delivery (expires_at);

-- A code that links a chat to a person in an account: once, for some minutes. The hash takes a key of the server's.
create table telegram_code (
  hash        bytea primary key check (length(hash) = 32),
  person_id   uuid not null references person,
  account_id  uuid not null references account,
  member_role text not null,
  expires_at  timestamptz not null
);

-- The bot: what it is called, which of its updates comes next, and which worker asks for them.
create table telegram_bot (
  only_row     boolean primary key default true check (only_row),
  username     text check (length(username) between 1 and 100),
  next_update  bigint not null default 0,
  leased_until timestamptz
);
insert into telegram_bot default values;

-- From now on: nobody is called about what happened before.
lock table outbox;
insert into outbox_reader (name, xid, id, high_id, system_identifier)
select 'alerts', pg_snapshot_xmin(pg_current_snapshot()), 0, (select coalesce(max(id), 0) from outbox), control.system_identifier
from pg_control_system() as control;

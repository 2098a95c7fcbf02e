-- Sessions say why they ended, and ask for the password again before what outlives them.

alter table session
  -- Null: it has not ended, or ended before reasons were kept.
  add column end_reason text check (end_reason in ('signed_out', 'theft', 'password', 'blocked', 'crowded_out')),
  add constraint session_ended check (end_reason is null or revoked_at is not null);
-- Takes the place of the index of all sessions of a user.
drop index session_of_user;
create index session_alive on session (user_id, created_at, id) where revoked_at is null;

-- The password was given again, in a session and for one purpose. Only the hash of the token is kept.
create table step_up (
  session_id uuid not null references session on delete cascade,
  purpose    text not null check (purpose in ('keys', 'phones', 'wallets', 'withdrawals', 'webhooks')),
  hash       bytea not null check (length(hash) = 32),
  expires_at timestamptz not null,
  primary key (session_id, purpose)
);

-- Why an API key or a phone ended.
alter table api_key
  add column end_reason text check (end_reason in ('revoked', 'password', 'blocked')),
  add constraint api_key_ended check (end_reason is null or revoked_at is not null);
alter table device
  add column end_reason text check (end_reason in ('replaced', 'cabinet_blocked', 'password', 'blocked')),
  add constraint device_ended check (end_reason is null or ended_at is not null);
-- What the trader is told until another phone is connected.
alter table cabinet
  add column phone_ended_at timestamptz,
  add column phone_end_reason text check (phone_end_reason in ('password', 'blocked')),
  add constraint cabinet_phone_ended check ((phone_ended_at is null) = (phone_end_reason is null));

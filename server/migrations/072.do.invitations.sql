-- An owner invites somebody by a link: it is good once, for a time, and for one role. Only the hash of its token is kept.

create table invitation (
  id           uuid primary key,
  account_id   uuid not null,
  account_role account_role not null,
  role         text not null,
  token_hash   bytea not null unique check (length(token_hash) = 32),
  invited_by   uuid not null references person,
  created_at   timestamptz not null,
  expires_at   timestamptz not null check (expires_at > created_at),
  -- Null while it may be used.
  ended_at     timestamptz,
  -- Who used it; null: it was revoked.
  accepted_by  uuid references person,
  foreign key (account_id, account_role) references account (id, role),
  check (accepted_by is null or ended_at is not null),
  constraint invitation_role check (case account_role
    when 'trader' then role in ('owner', 'shift')
    when 'merchant' then role in ('owner', 'finance', 'support', 'developer', 'viewer')
    when 'operator' then role in ('owner', 'operator', 'support', 'accountant') end)
);
create index invitation_of_account on invitation (account_id, created_at) where ended_at is null;

-- What only lasts while nobody else may let people in.
alter table step_up drop constraint step_up_purpose_check, add constraint step_up_purpose_check
  check (purpose in ('keys', 'phones', 'wallets', 'withdrawals', 'webhooks', 'members'));

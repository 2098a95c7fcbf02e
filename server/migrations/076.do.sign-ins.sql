-- A person sees where they are signed in, and when they gave their password.

alter table session
  -- When and where it began or was last refreshed; null: before this was kept.
  add column seen_at    timestamptz,
  add column address    text check (length(address) between 1 and 100),
  add column user_agent text check (length(user_agent) <= 300),
  drop constraint session_end_reason_check,
  add constraint session_end_reason_check check (end_reason in ('signed_out', 'theft', 'password', 'blocked', 'crowded_out',
    'removed', 'ended', 'second_factor'));

-- Null: before this was kept.
alter table person add column password_changed_at timestamptz;

-- What is proven anew has more purposes.
alter table step_up
  drop constraint step_up_purpose_check,
  add constraint step_up_purpose_check check (purpose in ('keys', 'phones', 'wallets', 'withdrawals', 'payouts', 'webhooks',
    'requisites', 'members', 'password'));

-- What a key opens, from where, until when, and in which world. The keys of yesterday open what there was to open then.
alter table api_key
  add column scopes text[] not null default '{orders,payouts,read}'
    check (cardinality(scopes) between 1 and 4 and scopes <@ '{orders,payouts,withdrawals,read}'),
  -- Empty: from anywhere.
  add column addresses cidr[] not null default '{}'
    check (cardinality(addresses) <= 20 and array_position(addresses, null) is null),
  add column is_test boolean not null default false,
  add column expires_at timestamptz,
  -- Once a minute at most: no request waits for it.
  add column last_used_at timestamptz,
  add constraint api_key_expires check (expires_at > created_at);
alter table api_key alter column scopes drop default, alter column addresses drop default, alter column is_test drop default;

-- Keys whose end their merchant is told of.
create index api_key_expiring on api_key (merchant_id, expires_at) where revoked_at is null and expires_at is not null;

-- Who uses the marketplace, how they sign in, and what they are charged.

create type user_role as enum ('trader', 'merchant', 'operator');

create table users (
  id            uuid primary key,
  role          user_role not null,
  username      text not null check (length(username) between 3 and 150),
  password_hash text not null,
  payout_enable boolean not null default false,
  -- A trader's deposit address on TRON.
  wallet        text not null default '',
  -- Basis points of an order: what a merchant pays, what a trader earns.
  fee_bp        integer not null default 0 check (fee_bp between 0 and 10000),
  reward_bp     integer not null default 0 check (reward_bp between 0 and 10000),
  traffic_on    boolean not null default false,
  blocked_at    timestamptz,
  created_at    timestamptz not null,
  check (role = 'trader' or (not traffic_on and reward_bp = 0)),
  check (role = 'merchant' or fee_bp = 0)
);
create unique index users_username on users (lower(username));

-- A sign-in. All refresh tokens of one sign-in are a family: they live and die together.
create table session (
  id         uuid primary key,
  user_id    uuid not null references users,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index session_of_user on session (user_id);

-- Only hashes are kept. A token that was replaced stays, so that its second use is recognised.
create table refresh_token (
  hash        bytea primary key check (length(hash) = 32),
  session_id  uuid not null references session on delete cascade,
  expires_at  timestamptz not null,
  replaced_at timestamptz
);
create index refresh_token_session on refresh_token (session_id);
create index refresh_token_expired on refresh_token (expires_at);

-- Keys of merchants' servers; shown once, kept as a hash.
create table api_key (
  id          uuid primary key,
  merchant_id uuid not null references users,
  name        text not null,
  hash        bytea not null unique check (length(hash) = 32),
  created_at  timestamptz not null,
  revoked_at  timestamptz
);
create index api_key_merchant on api_key (merchant_id);

-- The table of rate-limiter-flexible (sign-in attempts by name and by address, shared by all processes).
create table rate_limit (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- What a merchant's server was answered under an Idempotency-Key. Written in the transaction of the effect itself.
create table idempotency_key (
  owner_id     uuid not null references users,
  key          text not null check (length(key) between 1 and 255),
  request_hash bytea not null check (length(request_hash) = 32),
  answer       text not null,
  created_at   timestamptz not null,
  primary key (owner_id, key)
);
create index idempotency_key_created on idempotency_key (created_at);

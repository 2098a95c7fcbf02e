-- Roubles that traders send for merchants, and USDT that leaves to merchants' wallets.

create type payout_status as enum ('OPEN', 'IN_WORK', 'DONE', 'CANCELLED');

create table payout (
  id           uuid primary key,
  merchant_id  uuid not null references users,
  merchant_seq bigint not null,
  -- Who has it in work, or did it.
  trader_id    uuid references users,
  -- Which of the trader's three places it takes while in work.
  work_place   smallint check (work_place between 1 and 3),
  -- The number among the trader's done ones.
  trader_seq   bigint,
  -- Kopecks, 1/10000 of a rouble for 1 USDT, micro-USDT, basis points: fixed at creation, the reward when taken.
  amount       bigint not null check (amount > 0),
  rate         bigint not null check (rate > 0),
  amount_usdt  bigint not null check (amount_usdt > 0),
  fee_bp       integer not null check (fee_bp between 0 and 10000),
  reward_bp    integer not null default 0 check (reward_bp between 0 and fee_bp),
  is_sbp       boolean not null,
  fio          text not null,
  phone        text not null,
  bank_account text not null,
  status       payout_status not null default 'OPEN',
  photo_id     uuid references stored_file,
  created_at   timestamptz not null,
  done_at      timestamptz,
  check (phone <> '' or bank_account <> ''),
  check ((status in ('IN_WORK', 'DONE')) = (trader_id is not null)),
  check ((status = 'IN_WORK') = (work_place is not null)),
  check ((status = 'DONE') = (trader_seq is not null)),
  check ((status in ('DONE', 'CANCELLED')) = (done_at is not null)),
  check (status <> 'DONE' or photo_id is not null),
  check (status in ('IN_WORK', 'DONE') or photo_id is null),
  unique (merchant_id, merchant_seq),
  unique (trader_id, trader_seq),
  -- At most three in work, whoever forgets to count.
  unique (trader_id, work_place)
);
create index payout_open on payout (id) where status = 'OPEN';

-- A merchant's TRON address, accepted as typed.
create table wallet (
  id          uuid primary key,
  merchant_id uuid not null references users,
  address     text not null,
  created_at  timestamptz not null
);
create index wallet_merchant on wallet (merchant_id, id);

create type withdrawal_status as enum ('OPEN', 'CLOSED');

create table withdrawal (
  id               uuid primary key,
  merchant_id      uuid not null references users,
  merchant_seq     bigint not null,
  wallet_id        uuid not null references wallet,
  -- Micro-USDT.
  amount_usdt      bigint not null check (amount_usdt > 0),
  status           withdrawal_status not null default 'OPEN',
  transaction_hash text,
  created_at       timestamptz not null,
  done_at          timestamptz,
  check ((status = 'CLOSED') = (done_at is not null)),
  check ((status = 'CLOSED') = (transaction_hash is not null)),
  unique (merchant_id, merchant_seq)
);
create index withdrawal_open on withdrawal (id) where status = 'OPEN';

-- The test world: what the servers of merchants make with test keys. It has tables of its own, so that nothing that counts, sums,
-- lists, searches or posts what is live can meet a row of it.
create table test_order (
  id           uuid primary key,
  merchant_id  uuid not null references account,
  external_id  text not null,
  is_sbp       boolean not null,
  bank_name    text not null,
  amount       bigint not null check (amount > 0),
  rate         bigint not null check (rate > 0),
  amount_usdt  bigint not null check (amount_usdt >= 0),
  fee_bp       integer not null check (fee_bp between 0 and 10000),
  status       text not null check (status in ('ACTIVE', 'APPEAL', 'CLOSED', 'DECLINED', 'EXPIRED')),
  callback_url text,
  created_at   timestamptz not null,
  expires_at   timestamptz not null check (expires_at > created_at),
  paid_at      timestamptz,
  payer_id     text,
  metadata     jsonb,
  unique (merchant_id, external_id),
  check ((status = 'CLOSED') = (paid_at is not null))
);
create index test_order_newest on test_order (merchant_id, id);
create index test_order_due on test_order (expires_at) where status = 'ACTIVE';
create index test_order_old on test_order (created_at);

create table test_payout (
  id              uuid primary key,
  merchant_id     uuid not null references account,
  external_id     text not null,
  is_sbp          boolean not null,
  fio             text not null,
  phone           text not null,
  bank_account    text not null,
  recipient_bank  text,
  amount          bigint not null check (amount > 0),
  rate            bigint not null check (rate > 0),
  amount_usdt     bigint not null check (amount_usdt >= 0),
  fee_bp          integer not null check (fee_bp between 0 and 10000),
  status          text not null check (status in ('OPEN', 'DONE', 'CANCELLED')),
  created_at      timestamptz not null,
  done_at         timestamptz,
  settlement      text check (settlement in ('contestable', 'contested', 'settled', 'returned')),
  contest_until   timestamptz,
  contested_at    timestamptz,
  contest_reason  text,
  settled_at      timestamptz,
  decision_reason text,
  payer_id        text,
  metadata        jsonb,
  unique (merchant_id, external_id),
  check ((status = 'OPEN') = (done_at is null)),
  check (status <> 'DONE' or settlement is not null),
  check ((settlement is null) = (contest_until is null)),
  check ((contested_at is null) = (contest_reason is null))
);
create index test_payout_newest on test_payout (merchant_id, id);
create index test_payout_due on test_payout (contest_until) where settlement = 'contestable';
create index test_payout_old on test_payout (created_at);

create table test_appeal (
  id           uuid primary key,
  order_id     uuid not null references test_order on delete cascade,
  merchant_id  uuid not null references account,
  amount       bigint not null check (amount > 0),
  paid_amount  bigint check (paid_amount > 0),
  status       text not null check (status in ('OPEN', 'PROCESSED', 'CLOSED')),
  -- What a declined appeal returns its order to.
  order_status text not null check (order_status in ('ACTIVE', 'DECLINED', 'EXPIRED')),
  decided_by   text not null check (decided_by in ('trader', 'merchant')),
  stage        text check (stage in ('trader', 'merchant', 'operator')),
  round        integer not null check (round between 1 and 3),
  answer_until timestamptz,
  file_name    text,
  created_at   timestamptz not null,
  processed_at timestamptz,
  -- As the API tells them, oldest first.
  steps        jsonb not null check (jsonb_typeof(steps) = 'array'),
  check ((status = 'OPEN') = (processed_at is null) and (status = 'OPEN') = (stage is not null)),
  check ((status = 'PROCESSED') = (paid_amount is not null))
);
create unique index test_appeal_open on test_appeal (order_id) where status = 'OPEN';
create index test_appeal_newest on test_appeal (merchant_id, id);
create index test_appeal_of_order on test_appeal (order_id);

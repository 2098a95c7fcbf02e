-- Payouts from a file: a merchant uploads a table, names its columns, sees what is wrong, and has payouts made of its rows.

-- A merchant's own terms of files.
create table payout_batch_setting (
  merchant_id  uuid primary key references account,
  -- Kopecks: above them a second member approves; null: never.
  second_above bigint check (second_above > 0),
  -- The heads of the columns as they were last named: { field: head }.
  heads        jsonb not null default '{}'
);

create table payout_batch (
  id             uuid primary key,
  merchant_id    uuid not null references account,
  file_name      text not null check (length(file_name) between 1 and 255),
  heads          text[] not null,
  -- { field: place from 0 }; as guessed until somebody has named them.
  columns        jsonb not null,
  state          text not null check (
    state in ('columns', 'checked', 'waiting', 'running', 'stopped', 'done', 'cancelled')),
  made_by        uuid not null references person,
  made_at        timestamptz not null,
  started_by     uuid references person,
  started_at     timestamptz,
  -- What whoever started it said of the rows with a warning.
  reason         text check (length(reason) between 1 and 1000),
  -- Kopecks of what was started, while it waits for a second member, or was approved by one.
  waiting_amount bigint check (waiting_amount > 0),
  approved_by    uuid references person,
  approved_at    timestamptz,
  -- What its payouts are made at, and since when: as it was shown to whoever agreed last.
  rate           bigint check (rate > 0),
  fee_bp         integer check (fee_bp between 0 and 10000),
  agreed_at      timestamptz,
  stop_reason    text check (stop_reason in ('person', 'rate', 'debt', 'disabled')),
  leased_until   timestamptz,
  ended_at       timestamptz,
  -- Personal data of rows that became no payouts have been forgotten.
  is_pruned      boolean not null default false,
  constraint payout_batch_started check (
    (started_by is null) = (started_at is null)
    and (started_by is not null or state in ('columns', 'checked', 'cancelled'))
    and (started_by is null or state not in ('columns', 'checked'))),
  -- Four eyes: never one of those who made and started it.
  constraint payout_batch_second check (
    (approved_by is null) = (approved_at is null)
    and (approved_by is null or (approved_by <> started_by and approved_by <> made_by))
    and (waiting_amount is null or approved_by is not null or state in ('waiting', 'cancelled'))
    and (state <> 'waiting' or (waiting_amount is not null and approved_by is null))),
  constraint payout_batch_terms check (
    (rate is null) = (fee_bp is null) and (rate is null) = (agreed_at is null)
    and (rate is not null) = (state in ('running', 'stopped', 'done'))),
  constraint payout_batch_stop check ((stop_reason is not null) = (state = 'stopped')),
  constraint payout_batch_lease check (leased_until is null or state = 'running'),
  constraint payout_batch_end check ((ended_at is not null) = (state in ('done', 'cancelled'))),
  constraint payout_batch_pruned check (not is_pruned or ended_at is not null)
);
create index payout_batch_merchant on payout_batch (merchant_id, id);
create index payout_batch_waiting on payout_batch (merchant_id) where state = 'waiting';
create index payout_batch_running on payout_batch (started_at) where state = 'running';
create index payout_batch_unpruned on payout_batch (made_at) where not is_pruned;

create table payout_batch_row (
  batch_id       uuid not null references payout_batch on delete cascade,
  -- From 1, without a gap.
  n              integer not null check (n between 1 and 5000),
  -- As the spreadsheet counts it.
  line           integer not null check (line >= 1),
  -- What stands in the file; forgotten when it is a payout, which has it.
  cells          jsonb,
  state          text not null check (
    state in ('read', 'bad', 'warned', 'good', 'queued', 'skipped', 'failed', 'done')),
  -- Kopecks.
  amount         bigint check (amount > 0),
  is_sbp         boolean,
  fio            text,
  phone          text,
  bank_account   text,
  recipient_bank text,
  external_id    text,
  -- Sentences.
  faults         text[] not null default '{}',
  warnings       text[] not null default '{}',
  payout_id      uuid unique references payout,
  primary key (batch_id, n),
  unique (batch_id, line),
  constraint payout_batch_row_done check (
    (state = 'done') = (payout_id is not null)
    and (state <> 'done' or (amount is not null and num_nonnulls(cells, fio, phone, bank_account, external_id) = 0))),
  -- What is to become a payout has all that one needs.
  constraint payout_batch_row_whole check (
    state not in ('warned', 'good', 'queued')
    or num_nonnulls(amount, is_sbp, fio, phone, bank_account) = 5),
  constraint payout_batch_row_faults check (
    (state in ('bad', 'failed')) = (cardinality(faults) > 0))
);
create index payout_batch_row_state on payout_batch_row (batch_id, state, n);

-- Its payout says which row it is of: that is the row's own key, under which there is one payout for ever.
alter table payout
  add column batch_id  uuid,
  add column batch_row integer,
  add constraint payout_batch_key unique (batch_id, batch_row),
  add constraint payout_batch_row foreign key (batch_id, batch_row) references payout_batch_row (batch_id, n),
  add constraint payout_of_batch check ((batch_id is null) = (batch_row is null));

-- The same person and sum of the last 30 days: a file's rows are compared with these.
create index payout_to_phone on payout (merchant_id, phone, amount) where phone <> '';
create index payout_to_account on payout (merchant_id, bank_account, amount) where bank_account <> '';

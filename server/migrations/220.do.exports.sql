-- Lists that people, and merchants' servers, take away as files.
create table export (
  id           uuid primary key,
  account_id   uuid not null references account,
  -- Whose it is; null: the merchant's server.
  person_id    uuid references person,
  list         text not null check (length(list) between 1 and 60),
  format       text not null check (format in ('csv', 'xlsx')),
  -- { object, filters, columns }, as they were sent and as the list has taken them.
  asked        jsonb not null,
  file_name    text not null check (length(file_name) between 1 and 120),
  state        text not null check (state in ('queued', 'running', 'done', 'failed', 'stopped')),
  -- Of the account's unfinished files: no two have the same.
  slot         smallint not null check (slot between 1 and 3),
  -- How often it was begun; each time of a new snapshot, and from its first row.
  attempts     smallint not null default 0 check (attempts between 0 and 3),
  -- Whoever makes it, until when they count as alive.
  lease        uuid,
  leased_until timestamptz,
  snapshot_at  timestamptz,
  rows_done    integer not null default 0 check (rows_done >= 0),
  rows_total   integer check (rows_total >= 0),
  size         bigint check (size >= 0),
  failure      text check (length(failure) between 1 and 500),
  created_at   timestamptz not null,
  ended_at     timestamptz,
  expires_at   timestamptz,
  constraint export_lease check ((lease is null) = (leased_until is null) and (lease is null or state = 'running')),
  constraint export_end check ((ended_at is not null) = (state in ('done', 'failed', 'stopped'))),
  constraint export_done check (
    (state = 'done') = (size is not null) and (state = 'done') = (expires_at is not null)
    and (state <> 'done' or (snapshot_at is not null and rows_total = rows_done))),
  constraint export_failure check ((failure is not null) = (state = 'failed'))
);
create unique index export_slot on export (account_id, slot) where state in ('queued', 'running');
create index export_owner on export (account_id, id);
create index export_due on export (created_at) where state in ('queued', 'running');
create index export_created on export (created_at);

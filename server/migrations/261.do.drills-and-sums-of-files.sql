-- What a file's bytes must be; null: it was stored before this was kept.
alter table stored_file add column sha256 bytea check (octet_length(sha256) = 32);

-- Restores that were tried; the newest row counts.
create table drill_told (
  id         bigint generated always as identity primary key,
  at         timestamptz not null,
  -- When the backup was made that was tried.
  backup_at  timestamptz not null,
  -- Rows that broke an invariant in it, and files that were not as they must be.
  violations integer not null check (violations >= 0),
  bad_files  integer not null check (bad_files >= 0)
);

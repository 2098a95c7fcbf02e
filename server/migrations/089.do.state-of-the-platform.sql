-- What the page of the platform's state shows and no other table knows.

-- When the operator's backup was last made, as the command that made it told; the newest row counts.
create table backup_told (
  id   bigint generated always as identity primary key,
  at   timestamptz not null,
  note text not null check (length(note) <= 200)
);

-- Runs of verification: one each night, and those that somebody asked for. A worker takes one for a time.
create table verification_run (
  id           bigint generated always as identity primary key,
  -- The Moscow day of a nightly run.
  night        date unique,
  asked_at     timestamptz not null,
  leased_until timestamptz,
  ended_at     timestamptz,
  -- How many rows broke an invariant, and the first of them.
  violations   integer check (violations >= 0),
  found        jsonb,
  check (num_nulls(ended_at, violations, found) in (0, 3))
);
create index verification_run_waiting on verification_run (id) where ended_at is null;

-- What processes logged as errors, by hour and kind.
create table error_hour (
  hour timestamptz not null,
  -- The line's event, and the job, reason or code that it is about.
  kind text not null,
  n    bigint not null,
  primary key (hour, kind)
);

-- When each job last succeeded, in whichever process.
create table job_seen (
  job          text primary key,
  succeeded_at timestamptz not null
);

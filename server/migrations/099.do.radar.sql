-- The radar: figures that tell a trader or a merchant who needs a look, counted anew every few minutes from what they did last.

-- From which value on a figure asks for a look. An operator changes it.
create table radar_threshold (
  figure    text primary key check (figure in ('without_message', 'confirm_time', 'expired_in_row', 'appeals_lost', 'silence',
    'balance_breaks', 'never_paid', 'appeals_declined')),
  -- Basis points of a share, seconds, or a number of things; null: the figure is not watched.
  threshold integer check (threshold > 0),
  -- With fewer orders, appeals or messages an account is not judged.
  least     integer not null check (least > 0)
);
insert into radar_threshold (figure, threshold, least) values
  ('without_message', 3000, 20), ('confirm_time', 600, 20), ('expired_in_row', 10, 20), ('appeals_lost', 5000, 5),
  ('silence', 1000, 20), ('balance_breaks', 3, 10), ('never_paid', 7000, 20), ('appeals_declined', 6000, 5);

create table radar_figure (
  account_id uuid not null references account,
  figure     text not null references radar_threshold,
  -- In the unit of its threshold; null: there is nothing to count.
  value      integer check (value >= 0),
  -- What is counted, and of how much.
  part       bigint,
  whole      bigint not null,
  -- The orders, appeals or messages that it is judged by.
  sample     integer not null,
  -- Of the oldest and the newest of them.
  first_at   timestamptz,
  last_at    timestamptz,
  counted_at timestamptz not null,
  -- Since when it has been at its threshold or above it.
  crossed_at timestamptz,
  primary key (account_id, figure),
  check ((value is null) = (whole = 0)),
  check (crossed_at is null or value is not null)
) with (fillfactor = 50);
create index radar_figure_crossed on radar_figure (crossed_at) where crossed_at is not null;

-- An operator has taken note of a figure that is crossed: it is quiet until then, unless it gets worse.
create table radar_acknowledgement (
  account_id  uuid not null,
  figure      text not null,
  -- As it was then.
  value       integer not null,
  quiet_until timestamptz not null,
  reason      text not null check (length(reason) between 1 and 500),
  -- The person's name.
  given_by    text not null,
  given_at    timestamptz not null check (given_at < quiet_until),
  primary key (account_id, figure),
  foreign key (account_id, figure) references radar_figure
);

-- When everybody was counted last. A worker takes a turn for a time.
create table radar_turn (
  only_row     boolean primary key default true check (only_row),
  ended_at     timestamptz,
  leased_until timestamptz
);
insert into radar_turn default values;

-- Whether a phone was silent while its trader had active orders is told by its pings.
create index device_ping_cabinet on device_ping (cabinet_id, created_at);

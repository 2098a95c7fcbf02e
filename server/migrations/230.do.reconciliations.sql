-- Somebody's own table against ours: what agrees, what only one side has, what differs. A reconciliation is there when its comparison is
-- over, whole; one that is being made is nobody's to see.

-- How an account named columns and words of a kind of file last.
create table reconciliation_setting (
  account_id uuid not null references account,
  kind       text not null check (kind in ('orders', 'payouts', 'bank', 'wallet')),
  -- { field: head }
  heads      jsonb not null,
  -- { word: meaning }
  words      jsonb not null,
  primary key (account_id, kind)
);

create table reconciliation (
  id             uuid primary key,
  account_id     uuid not null references account,
  kind           text not null check (kind in ('orders', 'payouts', 'bank', 'wallet')),
  file_name      text not null check (length(file_name) between 1 and 255),
  made_by        uuid not null references person,
  made_at        timestamptz not null,
  -- { field: head } of what was compared.
  heads          jsonb not null default '{}',
  -- Minor units of the kind's sums, and micro-USDT.
  tolerance      bigint not null check (tolerance >= 0),
  fee_tolerance  bigint not null check (fee_tolerance >= 0),
  window_minutes smallint check (window_minutes between 0 and 1440),
  -- Of ours, what was paid or done makes up the period, by when that was; else all, by when it was made.
  only_paid      boolean not null,
  -- Of a bank's statement: four digits, or a requisite.
  scope          text check (length(scope) between 1 and 64),
  -- While it is being made: whoever makes it counts as dead after that.
  leased_until   timestamptz,
  -- Nobody sees it or goes on with it: its rows are being deleted, then it is.
  is_gone        boolean not null default false,
  -- What there is when it is over. Days of Moscow.
  day_from       date,
  day_to         date,
  period_source  text check (period_source in ('given', 'dates', 'found')),
  rows           integer check (rows > 0),
  constraint reconciliation_whole check (
    case when leased_until is null then num_nulls(day_from, day_to, period_source, rows) = 0
    else num_nonnulls(day_from, day_to, period_source, rows) = 0 end),
  constraint reconciliation_period check (day_from <= day_to)
);
-- One at a time of an account.
create unique index reconciliation_being_made on reconciliation (account_id) where leased_until is not null and not is_gone;
create index reconciliation_newest on reconciliation (account_id, id);

-- What a pile comes to. Minor units of the kind's sums, and micro-USDT.
create table reconciliation_pile (
  reconciliation_id uuid not null references reconciliation on delete cascade,
  pile              text not null check (
    pile in ('match', 'amount', 'state', 'fee', 'only_ours', 'only_theirs', 'left_out')),
  count             integer not null check (count > 0),
  ours              bigint,
  theirs            bigint,
  ours_fee          bigint,
  theirs_fee        bigint,
  primary key (reconciliation_id, pile)
);

create table reconciliation_row (
  reconciliation_id uuid not null references reconciliation,
  pile              text not null,
  -- From 1, without a gap: a page is a range of numbers.
  n                 integer not null check (n > 0),
  -- As the spreadsheet counts it; null of what is only ours.
  line              integer check (line > 0),
  key               text not null,
  theirs            bigint,
  theirs_fee        bigint,
  theirs_state      text,
  theirs_at         timestamptz,
  object_kind       text check (object_kind in ('order', 'payout', 'deposit', 'withdrawal')),
  object_id         uuid,
  ours              bigint,
  ours_fee          bigint,
  ours_state        text,
  ours_at           timestamptz,
  reason            text,
  primary key (reconciliation_id, pile, n),
  constraint reconciliation_row_object check ((object_kind is null) = (object_id is null) and (object_id is null) = (ours is null)),
  -- Each pile is what its name says.
  constraint reconciliation_row_pile check (
    case pile
      when 'only_ours' then line is null and ours is not null
      when 'only_theirs' then line is not null and ours is null and theirs is not null
      when 'left_out' then line is not null and ours is null and reason is not null
      else line is not null and ours is not null and theirs is not null
    end)
);

-- «Акт сверки»: what a period came to between an account and the platform, given once under a number and kept.

-- How an account names itself in its acts: of the platform's account, the platform.
create table party (
  account_id uuid primary key references account,
  name       text not null check (length(name) between 1 and 200),
  -- Tax number, address, bank: lines of free text.
  details    text not null check (length(details) <= 1000),
  changed_at timestamptz not null
);

create table act (
  id               uuid primary key,
  -- The platform's own account: an act of its revenue, which has no other party.
  account_id       uuid not null references account,
  -- Of the account, from 1 without a gap.
  number           bigint not null check (number > 0),
  -- Days of Moscow's calendar, both whole.
  first_day        date not null,
  last_day         date not null,
  made_at          timestamptz not null,
  made_by          uuid not null references person,
  -- The account that the person was in.
  made_in          uuid not null references account,
  -- As the parties named themselves then; null: the platform's revenue has no other party.
  platform_name    text not null,
  platform_details text not null,
  party_name       text,
  party_details    text,
  constraint act_number unique (account_id, number),
  check (last_day >= first_day),
  check ((party_name is null) = (party_details is null))
);
-- The same act, asked for again, is the same: another one only when a party names itself otherwise.
create unique index act_same on act (account_id, first_day, last_day,
  md5(platform_name || E'\n\n' || platform_details || E'\n\n' || coalesce(party_name, '') || E'\n\n' || coalesce(party_details, '')));

-- A part of the balance over the period, micro-USDT.
create table act_part (
  act_id       uuid not null references act,
  part         ledger_kind not null,
  opening      bigint not null,
  received     bigint not null check (received >= 0),
  spent        bigint not null check (spent >= 0),
  closing      bigint not null,
  -- The numbers of its entries in the period; of the platform's revenue, which has none, their moments tell.
  first_number bigint,
  last_number  bigint check (last_number >= first_number - 1),
  entries      bigint not null check (entries >= 0),
  primary key (act_id, part),
  constraint act_part_adds_up check (opening + received - spent = closing),
  check ((first_number is null) = (last_number is null) and entries = coalesce(last_number - first_number + 1, entries))
);

-- What whole postings of a kind left on all parts together.
create table act_kind (
  act_id   uuid not null references act,
  reason   text not null,
  postings bigint not null check (postings > 0),
  received bigint not null check (received >= 0),
  spent    bigint not null check (spent >= 0),
  primary key (act_id, reason)
);

create function act_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'An act is kept as it was given: % on % is refused', tg_op, tg_table_name;
end $$;
create trigger act_kept before update or delete or truncate on act execute function act_refuse_change();
create trigger act_part_kept before update or delete or truncate on act_part execute function act_refuse_change();
create trigger act_kind_kept before update or delete or truncate on act_kind execute function act_refuse_change();

-- A trader's word does not end a payout: after it the merchant may contest it for a time. A payout that is taken is taken for a time, and
-- every taking and every look at a payee is journalled.

alter table payout
  -- The end of the time in which its trader is to do it.
  add column taken_until     timestamptz,
  -- Beside DONE: may be contested, is contested, or settled; returned beside CANCELLED. Null before it was ever done.
  add column settlement      text check (settlement in ('contestable', 'contested', 'settled', 'returned')),
  -- Until then the merchant may contest it; null of payouts that were done before there was such a time.
  add column contest_until   timestamptz,
  add column contested_at    timestamptz,
  add column contest_reason  text check (length(contest_reason) between 1 and 1000),
  -- The end of its settlement, and the operator's reason where an operator decided.
  add column settled_at      timestamptz,
  add column decision_reason text check (length(decision_reason) between 1 and 1000);

-- Every constraint that speaks of the status is said anew below, and by name.
do $$
declare
  c name;
begin
  for c in
    select conname from pg_constraint
    where conrelid = 'payout'::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ '\mstatus\M'
  loop
    execute format('alter table payout drop constraint %I', c);
  end loop;
end $$;

update payout set settlement = 'settled', settled_at = done_at where status = 'DONE';
update payout set taken_until = now() + interval '30 minutes' where status = 'IN_WORK';

alter table payout
  add constraint payout_in_work check (
    (status = 'IN_WORK') = (work_place is not null) and (status = 'IN_WORK') = (taken_until is not null)),
  add constraint payout_settlement check (
    case status
      when 'DONE' then settlement is not null and settlement <> 'returned'
      when 'CANCELLED' then settlement is null or settlement = 'returned'
      else settlement is null
    end),
  -- What was ever done keeps its trader, its place in the trader's list, and its proof.
  add constraint payout_trader check ((status = 'IN_WORK' or settlement is not null) = (trader_id is not null)),
  add constraint payout_trader_seq check ((settlement is not null) = (trader_seq is not null)),
  add constraint payout_photo check (
    (settlement is null or photo_id is not null) and (status = 'IN_WORK' or settlement is not null or photo_id is null)),
  add constraint payout_done_at check ((status in ('DONE', 'CANCELLED')) = (done_at is not null)),
  add constraint payout_contest check (
    (contested_at is null) = (contest_reason is null)
    and (settlement is distinct from 'contestable' or contested_at is null)
    and (settlement is distinct from 'contested' or contested_at is not null)
    and (contested_at is null or contest_until is not null)
    and (settlement is null or settlement = 'settled' or contest_until is not null)
    and (settlement is not null or contest_until is null)),
  add constraint payout_settled_at check (
    (settlement is not null and settlement in ('settled', 'returned')) = (settled_at is not null)),
  add constraint payout_decision check (
    (settlement is distinct from 'contestable' and settlement is distinct from 'contested' or decision_reason is null)
    and (settlement is distinct from 'returned' or decision_reason is not null));

create index payout_due on payout (taken_until) where status = 'IN_WORK';
create index payout_contestable on payout (contest_until) where settlement = 'contestable';
create index payout_contested on payout (contested_at) where settlement = 'contested';
-- What a trader is to get, but holds until then.
create index payout_unsettled on payout (trader_id) where settlement in ('contestable', 'contested');

-- Every taking of a payout and its end: the history of its work, and the ground of a trader's limits.
create table payout_take (
  id        uuid primary key,
  payout_id uuid not null references payout,
  trader_id uuid not null references users,
  taken_at  timestamptz not null,
  ended_at  timestamptz,
  -- done: confirmed, or decided for the trader; given_up; expired: its time ran out; blocked: its trader was; freed, cancelled: by an operator.
  outcome   text check (outcome in ('done', 'given_up', 'expired', 'blocked', 'freed', 'cancelled')),
  check ((ended_at is null) = (outcome is null))
);
-- A payout is taken once at a time.
create unique index payout_take_running on payout_take (payout_id) where ended_at is null;
create index payout_take_payout on payout_take (payout_id, taken_at);
create index payout_take_trader on payout_take (trader_id, taken_at);

insert into payout_take (id, payout_id, trader_id, taken_at)
select gen_random_uuid(), id, trader_id, now() from payout where status = 'IN_WORK';

create function payout_take_step() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.ended_at is null and new.ended_at is not null
       and (new.id, new.payout_id, new.trader_id, new.taken_at) = (old.id, old.payout_id, old.trader_id, old.taken_at) then
      return new;
    end if;
  end if;
  raise exception 'A taking of a payout ends once, and changes in no other way: % is refused', tg_op;
end $$;
create trigger payout_take_ends_once before update or delete on payout_take
  for each row execute function payout_take_step();
create trigger payout_take_keep before truncate on payout_take
  for each statement execute function payout_take_step();

-- Who saw whom: a trader's looks at a payee, one a minute of a payout is enough.
create table payout_look (
  payout_id uuid not null references payout,
  trader_id uuid not null references users,
  -- The moment of the first look of its minute.
  at        timestamptz not null,
  minute    timestamptz not null generated always as (date_bin('1 minute', at, timestamptz '2000-01-01 00:00:00+00')) stored,
  primary key (payout_id, trader_id, minute)
);
create index payout_look_trader on payout_look (trader_id, at);

create function payout_look_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The looks at payees are append only: % is refused', tg_op;
end $$;
create trigger payout_look_append_only before update or delete or truncate on payout_look
  execute function payout_look_refuse_change();

-- Files that nothing refers to any longer: their rows are gone, their bytes go by a job, which forgets them only then.
create table dropped_file (
  id         uuid primary key,
  dropped_at timestamptz not null
);
create index payout_photo_id on payout (photo_id) where photo_id is not null;
create index appeal_file_id on appeal (file_id) where file_id is not null;

-- Those that were replaced before.
with orphan as (
  delete from stored_file
  where not exists (select from payout where photo_id = stored_file.id)
    and not exists (select from appeal where file_id = stored_file.id)
  returning id
)
insert into dropped_file (id, dropped_at) select id, now() from orphan;

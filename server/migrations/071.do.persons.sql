-- A person signs in; an account has money and objects, and members. Every user becomes an account and a person who owns it, of
-- one id and one name. Operators become members of one account, the platform's.

alter table users rename to account;
alter table account rename column username to name;
alter type user_role rename to account_role;
alter index users_username rename to account_name;
do $$
declare
  r record;
begin
  for r in select conname from pg_constraint where conrelid = 'account'::regclass and conname like 'users\_%' loop
    execute format('alter table account rename constraint %I to %I', r.conname,
      replace(replace(r.conname, 'users_', 'account_'), '_username_', '_name_'));
  end loop;
end $$;
alter table account add constraint account_id_role unique (id, role);

create table person (
  id            uuid primary key,
  username      text not null check (length(username) between 3 and 150),
  password_hash text not null,
  -- The account that they were in last; null: the first.
  account_id    uuid references account,
  blocked_at    timestamptz,
  created_at    timestamptz not null
);
create unique index person_username on person (lower(username));

-- A trader and a merchant are blocked with their account, an operator as a person.
insert into person (id, username, password_hash, blocked_at, created_at)
select id, name, password_hash, case when role = 'operator' then blocked_at end, created_at from account;
alter table account drop column password_hash;

-- A name that no person can have: it is not Latin.
insert into account (id, role, name, created_at)
values ('00000000-0000-7000-8000-000000000001', 'operator', 'Платформа', now());

create table member (
  person_id    uuid not null references person,
  account_id   uuid not null,
  -- The account's, so that its members have no role of others.
  account_role account_role not null,
  role         text not null,
  created_at   timestamptz not null,
  primary key (person_id, account_id),
  foreign key (account_id, account_role) references account (id, role),
  constraint member_role check (case account_role
    when 'trader' then role in ('owner', 'shift')
    when 'merchant' then role in ('owner', 'finance', 'support', 'developer', 'viewer')
    when 'operator' then role in ('owner', 'operator', 'support', 'accountant') end)
);
create index member_of_account on member (account_id, created_at, person_id);

insert into member (person_id, account_id, account_role, role, created_at)
select id, id, role, 'owner', created_at from account where role <> 'operator';
-- The eldest operator who may sign in owns the platform.
insert into member (person_id, account_id, account_role, role, created_at)
select id, '00000000-0000-7000-8000-000000000001', 'operator',
  case when row_number() over (order by blocked_at is not null, created_at, id) = 1 then 'owner' else 'operator' end, created_at
from account where role = 'operator' and id <> '00000000-0000-7000-8000-000000000001';

-- An account keeps an owner; the platform gets its first one with its first member. The account is locked: of two owners who
-- leave at the same moment, the second one finds that they are the last.
create function member_assert_owner(p_account uuid) returns void language plpgsql as $$
begin
  perform from account where id = p_account for no key update of account;
  if not exists (select from member where account_id = p_account and role = 'owner') then
    raise exception 'The account % has no owner', p_account using errcode = 'check_violation', constraint = 'member_owner';
  end if;
end $$;
create function member_changed() returns trigger language plpgsql as $$
begin
  perform member_assert_owner(case tg_op when 'INSERT' then new.account_id else old.account_id end);
  return null;
end $$;
create constraint trigger member_keeps_owner after insert or update or delete on member
  deferrable initially deferred for each row execute function member_changed();
create function account_added() returns trigger language plpgsql as $$
begin
  perform member_assert_owner(new.id);
  return null;
end $$;
create constraint trigger account_has_owner after insert on account
  deferrable initially deferred for each row execute function account_added();

-- Who proposed and decided are persons; so is who signed in, and from where.
alter table correction
  drop constraint correction_proposed_by_fkey,
  drop constraint correction_decided_by_fkey,
  add foreign key (proposed_by) references person,
  add foreign key (decided_by) references person;
alter table known_network rename column user_id to person_id;
alter table known_network
  drop constraint known_network_user_id_fkey,
  add foreign key (person_id) references person;
alter table session rename column user_id to person_id;
alter table session
  drop constraint session_user_id_fkey,
  add foreign key (person_id) references person,
  -- The one that the person is in.
  add column account_id uuid references account;
update session set account_id = member.account_id from member where member.person_id = session.person_id;
alter table session alter column account_id set not null;
create index session_in_account on session (account_id, person_id) where revoked_at is null;
alter table session drop constraint session_end_reason_check, add constraint session_end_reason_check
  check (end_reason in ('signed_out', 'theft', 'password', 'blocked', 'crowded_out', 'removed'));

-- Operators are no accounts any more. They owned nothing; what may be left of them is of no use.
delete from idempotency_key using account
where owner_id = account.id and role = 'operator' and account.id <> '00000000-0000-7000-8000-000000000001';
delete from list_sequence using account
where owner_id = account.id and role = 'operator' and account.id <> '00000000-0000-7000-8000-000000000001';
delete from upload_quota using account
where owner_id = account.id and role = 'operator' and account.id <> '00000000-0000-7000-8000-000000000001';
delete from account where role = 'operator' and id <> '00000000-0000-7000-8000-000000000001';
create unique index account_platform on account (role) where role = 'operator';

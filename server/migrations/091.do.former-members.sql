-- What somebody was in an account, after they are it no more: who decided for the platform then is told from it later.

-- Null: since they joined.
alter table member add column role_since timestamptz;

create table former_member_role (
  id           uuid primary key,
  person_id    uuid not null references person,
  account_id   uuid not null references account,
  account_role account_role not null,
  role         text not null,
  since        timestamptz not null,
  until        timestamptz not null,
  check (until >= since)
);
create index former_member_role_of on former_member_role (person_id, account_id);

-- Whoever left or changed before this stands in the journal.
insert into former_member_role (id, person_id, account_id, account_role, role, since, until)
select gen_random_uuid(), person.id, account.id, account.role, ended.before ->> 'role',
  least(ended.at, coalesce(
    (
      select max(began.at) from audit began
      where began.object_id = ended.object_id and began.object_kind = 'members' and began.id < ended.id
        and lower(began.after ->> 'member') = lower(person.username)
    ),
    person.created_at)),
  ended.at
from audit ended
join account on account.id = case when ended.object_kind = 'members' then ended.object_id::uuid end
join person on lower(person.username) = lower(ended.before ->> 'member')
where ended.object_kind = 'members' and ended.action in ('set-member-role', 'remove-member', 'leave-account');

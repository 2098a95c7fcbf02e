-- The audit tells what people did on the screens, too: who, and from where. Each account has a journal of its own.

alter table audit
  alter column os_user drop not null,
  -- What was done before this came from commands.
  add column source text not null default 'command' check (source in ('command', 'web')),
  -- Null in rows of commands that asked for no password, and in those of before.
  add column person_id uuid references person,
  -- The account that the person was in; a command is in none.
  add column account_id uuid references account,
  add column address text check (length(address) between 1 and 100),
  add column browser text check (length(browser) <= 300),
  add constraint audit_where check (case source
    when 'command' then os_user is not null and num_nonnulls(account_id, address, browser) = 0
    else os_user is null and num_nulls(person_id, account_id, address, browser) = 0 end);
create index audit_person on audit (person_id, id);
create index audit_action on audit (action, id);

-- In whose journals a row stands: of the account in which it was done, and of those that it concerns. What a journal is
-- filtered by stands here once more, so that it walks no more than it shows.
create table audit_account (
  account_id  uuid not null references account,
  audit_id    uuid not null references audit,
  person_id   uuid,
  object_kind text not null,
  object_id   text not null,
  primary key (account_id, audit_id)
);
create index audit_account_person on audit_account (account_id, person_id, audit_id);
create index audit_account_kind on audit_account (account_id, object_kind, audit_id);
create index audit_account_object on audit_account (account_id, object_id, audit_id);
create trigger audit_account_append_only before update or delete or truncate on audit_account
  execute function audit_refuse_change();

insert into audit_account (account_id, audit_id, object_kind, object_id)
select account.id, audit.id, object_kind, object_id from audit join account on account.id::text = object_id
where object_kind in ('user', 'account');
insert into audit_account (account_id, audit_id, object_kind, object_id)
select owner_id, audit.id, object_kind, object_id from audit join withdrawal on withdrawal.id::text = object_id
where object_kind = 'withdrawal';

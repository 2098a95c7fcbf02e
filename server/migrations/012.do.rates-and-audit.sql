-- The age of the rate, rates that wait for the operator, what the operator did, and what his commands rely on.

-- A source that says the same again makes the rate fresh without another row. From `stale_at` on nothing is issued at it.
alter table rate add column confirmed_at timestamptz, add column stale_at timestamptz;
update rate set confirmed_at = created_at, stale_at = created_at + interval '1 day';
-- A marketplace that lived without limits has a day to get used to them.
update rate set stale_at = greatest(stale_at, now() + interval '1 day') where id = (select max(id) from rate);
alter table rate alter column confirmed_at set not null, alter column stale_at set not null,
  add check (confirmed_at >= created_at), add check (stale_at > confirmed_at);

create type rate_proposal_status as enum ('WAITING', 'ACCEPTED', 'DECLINED', 'REPLACED', 'LAPSED');

-- What a source said that is too far from the rate in force: not in force until the operator accepts it.
create table rate_proposal (
  id         bigint generated always as identity primary key,
  value      bigint not null check (value > 0),
  -- What the source said last while this one waits: near it, or it would be replaced.
  latest     bigint not null check (latest > 0),
  -- The rate in force that it is too far from.
  in_force   bigint not null check (in_force > 0),
  source     text not null,
  status     rate_proposal_status not null default 'WAITING',
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'WAITING') = (decided_at is null))
);
create unique index rate_proposal_waiting on rate_proposal ((true)) where status = 'WAITING';

-- What operators did: a row a deed, written in its transaction. No password, key or secret is ever in it.
create table audit (
  id          uuid primary key,
  at          timestamptz not null,
  -- Who, as the operator says; and the account of the machine that ran the command.
  who         text not null check (length(who) between 1 and 150),
  os_user     text not null,
  -- The command's name.
  action      text not null,
  object_kind text not null,
  object_id   text not null,
  -- Null for what was created.
  before      jsonb,
  after       jsonb not null
);
create index audit_object on audit (object_id, id);
create index audit_kind on audit (object_kind, id);

create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit is append only: % is refused', tg_op;
end $$;
create trigger audit_append_only before update or delete or truncate on audit
  execute function audit_refuse_change();

-- One transfer on the chain proves one withdrawal.
alter table withdrawal add constraint withdrawal_transaction_hash_key unique (transaction_hash),
  add constraint withdrawal_transaction_hash_form check (transaction_hash ~ '^[0-9a-f]{64}$');

-- Kopecks that an appeal was confirmed for: what was claimed, unless the operator found another amount.
alter table appeal add column paid_amount bigint check (paid_amount > 0);
update appeal set paid_amount = amount where status = 'PROCESSED';
alter table appeal add constraint appeal_paid_amount check ((status = 'PROCESSED') = (paid_amount is not null));

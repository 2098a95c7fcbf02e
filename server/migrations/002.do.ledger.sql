-- Double entry, append only. Amounts are micro-USDT.

create type ledger_kind as enum ('available', 'held', 'earned', 'custody', 'revenue');

create table ledger_account (
  id       bigint generated always as identity primary key,
  -- Null for the platform's own accounts.
  owner_id uuid references users,
  kind     ledger_kind not null,
  balance  bigint not null default 0,
  -- Number of entries so far; the entries of an account are numbered 1..version without a gap.
  version  bigint not null default 0,
  unique nulls not distinct (owner_id, kind),
  check ((owner_id is null) = (kind in ('custody', 'revenue'))),
  -- The last word on overdraft.
  constraint ledger_account_floor check (balance >= 0),
  -- The platform's accounts are written by everyone, so they keep entries only: no hot row.
  check (owner_id is not null or (balance = 0 and version = 0))
) with (fillfactor = 50);

insert into ledger_account (owner_id, kind) values (null, 'custody'), (null, 'revenue');

create table ledger_journal (
  id         uuid primary key,
  kind       text not null,
  -- What caused it: an order, an appeal, a payout, a chain transaction. One posting per cause: a repeat is refused here.
  cause      uuid not null,
  created_at timestamptz not null,
  unique (kind, cause)
);

create table ledger_entry (
  account_id      bigint not null references ledger_account,
  account_version bigint not null check (account_version > 0),
  journal_id      uuid not null references ledger_journal,
  amount          bigint not null check (amount <> 0),
  balance_after   bigint not null check (balance_after >= 0),
  created_at      timestamptz not null,
  primary key (account_id, account_version)
);
create index ledger_entry_journal on ledger_entry (journal_id);

create table ledger_platform_entry (
  id         bigint generated always as identity primary key,
  account_id bigint not null references ledger_account,
  journal_id uuid not null references ledger_journal,
  amount     bigint not null check (amount <> 0),
  created_at timestamptz not null
);
create index ledger_platform_entry_journal on ledger_platform_entry (journal_id);
create index ledger_platform_entry_account on ledger_platform_entry (account_id) include (amount);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is append only: % on % is refused', tg_op, tg_table_name;
end $$;
create trigger ledger_journal_append_only before update or delete or truncate on ledger_journal
  execute function ledger_refuse_change();
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  execute function ledger_refuse_change();
create trigger ledger_platform_entry_append_only before update or delete or truncate on ledger_platform_entry
  execute function ledger_refuse_change();

-- A balance moves only together with its next entry number; nothing else of an account ever changes.
create function ledger_account_step() returns trigger language plpgsql as $$
begin
  if new.version <> old.version + 1 or new.balance = old.balance
     or new.owner_id is distinct from old.owner_id or new.kind <> old.kind then
    raise exception 'Ledger account % may change only by ledger_post', old.id;
  end if;
  return new;
end $$;
create trigger ledger_account_step before update on ledger_account
  for each row execute function ledger_account_step();
create trigger ledger_account_keep before delete or truncate on ledger_account
  execute function ledger_refuse_change();

-- Posts one ledger transaction: entries (owner, kind, amount) that sum to zero; owner null is the platform.
-- Locks user accounts in the order of their ids, so that postings never deadlock each other.
-- Errors: check_violation of ledger_account_floor (not enough money), unique_violation (the cause is already posted).
create function ledger_post(
  p_journal uuid, p_kind text, p_cause uuid, p_at timestamptz,
  p_owners uuid[], p_kinds ledger_kind[], p_amounts bigint[]
) returns void language plpgsql as $$
declare
  r record;
  v_balance bigint;
  v_version bigint;
  v_found integer := 0;
begin
  if (select sum(a) from unnest(p_amounts) a) is distinct from 0 then
    raise exception 'Ledger transaction % % does not sum to zero', p_kind, p_cause;
  end if;
  insert into ledger_journal (id, kind, cause, created_at) values (p_journal, p_kind, p_cause, p_at);
  for r in
    select a.id, e.amount
    from unnest(p_owners, p_kinds, p_amounts) as e (owner_id, kind, amount)
    join ledger_account a on a.owner_id = e.owner_id and a.kind = e.kind
    order by a.id
  loop
    v_found := v_found + 1;
    update ledger_account set balance = balance + r.amount, version = version + 1
    where id = r.id returning balance, version into v_balance, v_version;
    insert into ledger_entry (account_id, account_version, journal_id, amount, balance_after, created_at)
    values (r.id, v_version, p_journal, r.amount, v_balance, p_at);
  end loop;
  for r in
    select a.id, e.amount
    from unnest(p_owners, p_kinds, p_amounts) as e (owner_id, kind, amount)
    join ledger_account a on a.owner_id is null and a.kind = e.kind
    where e.owner_id is null
  loop
    v_found := v_found + 1;
    insert into ledger_platform_entry (account_id, journal_id, amount, created_at)
    values (r.id, p_journal, r.amount, p_at);
  end loop;
  if v_found <> cardinality(p_amounts) then
    raise exception 'Ledger transaction % % names an account that does not exist', p_kind, p_cause;
  end if;
end $$;

-- The ledger's window for other modules: what an owner may spend.
create view ledger_available as
  select owner_id, balance from ledger_account where kind = 'available';

-- What a merchant owes: an account of its own, `owed`, whose balance is zero or less, as a receivable is. So every posting still
-- sums to zero, and what a merchant may spend is never below it.

-- The migrations of a start are one transaction, in which a new value of an enum cannot be used yet: hence the texts below, and
-- an account that is opened with its merchant's first debt.
alter type ledger_kind add value 'owed' before 'custody';

alter table ledger_account
  drop constraint ledger_account_floor,
  -- The last word on overdraft.
  add constraint ledger_account_floor check (kind::text = 'owed' or balance >= 0),
  -- Nobody pays more than they owe.
  add constraint ledger_account_ceiling check (kind::text <> 'owed' or balance <= 0);
-- An entry's balance is that of its account, which the above judges as it is written.
alter table ledger_entry drop constraint ledger_entry_balance_after_check;

-- Posts one ledger transaction: entries (owner, kind, amount) that sum to zero; owner null is the platform.
-- Locks user accounts in the order of their ids, so that postings never deadlock each other. An `owed` account is locked by
-- those alone who hold its owner's `available` one.
-- What comes to a merchant's `available` account pays their debt first, with entries of its own in the same transaction; a
-- posting that names an `owed` account itself says all that happens to it.
-- Errors: check_violation of ledger_account_floor (not enough money), unique_violation (the cause is already posted).
create or replace function ledger_post(
  p_journal uuid, p_kind text, p_cause uuid, p_at timestamptz,
  p_owners uuid[], p_kinds ledger_kind[], p_amounts bigint[]
) returns void language plpgsql as $$
declare
  r record;
  v_balance bigint;
  v_version bigint;
  v_found integer := 0;
  v_pays boolean := 'owed' <> all (p_kinds);
  v_owed bigint;
  v_paid bigint;
begin
  if (select sum(a) from unnest(p_amounts) a) is distinct from 0 then
    raise exception 'Ledger transaction % % does not sum to zero', p_kind, p_cause;
  end if;
  insert into ledger_journal (id, kind, cause, created_at) values (p_journal, p_kind, p_cause, p_at);
  for r in
    select a.id, a.owner_id, e.amount, v_pays and a.kind = 'available' and e.amount > 0 as pays
    from unnest(p_owners, p_kinds, p_amounts) with ordinality as e (owner_id, kind, amount, place)
    join ledger_account a on a.owner_id = e.owner_id and a.kind = e.kind
    order by a.id, e.place
  loop
    v_found := v_found + 1;
    update ledger_account set balance = balance + r.amount, version = version + 1
    where id = r.id returning balance, version into v_balance, v_version;
    insert into ledger_entry (account_id, account_version, journal_id, amount, balance_after, created_at)
    values (r.id, v_version, p_journal, r.amount, v_balance, p_at);
    continue when not r.pays;
    -- Under the lock of `available`, which the update above has taken, nobody else moves the debt.
    select id, least(-balance, r.amount) into v_owed, v_paid
    from ledger_account where owner_id = r.owner_id and kind = 'owed' and balance < 0;
    continue when not found;
    with moved as (
      update ledger_account
      set balance = balance + case id when v_owed then v_paid else -v_paid end, version = version + 1
      where id in (r.id, v_owed) returning id, version, balance
    )
    insert into ledger_entry (account_id, account_version, journal_id, amount, balance_after, created_at)
    select id, version, p_journal, case id when v_owed then v_paid else -v_paid end, balance, p_at from moved;
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

-- The ledger's window on debts, as a positive amount.
create view ledger_debt as
  select owner_id, -balance as amount from ledger_account where kind::text = 'owed' and balance < 0;

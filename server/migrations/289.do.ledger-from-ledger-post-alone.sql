-- The ledger takes rows from ledger_post alone (decision 157), from the tables' owner, too: it adds up what it writes, and each entry
-- is of an account that it has locked and of a journal that it has just written. Entries looked for both once more by foreign keys,
-- one by one: a tenth of what the steps of an order cost. What an entry is of stays: accounts and journals refuse DELETE and
-- TRUNCATE, journals UPDATE, and an account keeps its id.

-- Posts ledger transactions: posting i is (p_journals[i], p_kinds[i], p_causes[i], p_ats[i]), and entry j, of an owner's account
-- (an owner of null is the platform), belongs to posting p_of[j]. The entries of each posting sum to zero. The postings take
-- effect in their order, as if they had been made one after the other.
-- What comes to a merchant's `available` account pays their debt first, with entries of its own in the same posting; a posting
-- that names an `owed` account itself says all that happens to it.
-- Locks user accounts in the order of their ids, so that postings never deadlock each other; with an `owed` account its owner's
-- `available` one, which is the lock of the debt too.
-- Errors: check_violation of ledger_account_floor (not enough money after any of the entries) or ledger_account_ceiling (more
-- than the debt), unique_violation (the cause is already posted).
create or replace function ledger_post(
  p_journals uuid[], p_kinds text[], p_causes uuid[], p_ats timestamptz[],
  p_of integer[], p_owners uuid[], p_accounts ledger_kind[], p_amounts bigint[]
) returns void language plpgsql security definer set search_path = public, pg_temp
-- To plan a statement anew for each array costs more than it ever saves here; and a plan that was made while tables were small
-- must be one by keys, which is right at any size.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  r record;
  v_sums bigint[] := array_fill(null::bigint, array[cardinality(p_journals)]);
  v_credited uuid[] := '{}';
  v_naming_owed integer[] := '{}';
  v_debtors uuid[];
  v_owed bigint[];
  v_debtor integer;
  v_paid bigint;
  v_of integer[] := '{}';
  v_owners uuid[] := '{}';
  v_accounts ledger_kind[] := '{}';
  v_amounts bigint[] := '{}';
  v_written integer;
  v_written_platform integer := 0;
  v_posting text := set_config('kantor.posting', 'on', true);
begin
  for i in 1..cardinality(p_amounts) loop
    v_sums[p_of[i]] := coalesce(v_sums[p_of[i]], 0) + p_amounts[i];
    if p_accounts[i] = 'available' and p_amounts[i] > 0 then
      v_credited := v_credited || p_owners[i];
    elsif p_accounts[i] = 'owed' then
      v_naming_owed := v_naming_owed || p_of[i];
    end if;
  end loop;
  for i in 1..cardinality(p_journals) loop
    if v_sums[i] is distinct from 0 then
      raise exception 'Ledger transaction % % does not sum to zero', p_kinds[i], p_causes[i];
    end if;
  end loop;

  insert into ledger_journal (id, kind, cause, created_at)
  select id, kind, cause, at from unnest(p_journals, p_kinds, p_causes, p_ats) as j (id, kind, cause, at)
  -- Two calls with the same causes wait for each other in one order.
  order by kind, cause;

  perform from unnest(p_owners, p_accounts) as e (owner_id, kind)
  join ledger_account a on a.owner_id = e.owner_id
    and a.kind = any (array[e.kind, case e.kind when 'owed' then 'available' else e.kind end])
  order by a.id for no key update of a;

  if cardinality(v_credited) > 0 then
    -- Under the locks of `available`, taken above, nobody else moves a debt: a statement of its own sees it as it is now.
    select array_agg(owner_id), array_agg(balance) into v_debtors, v_owed
    from ledger_account where owner_id = any (v_credited) and kind = 'owed';
  end if;
  if v_debtors is not null then
    for r in
      select e.* from unnest(p_of, p_owners, p_accounts, p_amounts) with ordinality as e (of, owner_id, kind, amount, place)
      order by of, place
    loop
      v_of := v_of || r.of;
      v_owners := v_owners || r.owner_id;
      v_accounts := v_accounts || r.kind;
      v_amounts := v_amounts || r.amount;
      v_debtor := array_position(v_debtors, r.owner_id);
      if r.kind = 'owed' and v_debtor is not null then
        v_owed[v_debtor] := v_owed[v_debtor] + r.amount;
      elsif r.kind = 'available' and r.amount > 0 and v_owed[v_debtor] < 0 and r.of <> all (v_naming_owed) then
        v_paid := least(-v_owed[v_debtor], r.amount);
        v_owed[v_debtor] := v_owed[v_debtor] + v_paid;
        v_of := v_of || array[r.of, r.of];
        v_owners := v_owners || array[r.owner_id, r.owner_id];
        v_accounts := v_accounts || '{available,owed}'::ledger_kind[];
        v_amounts := v_amounts || array[-v_paid, v_paid];
      end if;
    end loop;
    p_of := v_of;
    p_owners := v_owners;
    p_accounts := v_accounts;
    p_amounts := v_amounts;
  end if;

  with entry as (
    select a.id, a.kind, e.of, e.amount,
      (a.balance + sum(e.amount) over chain)::bigint as balance_after, a.version + row_number() over chain as number
    from unnest(p_of, p_owners, p_accounts, p_amounts) with ordinality as e (of, owner_id, kind, amount, place)
    join ledger_account a on a.owner_id = e.owner_id and a.kind = e.kind
    window chain as (partition by a.id order by e.of, e.place)
  ), moved as (
    -- A balance on the way that breaks the floor or the ceiling is written instead of the last one: the CHECK refuses it.
    update ledger_account a set balance = coalesce(m.broken, a.balance + m.total), version = a.version + m.entries
    from (
      select id, sum(amount)::bigint as total, count(*) as entries,
        min(balance_after) filter (where case kind when 'owed' then balance_after > 0 else balance_after < 0 end) as broken
      from entry group by id
    ) m
    where a.id = m.id
  )
  insert into ledger_entry (account_id, account_version, journal_id, amount, balance_after, created_at)
  select id, number, p_journals[of], amount, balance_after, p_ats[of] from entry;
  get diagnostics v_written = row_count;
  if array_position(p_owners, null) is not null then
    insert into ledger_platform_entry (account_id, journal_id, amount, created_at)
    select a.id, p_journals[e.of], e.amount, p_ats[e.of]
    from unnest(p_of, p_owners, p_accounts, p_amounts) as e (of, owner_id, kind, amount)
    join ledger_account a on a.owner_id is null and a.kind = e.kind
    where e.owner_id is null;
    get diagnostics v_written_platform = row_count;
  end if;
  if v_written + v_written_platform <> cardinality(p_amounts) then
    raise exception 'A ledger transaction of % names an account that does not exist', p_causes;
  end if;
  v_posting := set_config('kantor.posting', 'off', true);
end $$;
-- It acts as its owner, and finds its tables where it is itself (284).
do $$ begin
  execute format(
    'alter function ledger_post(uuid[], text[], uuid[], timestamptz[], integer[], uuid[], ledger_kind[], bigint[]) set search_path = %I, pg_temp',
    current_schema());
end $$;

create function ledger_refuse_by_hand() returns trigger language plpgsql as $$
begin
  raise exception 'Table % takes rows from ledger_post alone', tg_table_name;
end $$;
create trigger ledger_journal_posted before insert on ledger_journal for each statement
  when (current_setting('kantor.posting', true) is distinct from 'on') execute function ledger_refuse_by_hand();
create trigger ledger_entry_posted before insert on ledger_entry for each statement
  when (current_setting('kantor.posting', true) is distinct from 'on') execute function ledger_refuse_by_hand();
create trigger ledger_platform_entry_posted before insert on ledger_platform_entry for each statement
  when (current_setting('kantor.posting', true) is distinct from 'on') execute function ledger_refuse_by_hand();

drop trigger ledger_account_step on ledger_account;
create trigger ledger_account_step before update on ledger_account for each row
  when (new.version <= old.version or (new.version = old.version + 1 and new.balance = old.balance)
    or new.id <> old.id or new.owner_id is distinct from old.owner_id or new.kind <> old.kind)
  execute function ledger_account_step();

alter table ledger_entry drop constraint ledger_entry_account_id_fkey, drop constraint ledger_entry_journal_id_fkey;
alter table ledger_platform_entry
  drop constraint ledger_platform_entry_account_id_fkey, drop constraint ledger_platform_entry_journal_id_fkey;

-- Whether other orders keep an amount (101, 286), in one look instead of two.
create or replace function orders_assert_amount_free(p_requisites uuid[], p_amounts bigint[], p_since timestamptz)
returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(concat_ws('/', 'amount', r.cabinet_id, r.bank_id, wanted.amount), 0) as key
    from unnest(p_requisites, p_amounts) as wanted (requisite_id, amount)
    join requisite r on r.id = wanted.requisite_id
    join bank on bank.id = r.bank_id
    where r.cabinet_id is not null and not bank.names_tail
    order by 1 offset 0
  ) as keys;

  -- Under the locks: a statement of its own sees what others have issued before.
  perform from (
    select r.id, r.cabinet_id, r.bank_id, wanted.amount, alike.are,
      count(*) over (partition by case when alike.are then concat_ws('/', r.cabinet_id, r.bank_id) else r.id::text end, wanted.amount) as times
    from unnest(p_requisites, p_amounts) as wanted (requisite_id, amount)
    join requisite r on r.id = wanted.requisite_id
    join bank on bank.id = r.bank_id
    cross join lateral (select r.cabinet_id is not null and not bank.names_tail as are) as alike
  ) as wanted
  where times > 1 or exists (
    select from orders o
    where o.requisite_id = wanted.id and o.amount = wanted.amount and order_over_at(o.status, o.expires_at, o.paid_at) > p_since
  ) or wanted.are and exists (
    select from requisite other
    join orders o on o.requisite_id = other.id and o.amount = wanted.amount
      and order_over_at(o.status, o.expires_at, o.paid_at) > p_since
    where other.cabinet_id = wanted.cabinet_id and other.bank_id = wanted.bank_id and other.id <> wanted.id
  );
  if found then
    raise exception 'Another order keeps the amount' using constraint = 'order_amount_taken';
  end if;
end $$;

-- The number of an account's first entry that was made at a moment or later, one above the last when there is none: some twenty steps in the
-- primary key, however many entries there are. Entries are numbered in the order of their locks, which may differ from that of their
-- moments by the time that a posting waits: what is found is looked at again from a while before (ten minutes).
create function ledger_number_at(p_account bigint, p_at timestamptz) returns bigint language plpgsql stable as $$
declare
  v_low    bigint := 0;
  v_high   bigint;
  v_middle bigint;
  v_at     timestamptz;
begin
  select version + 1 into v_high from ledger_account where id = p_account;
  if not found then return 1; end if;
  while v_high - v_low > 1 loop
    v_middle := (v_low + v_high) / 2;
    select created_at into v_at from ledger_entry where account_id = p_account and account_version = v_middle;
    if v_at < p_at - interval '10 minutes' then v_low := v_middle; else v_high := v_middle; end if;
  end loop;
  return coalesce(
    (select account_version from ledger_entry
      where account_id = p_account and account_version >= v_high and created_at >= p_at order by account_version limit 1),
    (select version + 1 from ledger_account where id = p_account));
end $$;

-- The fee of a closing is read from the entries of its posting alone. Joined by their accounts, the platform's revenue was found
-- by its account first: all that it ever earned, for each closing that is folded.
create or replace function fee_of_closing(p_order uuid) returns bigint language sql stable as $$
  select coalesce(sum(entry.amount), 0)::bigint
  from ledger_journal journal
  cross join lateral (
    select account_id, amount from ledger_entry where journal_id = journal.id
    union all
    select account_id, amount from ledger_platform_entry where journal_id = journal.id
  ) as entry
  where journal.kind = 'order_close' and journal.cause = p_order
    -- Asked of each entry, which no plan turns round.
    and (select kind from ledger_account where id = entry.account_id) in ('earned', 'revenue')
$$;

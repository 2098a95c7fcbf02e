-- What a deed must be is judged once a statement, not once a deed, and by a function, which is read once, not by CHECKs, which are read
-- at every statement (decision 159): rows of the audit are added and never changed. Who did it, and where, must be there; the look
-- needs no lock, as accounts and persons stay.
create function account_refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception 'Table % keeps its rows', tg_table_name;
end $$;
create trigger account_keep before delete or truncate or update of id on account for each statement execute function account_refuse_removal();
create trigger person_keep before delete or truncate or update of id on person for each statement execute function account_refuse_removal();

create function audit_assert_rows() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_broken text;
begin
  select rule into v_broken
  from added
  left join account on account.id = added.account_id
  left join person on person.id = added.person_id
  cross join lateral (select case
    when account.id is null and added.account_id is not null then 'audit_account'
    when person.id is null and added.person_id is not null then 'audit_person'
    when length(who) not between 1 and 150 or length(address) not between 1 and 100 or length(browser) > 300 then 'audit_lengths'
    when case source
      when 'command' then os_user is null or num_nonnulls(added.account_id, address, browser) > 0
      when 'web' then os_user is not null or num_nulls(added.person_id, added.account_id, address, browser) > 0
      else true
    end then 'audit_where'
  end as rule) as judged
  where rule is not null limit 1;
  if v_broken is not null then
    raise integrity_constraint_violation using message = format('A deed would violate %s', v_broken), constraint = v_broken;
  end if;
  return null;
end $$;
create trigger audit_rows after insert on audit referencing new table as added for each statement execute function audit_assert_rows();
alter table audit
  drop constraint audit_account_id_fkey, drop constraint audit_person_id_fkey,
  drop constraint audit_who_check, drop constraint audit_address_check, drop constraint audit_browser_check,
  drop constraint audit_source_check, drop constraint audit_where;

-- PostgreSQL reads the text of each CHECK of a table, and of each trigger's condition, anew at every statement that writes to the
-- table: 65 KB for an order that is issued and confirmed (decision 159). The same is refused, in shorter texts, and what only a setting can
-- break is judged when a setting is written.

-- Requisites: their counters are written by every order, their settings hardly ever.
create function requisite_assert_settings() returns trigger language plpgsql as $$
declare
  v_broken text := case
    when least(new.interval_minutes, new.max_deals, new.max_current_deals) < 0 or least(new.min_amount, new.max_amount) < 0
      then 'requisite_limits'
    when new.last_4_digits_card !~ '^([0-9]{4})?$' then 'requisite_last_4_digits_card'
    when new.is_active and new.archived_at is not null then 'requisite_archived'
    when new.is_active and new.paused_at is not null then 'requisite_paused'
    when (new.paused_at is null) <> (new.paused_by is null) then 'requisite_paused_by'
    when new.work_on_time and (new.time_up is null or new.time_down is null) then 'requisite_times'
    when (new.switch_at is not null) <> (new.work_on_time and new.archived_at is null) then 'requisite_schedule'
  end;
begin
  if v_broken is not null then
    raise check_violation using message = format('A requisite would violate %s', v_broken), constraint = v_broken;
  end if;
  return new;
end $$;
create trigger requisite_settings
  before insert or update of interval_minutes, min_amount, max_amount, max_deals, max_current_deals, last_4_digits_card, is_active,
    archived_at, paused_at, paused_by, work_on_time, time_up, time_down, switch_at
  on requisite for each row execute function requisite_assert_settings();
alter table requisite
  add constraint requisite_counts check (least(active_orders, current_deals_count, total_deals_count) >= 0),
  add constraint requisite_sums check (least(sum_deals, total_deals_amount, today_deals_amount) >= 0),
  drop constraint requisite_interval_minutes_check, drop constraint requisite_max_deals_check,
  drop constraint requisite_max_current_deals_check, drop constraint requisite_min_amount_check,
  drop constraint requisite_max_amount_check, drop constraint requisite_last_4_digits_card_check,
  drop constraint requisite_check, drop constraint requisite_paused, drop constraint requisite_paused_by,
  drop constraint requisite_times, drop constraint requisite_schedule,
  drop constraint requisite_active_orders_check, drop constraint requisite_current_deals_count_check,
  drop constraint requisite_total_deals_count_check, drop constraint requisite_sum_deals_check,
  drop constraint requisite_total_deals_amount_check, drop constraint requisite_today_deals_amount_check;

-- Accounts of the ledger: what an account is of cannot be written at all; the kind is compared as what it is.
drop trigger ledger_account_step on ledger_account;
create trigger ledger_account_step before update on ledger_account for each row
  -- A version follows the one before, and stands for entries: one entry alone changes the balance.
  when (new.version < old.version + 1 + (new.balance = old.balance)::integer)
  execute function ledger_account_step();
create trigger ledger_account_of before update of id, owner_id, kind on ledger_account
  for each row execute function ledger_account_step();
-- What an account is of stands when it is opened; a platform's has no balance of its own, so no version either.
create function ledger_account_open() returns trigger language plpgsql as $$
begin
  if new.balance <> 0 or new.version <> 0 or (new.owner_id is null) <> (new.kind in ('custody', 'revenue')) then
    raise check_violation using message = 'A ledger account begins at nothing, and is of whom its kind says', constraint = 'ledger_account_open';
  end if;
  return new;
end $$;
create trigger ledger_account_open before insert on ledger_account for each row execute function ledger_account_open();
alter table ledger_account
  drop constraint ledger_account_check, drop constraint ledger_account_check1,
  add constraint ledger_account_platform check (owner_id is not null or version = 0),
  drop constraint ledger_account_floor, drop constraint ledger_account_ceiling,
  add constraint ledger_account_floor check (balance >= 0 or kind = 'owed'),
  add constraint ledger_account_ceiling check (balance <= 0 or kind <> 'owed');

-- A function is read once, the condition of a trigger at every statement.
create or replace function ledger_refuse_by_hand() returns trigger language plpgsql as $$
begin
  if current_setting('kantor.posting', true) is distinct from 'on' then
    raise exception 'Table % takes rows from ledger_post alone', tg_table_name;
  end if;
  return null;
end $$;
drop trigger ledger_journal_posted on ledger_journal;
create trigger ledger_journal_posted before insert on ledger_journal for each statement execute function ledger_refuse_by_hand();
drop trigger ledger_entry_posted on ledger_entry;
create trigger ledger_entry_posted before insert on ledger_entry for each statement execute function ledger_refuse_by_hand();
drop trigger ledger_platform_entry_posted on ledger_platform_entry;
create trigger ledger_platform_entry_posted before insert on ledger_platform_entry
  for each statement execute function ledger_refuse_by_hand();

-- Orders: 292 looks through those that are there, while others are written; 293 takes the former ones away.
alter table orders
  add constraint orders_amounts check (least(amount, amount_usdt, rate) > 0) not valid,
  add constraint orders_shares check (reward_bp >= 0 and reward_bp <= fee_bp and fee_bp <= 10000) not valid,
  -- What an active order holds is its own USDT; what is over holds nothing.
  add constraint orders_held check (
    held = amount_usdt and status <> all ('{CLOSED,EXPIRED,DECLINED}') or held = 0 and status <> 'ACTIVE') not valid,
  -- A reversal is whole, and of a closed order.
  add constraint orders_reversal check (num_nulls(reversed_amount, reversed_at, reversal_reason)
    = case when status = 'CLOSED' and reversed_amount > 0 then 0 else 3 end) not valid;

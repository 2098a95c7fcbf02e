-- Two operators take the second factors off a person who has lost them.
do $$
declare
  r record;
begin
  for r in
    select conname from pg_constraint
    where conrelid = 'correction'::regclass and contype = 'c' and conname in ('correction_kind_check', 'correction_whole')
  loop
    execute format('alter table correction drop constraint %I', r.conname);
  end loop;
end $$;

alter table correction
  add constraint correction_kind_check
    check (kind in ('reversal', 'adjustment', 'deposit', 'closing', 'second_factor')),
  -- Of a lost second factor: whose.
  add column person_id uuid references person,
  add constraint correction_person check ((kind = 'second_factor') = (person_id is not null)),
  add constraint correction_whole check (case kind
    when 'reversal' then num_nulls(order_id, amount) = 0
      and num_nonnulls(user_id, account, against, amount_usdt, reference, withdrawal_id, transaction_hash, unseen) = 0
    when 'adjustment' then num_nulls(user_id, account, against, amount_usdt) = 0
      and num_nonnulls(order_id, amount, reference, withdrawal_id, transaction_hash, unseen) = 0
    when 'deposit' then num_nulls(user_id, amount_usdt, reference) = 0 and amount_usdt > 0
      and num_nonnulls(order_id, amount, account, against, withdrawal_id, transaction_hash, unseen) = 0
    when 'closing' then num_nulls(withdrawal_id, transaction_hash, unseen) = 0
      and num_nonnulls(order_id, amount, user_id, account, against, amount_usdt, reference) = 0
    else num_nonnulls(order_id, amount, user_id, account, against, amount_usdt, reference, withdrawal_id,
      transaction_hash, unseen) = 0 end),
  -- Neither of the two is the person themselves.
  add constraint correction_of_another check (
    person_id is null or (person_id <> proposed_by and person_id is distinct from decided_by));

create unique index correction_one_person on correction (person_id) where kind = 'second_factor' and status = 'WAITING';

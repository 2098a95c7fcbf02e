-- Large deposits by hand and large withdrawals wait for a second operator, as corrections do, and so does a withdrawal that is
-- to be closed by a transaction that no node has seen.
do $$
declare
  r record;
begin
  for r in
    select conname from pg_constraint
    where conrelid = 'correction'::regclass and contype = 'c'
      and (conname = 'correction_kind_check' or pg_get_constraintdef(oid) like '%CASE kind%')
  loop
    execute format('alter table correction drop constraint %I', r.conname);
  end loop;
end $$;

alter table correction
  add constraint correction_kind_check check (kind in ('reversal', 'adjustment', 'deposit', 'closing')),
  -- Of a deposit, besides the trader and micro-USDT: what it is known by.
  add column reference text check (length(reference) between 1 and 200),
  -- Of a closing: the withdrawal, its transaction, and whether the node is not asked for it.
  add column withdrawal_id uuid references withdrawal,
  add column transaction_hash text check (transaction_hash ~ '^[0-9a-f]{64}$'),
  add column unseen boolean,
  add constraint correction_whole check (case kind
    when 'reversal' then num_nulls(order_id, amount) = 0
      and num_nonnulls(user_id, account, against, amount_usdt, reference, withdrawal_id, transaction_hash, unseen) = 0
    when 'adjustment' then num_nulls(user_id, account, against, amount_usdt) = 0
      and num_nonnulls(order_id, amount, reference, withdrawal_id, transaction_hash, unseen) = 0
    when 'deposit' then num_nulls(user_id, amount_usdt, reference) = 0 and amount_usdt > 0
      and num_nonnulls(order_id, amount, account, against, withdrawal_id, transaction_hash, unseen) = 0
    else num_nulls(withdrawal_id, transaction_hash, unseen) = 0
      and num_nonnulls(order_id, amount, user_id, account, against, amount_usdt, reference) = 0 end);

-- One proposal waits at a time for each.
create unique index correction_one_deposit on correction (reference) where kind = 'deposit' and status = 'WAITING';
create unique index correction_one_closing on correction (withdrawal_id) where kind = 'closing' and status = 'WAITING';

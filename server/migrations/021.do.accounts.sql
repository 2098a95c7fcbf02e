-- One account, one trader.

-- What roubles of these bank data arrive at, in one spelling: an account's or card's number without spaces and dashes, and a
-- phone, as 79001234567, at its bank. Less than a number tells nothing.
create function account_keys(p_bank smallint, p_phone text, p_account text)
returns table (kind text, value text) language plpgsql immutable as $$
declare
  v_account text := upper(regexp_replace(p_account, '[^[:alnum:]]', '', 'g'));
  v_phone   text := regexp_replace(p_phone, '[^0-9]', '', 'g');
begin
  if length(v_account) >= 8 then
    return query select 'account', v_account;
  end if;
  if length(v_phone) >= 10 then
    return query select 'phone', p_bank || ' ' || case
      when length(v_phone) = 10 then '7' || v_phone
      when length(v_phone) = 11 then regexp_replace(v_phone, '^8', '7')
      else v_phone end;
  end if;
end $$;

-- Whose an account is: some trader's whose requisite in force has it. Whoever gives a requisite an account, or takes it away,
-- locks this row first.
create table account_claim (
  kind      text not null check (kind in ('account', 'phone')),
  value     text not null,
  trader_id uuid not null references users,
  primary key (kind, value)
);

-- Traders who may use an account that is another trader's.
create table account_permit (
  kind       text not null check (kind in ('account', 'phone')),
  value      text not null,
  trader_id  uuid not null references users,
  created_at timestamptz not null,
  primary key (kind, value, trader_id)
);

create temporary table account_in_force on commit drop as
  select keys.kind, keys.value, requisite.trader_id, min(requisite.id::text) as eldest
  from requisite cross join lateral account_keys(bank_id, phone, bank_account) as keys
  where archived_at is null group by 1, 2, 3;

insert into account_claim (kind, value, trader_id)
select distinct on (kind, value) kind, value, trader_id from account_in_force order by kind, value, eldest;

-- Accounts that several traders had before this rule stay theirs; the audit says so.
with permit as (
  insert into account_permit (kind, value, trader_id, created_at)
  select kind, value, trader_id, now() from account_in_force
  where (kind, value, trader_id) not in (select kind, value, trader_id from account_claim)
  returning *
)
insert into audit (id, at, who, os_user, action, object_kind, object_id, before, after)
select (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
  created_at, 'migration 021', 'kantor', 'allow-account', 'user', trader_id::text, '{}',
  jsonb_build_object(kind, value, 'reason', 'held before the rule')
from permit;

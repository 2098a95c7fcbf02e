-- Where a bank's messages name no card and no account, two orders of one sum at two requisites of one cabinet cannot be told apart:
-- there an order keeps its amount on all of them (decision 66).

-- Whether nearly every message of the bank about money that came names the card or the account.
alter table bank add column names_tail boolean not null default false;
update bank set names_tail = true where name in ('Сбербанк', 'ВТБ', 'Банк Открытие');

-- As before, and of the other requisites of its cabinet and bank where the bank names no tail. Whoever issues for one sum in one
-- cabinet at such a bank does it one after the other: their requisites are different rows. That lock is taken after the requisites',
-- in one order, and the statements below see what those before have committed.
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
  if exists (
    select from unnest(p_requisites, p_amounts) as wanted (requisite_id, amount)
    group by requisite_id, amount having count(*) > 1
  ) or exists (
    select from unnest(p_requisites, p_amounts) as wanted (requisite_id, amount)
    join requisite r on r.id = wanted.requisite_id
    join bank on bank.id = r.bank_id
    where r.cabinet_id is not null and not bank.names_tail
    group by r.cabinet_id, r.bank_id, wanted.amount having count(*) > 1
  ) or exists (
    select from unnest(p_requisites, p_amounts) as wanted (requisite_id, amount)
    cross join lateral (
      select from orders o
      where o.requisite_id = wanted.requisite_id and o.amount = wanted.amount
        and order_over_at(o.status, o.expires_at, o.paid_at) > p_since
      limit 1
    ) as kept
  ) or exists (
    select from unnest(p_requisites, p_amounts) as wanted (requisite_id, amount)
    join requisite r on r.id = wanted.requisite_id
    join bank on bank.id = r.bank_id
    cross join lateral (
      select o.id from requisite other
      cross join lateral (
        select o.id from orders o
        where o.requisite_id = other.id and o.amount = wanted.amount
          and order_over_at(o.status, o.expires_at, o.paid_at) > p_since
        limit 1
      ) as o
      where other.cabinet_id = r.cabinet_id and other.bank_id = r.bank_id and other.id <> r.id
      limit 1
    ) as kept
    where not bank.names_tail
  ) then
    raise exception 'Another order keeps the amount' using constraint = 'order_amount_taken';
  end if;
end $$;

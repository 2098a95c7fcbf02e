-- Whether other orders keep an amount (101): requisites that messages tell from all others, as most are, are not looked at for those
-- that they do not. The first query finds whether there are any.

create or replace function orders_assert_amount_free(p_requisites uuid[], p_amounts bigint[], p_since timestamptz)
returns void language plpgsql as $$
declare
  v_are_alike boolean;
  v_are_taken boolean;
begin
  perform pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(concat_ws('/', 'amount', r.cabinet_id, r.bank_id, wanted.amount), 0) as key
    from unnest(p_requisites, p_amounts) as wanted (requisite_id, amount)
    join requisite r on r.id = wanted.requisite_id
    join bank on bank.id = r.bank_id
    where r.cabinet_id is not null and not bank.names_tail
    order by 1 offset 0
  ) as keys;
  v_are_alike := found;

  v_are_taken := exists (
    select from unnest(p_requisites, p_amounts) as wanted (requisite_id, amount)
    group by requisite_id, amount having count(*) > 1
  ) or exists (
    select from unnest(p_requisites, p_amounts) as wanted (requisite_id, amount)
    cross join lateral (
      select from orders o
      where o.requisite_id = wanted.requisite_id and o.amount = wanted.amount
        and order_over_at(o.status, o.expires_at, o.paid_at) > p_since
      limit 1
    ) as kept
  );

  if v_are_alike and not v_are_taken then
    v_are_taken := exists (
      select from unnest(p_requisites, p_amounts) as wanted (requisite_id, amount)
      join requisite r on r.id = wanted.requisite_id
      join bank on bank.id = r.bank_id
      where r.cabinet_id is not null and not bank.names_tail
      group by r.cabinet_id, r.bank_id, wanted.amount having count(*) > 1
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
    );
  end if;

  if v_are_taken then
    raise exception 'Another order keeps the amount' using constraint = 'order_amount_taken';
  end if;
end $$;

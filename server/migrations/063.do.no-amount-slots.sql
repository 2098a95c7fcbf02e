-- Which order keeps an amount on a requisite is told by the orders themselves. The table beside them was one more row for every
-- step to write, and it knew nothing of appeals.

-- When an order is over: a moment after which, and a grace, no message of a bank is expected for it. While it waits for its payer,
-- or somebody claims that it was paid, it is not.
create function order_over_at(p_status order_status, p_expires_at timestamptz, p_paid_at timestamptz)
returns timestamptz language sql immutable parallel safe
return case when p_status in ('ACTIVE', 'APPEAL') then 'infinity'::timestamptz else greatest(p_expires_at, p_paid_at) end;

-- Leads to the orders that keep an amount, past all that once kept it, however many; and to those of an amount that a message names.
create index orders_amount on orders (requisite_id, amount, order_over_at(status, expires_at, paid_at));
drop index orders_requisite;

-- Raises order_amount_taken where an order of the amount on the requisite is not over at p_since, or where two of these want the
-- same. The caller holds the requisites' locks, which everything that issues or moves an order takes: its own snapshot may be
-- older than they are, that of the statement here is not. New orders are judged before they are written.
create function orders_assert_amount_free(p_requisites uuid[], p_amounts bigint[], p_since timestamptz)
returns void language plpgsql as $$
begin
  if exists (
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
  ) then
    raise exception 'Another order keeps the amount' using constraint = 'order_amount_taken';
  end if;
end $$;

drop function order_takes_slot(orders, timestamptz, timestamptz);
drop table amount_slot;

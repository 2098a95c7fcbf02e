-- As before (064), but no further back than the hour: the rows of a merchant who loses few orders were read days back.
-- Numbers are given in nearly the order of creation, a moment apart: a minute is long for that.
create or replace function merchant_unpaid(p_merchant uuid, p_at timestamptz, p_most bigint)
returns setof timestamptz language plpgsql as $$
declare
  v_since   timestamptz := p_at - interval '60 minutes';
  v_status  order_status;
  v_created timestamptz;
begin
  foreach v_status in array array['ACTIVE', 'EXPIRED', 'DECLINED', 'APPEAL']::order_status[] loop
    for v_created in
      select created_at from orders where merchant_id = p_merchant and status = v_status order by merchant_seq desc limit p_most
    loop
      exit when v_created <= v_since - interval '1 minute';
      if v_created > v_since then return next v_created; end if;
    end loop;
  end loop;
end $$;

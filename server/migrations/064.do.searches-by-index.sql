-- A search touches what it finds: each meaning of its text has an index that leads to the owner's newest orders of a status by it,
-- in the order of their numbers (server/src/modules/orders/store/search.ts). docs/decisions/0046 tells who needs which index.

-- By what payers were shown. The trader's replaces the one by id, which knew no status; it also leads to a requisite's active orders.
drop index orders_payee;
create index orders_payee on orders (requisite_id, status, payee_version, trader_seq);
create index orders_merchant_payee on orders (merchant_id, requisite_id, payee_version, status, merchant_seq);
-- By sum.
create index orders_merchant_amount on orders (merchant_id, amount, status, merchant_seq);
create index orders_trader_amount on orders (trader_id, amount, status, trader_seq);

-- The short name is a number of eight hexadecimal digits: as such it takes two thirds of the room.
drop index orders_short_name;
create index orders_short_name on orders ((('x' || right(id::text, 8))::bit(32)::integer));

-- The number in an owner's list of the last order whose id is not greater, 0 if there is none. Numbers are given in nearly the
-- order of ids, which are made a moment before: neighbours may be the other way round. As many steps as the list's length has bits.
create function order_number_at(p_owner uuid, p_role text, p_id uuid) returns bigint language plpgsql stable as $$
declare
  v_low    bigint;
  v_high   bigint;
  v_middle bigint;
  v_id     uuid;
begin
  select first - 1, last + 1 into v_low, v_high from list_sequence where owner_id = p_owner and list = 'orders';
  if not found then return 0; end if;
  while v_high - v_low > 1 loop
    v_middle := (v_low + v_high) / 2;
    if p_role = 'trader' then
      select id into v_id from orders where trader_id = p_owner and trader_seq = v_middle;
    else
      select id into v_id from orders where merchant_id = p_owner and merchant_seq = v_middle;
    end if;
    if v_id <= p_id then v_low := v_middle; else v_high := v_middle; end if;
  end loop;
  return v_low;
end $$;

-- As before (029), from the newest back: no index by id is needed for the beginning of the hour.
create or replace function merchant_unpaid(p_merchant uuid, p_at timestamptz, p_most bigint)
returns setof timestamptz language plpgsql as $$
declare
  v_status order_status;
begin
  foreach v_status in array array['ACTIVE', 'EXPIRED', 'DECLINED', 'APPEAL']::order_status[] loop
    return query
      select newest.created_at from (
        select orders.created_at from orders where merchant_id = p_merchant and status = v_status
        order by merchant_seq desc limit p_most
      ) as newest
      where newest.created_at > p_at - interval '60 minutes';
  end loop;
end $$;

-- Nobody's message belongs to another trader's order: an order never changes its trader, so that looking when a message, or a
-- confirmation, is written tells as much as a foreign key on both columns did, and the index for that is not needed.
alter table notification
  drop constraint notification_own_order,
  add constraint notification_order_id_fkey foreign key (order_id) references orders;
alter table order_confirmation drop constraint order_confirmation_trader_id_order_id_fkey;

create function order_is_own() returns trigger language plpgsql as $$
begin
  if new.order_id is not null
     and not exists (select from orders where id = new.order_id and trader_id = new.trader_id) then
    raise exception 'Order % is not one of trader %: %_own_order', new.order_id, new.trader_id, tg_table_name
      using errcode = 'foreign_key_violation', constraint = tg_table_name || '_own_order', table = tg_table_name;
  end if;
  return new;
end $$;
create trigger notification_own_order before insert or update of order_id, trader_id on notification
  for each row execute function order_is_own();
create trigger order_confirmation_own_order before insert or update of order_id, trader_id on order_confirmation
  for each row execute function order_is_own();
drop index orders_trader_id;

drop index orders_merchant_id;

-- Of an expression the planner knows nothing until the table is looked at. An empty one is left alone: it would be taken for empty.
do $$
begin
  if exists (select from orders) then
    analyze orders;
  end if;
end $$;

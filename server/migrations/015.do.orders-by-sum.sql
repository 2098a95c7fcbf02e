-- A bank's message names a sum: the orders of that sum on a requisite are found at once, however many others there are.
-- What was found by the requisite alone still is.
drop index orders_requisite;
create index orders_requisite on orders (requisite_id, amount, id);

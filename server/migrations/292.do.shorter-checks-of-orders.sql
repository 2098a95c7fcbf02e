-- Outside of a transaction: whoever works on orders goes on while all of them are looked through.
alter table orders validate constraint orders_amounts;
alter table orders validate constraint orders_shares;
alter table orders validate constraint orders_held;
alter table orders validate constraint orders_reversal;

-- Where the payer of an order was sent, for good: an order's payee is a version of its requisite's bank data.

create table payee (
  requisite_id       uuid not null references requisite,
  version            integer not null check (version > 0),
  bank_id            smallint not null references bank,
  fio                text not null,
  phone              text not null,
  bank_account       text not null,
  last_4_digits_card text not null,
  -- Who typed it, and when.
  changed_by         uuid not null references users,
  created_at         timestamptz not null,
  -- The last number in the trader's list of orders when it came in force: the requisite's orders with greater numbers have this
  -- payee, up to the next version's. Orders take their numbers under the requisite's lock; clocks would tell less.
  after_order        bigint not null default 0 check (after_order >= 0),
  primary key (requisite_id, version),
  unique (requisite_id, version, bank_id, fio, phone, bank_account, last_4_digits_card)
);

-- What a requisite said before was not kept: its present data are its first version.
insert into payee (requisite_id, version, bank_id, fio, phone, bank_account, last_4_digits_card, changed_by, created_at)
select id, 1, bank_id, fio, phone, bank_account, last_4_digits_card, trader_id, created_at from requisite;

create function payee_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Payees are append only: % is refused', tg_op;
end $$;
create trigger payee_append_only before update or delete or truncate on payee execute function payee_refuse_change();

-- The requisite's row keeps its bank data, so that issuing reads one row; they are its version in force, to the letter.
alter table requisite add column payee_version integer not null default 1;
alter table requisite add constraint requisite_payee_fkey
  foreign key (id, payee_version, bank_id, fio, phone, bank_account, last_4_digits_card)
  references payee (requisite_id, version, bank_id, fio, phone, bank_account, last_4_digits_card);

-- A default rewrites no row: old orders get their payee at once, however many they are. A payee has a requisite, which makes
-- the old foreign key superfluous.
alter table orders add column payee_version integer not null default 1;
alter table orders alter column payee_version drop default;
alter table orders add constraint orders_payee_fkey foreign key (requisite_id, payee_version) references payee;
alter table orders drop constraint orders_requisite_id_fkey;

-- Merchants find orders by the beginning of their own number. In the order of its bytes, the unique index finds beginnings, too.
alter table orders alter column external_id type text collate "C";

-- A trader searches by what payers were shown, and finds the newest orders of each payee, however many others there are.
create index orders_payee on orders (requisite_id, payee_version, id);

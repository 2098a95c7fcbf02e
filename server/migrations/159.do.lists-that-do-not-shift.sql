-- What a shop's server asks for beyond pages (decision 86): lists from where one was, of a time, of what has changed; what happened
-- to its objects; and data of its own beside an order or a payout.

-- What happened to a merchant's objects, in the order in which it was read from the outbox: written with the webhooks by their reader,
-- so that the steps themselves write nothing more. `at` is the moment of that, which only grows: a moment leads to a place by the key.
create table merchant_event (
  n           bigint generated always as identity,
  merchant_id uuid not null references account,
  object      text not null check (object in ('order', 'appeal', 'payout', 'withdrawal')),
  object_id   uuid not null,
  -- `order.closed`
  type        text not null,
  -- The row of the outbox, which webhooks name too; null: of before there was this log, and told as no event.
  event_id    bigint,
  -- When it happened, and when it was read.
  happened_at timestamptz not null,
  at          timestamptz not null,
  primary key (merchant_id, object, at, n)
);
-- Whether it is the object's last.
create index merchant_event_object on merchant_event (object_id, n);

-- The last of every object that there is.
insert into merchant_event (merchant_id, object, object_id, type, happened_at, at)
select merchant_id, object, object.id, object || '.' || lower(status), at, at from (
  select o.merchant_id, 'order' as object, o.id, o.status::text,
    greatest(o.reversed_at, (select max(created_at) from order_status_change where order_id = o.id), o.created_at) as at
  from orders o
  union all
  select merchant_id, 'appeal', id, status::text, greatest(processed_at, created_at) from appeal
  union all
  select merchant_id, 'payout', id, status::text, greatest(done_at, contested_at, settled_at, created_at) from payout
  union all
  select owner_id, 'withdrawal', w.id, status::text, greatest(done_at, sending_at, w.created_at)
  from withdrawal w
) as object join account on account.id = merchant_id and account.role = 'merchant'
order by at, object.id;

-- What a shop keeps beside an order of its own. Most have none: no row, and nothing on `orders` itself.
create table order_shop_data (
  order_id    uuid primary key references orders,
  merchant_id uuid not null references account,
  payer_id    text check (length(payer_id) between 1 and 128),
  metadata    jsonb check (jsonb_typeof(metadata) = 'object'),
  check (payer_id is not null or metadata is not null)
);
create index order_shop_data_payer on order_shop_data (merchant_id, payer_id, order_id) where payer_id is not null;

alter table payout
  add column payer_id text check (length(payer_id) between 1 and 128),
  add column metadata jsonb check (jsonb_typeof(metadata) = 'object');
create index payout_payer on payout (merchant_id, payer_id, id) where payer_id is not null;

-- A moment leads to a place in an owner's list, and a status to its rows; `orders` has both already.
create index payout_merchant_id on payout (merchant_id, id);
create index payout_merchant_status on payout (merchant_id, status, merchant_seq);
create index appeal_merchant_id on appeal (merchant_id, id);
create index appeal_merchant_status on appeal (merchant_id, status, merchant_seq);
create index withdrawal_owner_id on withdrawal (owner_id, id);
create index withdrawal_owner_status on withdrawal (owner_id, status, owner_seq);

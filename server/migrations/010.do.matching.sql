-- Which order a bank's message pays, and what became of each message.

create type notification_outcome as enum (
  'paid', 'ambiguous', 'no_order', 'near', 'before_order', 'expired', 'already_closed', 'cancelled', 'appeal',
  'cabinet_blocked', 'tail_mismatch', 'other_bank', 'outgoing', 'duplicate', 'block', 'unread',
  -- Heard by a version that did not look for orders.
  'before_matching'
);

alter table notification
  add column outcome notification_outcome not null default 'before_matching',
  -- The same for a person, in Russian, with the figures of that moment.
  add column reason text not null default 'Получено до того, как появилась сверка с заказами',
  -- When the phone heard it, by our clock; created_at is when it reached us.
  add column heard_at timestamptz,
  -- SHA-256 of the application, the text and the minute of the phone's clock: the same said again is not another message.
  add column text_hash bytea check (length(text_hash) = 32),
  -- What was read in it. Kopecks.
  add column amount bigint check (amount > 0),
  add column balance bigint,
  add column bank text,
  add column tail text,
  add column sender text,
  add constraint notification_paid_order check (outcome <> 'paid' or (order_id is not null and amount is not null)),
  add constraint notification_text_once unique (cabinet_id, text_hash);
update notification set heard_at = created_at;
alter table notification
  alter column outcome drop default,
  alter column reason drop default,
  alter column heard_at set not null,
  add constraint notification_text_hash check (outcome = 'before_matching' or text_hash is not null);

-- A message pays at most one order, having one order_id, and this: an order is paid by at most one message. Any number may
-- be attached to it besides.
create unique index notification_pays on notification (order_id) where outcome = 'paid';
create index notification_order on notification (order_id) where order_id is not null;

-- Nobody's message belongs to another trader's order.
drop index orders_trader_id;
create unique index orders_trader_id on orders (trader_id, id);
alter table notification
  drop constraint notification_order_id_fkey,
  add constraint notification_own_order foreign key (trader_id, order_id) references orders (trader_id, id);

-- The orders that a message may be about, where it is not attached to one of them.
create table notification_candidate (
  notification_id uuid not null references notification,
  order_id        uuid not null references orders,
  primary key (notification_id, order_id)
);
create index notification_candidate_order on notification_candidate (order_id);

-- The bank's word that a card or an account is blocked switches a requisite off, until the trader switches it on again.
alter table requisite
  add column paused_at timestamptz,
  -- Deferred: by the order of locks the message is written after its requisites.
  add column paused_by uuid references notification deferrable initially deferred,
  add constraint requisite_paused_by check ((paused_at is null) = (paused_by is null)),
  add constraint requisite_paused check (paused_at is null or not is_active);

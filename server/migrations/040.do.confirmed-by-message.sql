-- A trader says what they confirm an order by: one of the bank's messages, or why there is none.

-- The trader chose the message, in `outcome` is what the phone's reader made of it before. It then belongs to the order it paid.
alter table notification
  add column chosen_at timestamptz,
  add constraint notification_chosen_order
    check (chosen_at is null or (outcome <> 'paid' and order_id is not null and amount is not null));

-- One index for what pays by itself and what a trader chose: an order is paid by at most one message.
drop index notification_pays;
create unique index notification_pays on notification (order_id) where outcome = 'paid' or chosen_at is not null;
-- What a trader may choose from: money that came to a cabinet and paid nothing yet.
create index notification_unused on notification (cabinet_id, heard_at)
  where chosen_at is null and amount is not null and outcome in ('ambiguous', 'no_order', 'near', 'before_order', 'expired',
    'already_closed', 'cancelled', 'appeal', 'cabinet_blocked', 'tail_mismatch');

-- Without a row the trader gave no ground.
create table order_confirmation (
  order_id        uuid primary key references orders,
  trader_id       uuid not null references users,
  ground          text not null check (ground in ('message', 'screenshot', 'statement', 'other')),
  -- A message is used once.
  notification_id uuid unique references notification,
  note            text check (note <> ''),
  created_at      timestamptz not null,
  constraint order_confirmation_message check ((ground = 'message') = (notification_id is not null)),
  constraint order_confirmation_note check (note is null or ground <> 'message'),
  foreign key (trader_id, order_id) references orders (trader_id, id)
);

-- The bank's own balance settles what is ambiguous (decision 65).

-- What is done at a bank with what its balances say: nothing; it is kept, and compared with what people do; it is done.
create table balance_mode (
  bank_id smallint primary key references bank,
  mode    text not null default 'shadow' check (mode in ('off', 'shadow', 'on'))
);
insert into balance_mode (bank_id) select id from bank;

-- The last word of a bank on the money of an account: of a requisite as one version of its bank data. It is written under the lock
-- of the message's cabinet, and nobody else's.
create table balance_chain (
  requisite_id  uuid not null,
  payee_version integer not null,
  -- The message that said it, and what it said. Kopecks.
  message_id    uuid not null references notification,
  balance       bigint not null,
  amount        bigint not null check (amount > 0),
  application   text not null,
  heard_at      timestamptz not null,
  -- Since then each message has continued the balance of the one before, to the kopeck.
  since         timestamptz not null check (since <= heard_at),
  -- So many of them in a row, with nothing between that may have moved the balance.
  links         integer not null check (links >= 0),
  -- A later message that goes against it. What its trader says of that message is true.
  doubted_by    uuid references notification check (doubted_by <> message_id),
  primary key (requisite_id, payee_version),
  foreign key (requisite_id, payee_version) references payee (requisite_id, version)
) with (fillfactor = 50);

-- What the balances, or the number of messages, say of a message.
create table balance_verdict (
  notification_id uuid primary key references notification,
  bank_id         smallint not null references bank,
  -- `balance`: the message continues the balance of this order's account and of no other. `count`: as many messages as orders of one
  -- sum. `doubt`: it goes against the unbroken balance of this order's account, and should not close it.
  rule            text not null check (rule in ('balance', 'count', 'doubt')),
  order_id        uuid not null references orders,
  -- Kopecks on the account before the message.
  balance_before  bigint check ((balance_before is null) = (rule = 'count')),
  -- It was done; otherwise it is only kept, to be compared with what people do.
  was_done        boolean not null,
  created_at      timestamptz not null
);
create index balance_verdict_bank on balance_verdict (bank_id, created_at);

-- Whoever has as many messages as orders must find the messages: candidates of an order are found by an index already.
alter table notification
  drop constraint notification_outcome_known,
  add constraint notification_outcome_known check (outcome in (
    'paid', 'ambiguous', 'no_order', 'near', 'before_order', 'expired', 'already_closed', 'cancelled', 'appeal',
    'cabinet_blocked', 'tail_mismatch', 'other_bank', 'unknown_sender', 'balance_mismatch', 'outgoing', 'duplicate', 'block',
    'one_time_code', 'unread', 'before_matching'
  ));
drop index notification_unused;
create index notification_unused on notification (cabinet_id, heard_at)
  where chosen_at is null and amount is not null and outcome in ('ambiguous', 'no_order', 'near', 'before_order', 'expired',
    'already_closed', 'cancelled', 'appeal', 'cabinet_blocked', 'tail_mismatch', 'balance_mismatch');

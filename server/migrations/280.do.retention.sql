-- What is kept for a time and then forgotten (decision 133).

-- Where the worker is in what it forgets a row at a time, and how many rows of a kind it has forgotten ever.
create table retention (
  what    text primary key,
  -- Ids up to this one were looked at; null: none, or what is forgotten is found without.
  through uuid,
  n       bigint not null default 0 check (n >= 0)
);
insert into retention (what) values ('texts');

-- When the text of a bank's message was deleted, and with it whatever it said of persons and accounts. Its hash stays.
alter table notification
  add column forgotten_at timestamptz,
  -- An earlier version reads a text that is empty. Validated in a file of its own.
  add constraint notification_forgotten check (forgotten_at is null
    or (text = '' and plain_request = '' and sender is null and tail is null and balance is null)) not valid;

-- Messages of orders in appeal, passed over by the worker: their texts go once that is over.
create table notification_kept_text (
  notification_id uuid primary key references notification
);

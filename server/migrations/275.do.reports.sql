-- Reports that come by themselves: of a day, of a week, to a person by their channels, and of a day to a merchant's server.

-- What was made, so that each is made once, whoever makes it and however often it is tried.
create table report (
  id           uuid primary key,
  -- Whose figures.
  account_id   uuid not null references account,
  -- Who is told; null: the merchant's server.
  person_id    uuid references person,
  recipient_id uuid not null generated always as (coalesce(person_id, account_id)) stored,
  kind         text not null check (kind in ('day', 'week')),
  -- Of Moscow's calendar; of a week its Monday.
  first_day    date not null check (kind = 'day' or extract(isodow from first_day) = 1),
  made_at      timestamptz not null,
  -- The day first: who has not been told of one is looked for among all.
  constraint report_once unique (kind, first_day, account_id, recipient_id),
  constraint report_of_day check (person_id is not null or kind = 'day')
);
create index report_made on report (made_at) where person_id is not null;

alter table alert_choice
  -- Of reports: where they go; null: wherever the person is called.
  add column channels text[] check (channels <@ '{push,telegram}'::text[]),
  -- Since when they are on: nobody is told of what was before.
  add column since timestamptz;
create index alert_choice_report on alert_choice (person_id) where is_on and kind in ('report_day', 'report_week');

-- When a person's reports come, and in which language. No row: as is usual.
create table alert_report (
  person_id uuid primary key references person,
  -- Of the day in Moscow.
  hour      smallint not null check (hour between 0 and 23),
  language  text not null check (language in ('ru', 'en'))
);

-- The figures of a report on its way, as they were when it was made.
alter table alert_delivery add column report jsonb;

-- What waits for a person among banks' messages is sorted by them (decision 75).

alter table notification
  -- Its trader's people said that it is about no order; it may be taken back.
  add column dismissed_at timestamptz,
  add column dismissed_by uuid references person,
  add column dismissed_as text check (dismissed_as in ('own_money', 'other_person', 'advert', 'repeated', 'other')),
  add column dismissed_note text check (dismissed_note <> ''),
  -- Its trader opened this appeal by it, since another sum came than the order's. While that is open no other order may be confirmed by it.
  add column appeal_id uuid references appeal,
  add constraint notification_dismissed check (
    (dismissed_at is null) = (dismissed_as is null) and (dismissed_at is null) = (dismissed_by is null)
      and (dismissed_note is null or dismissed_at is not null)),
  -- What is used or kept for an appeal is about an order.
  add constraint notification_about_none check (dismissed_at is null or (chosen_at is null and appeal_id is null)),
  -- A person may choose what nobody could read.
  drop constraint notification_chosen_order,
  add constraint notification_chosen_order
    check (chosen_at is null or (outcome <> 'paid' and order_id is not null and (amount is not null or outcome = 'unread')));
create unique index notification_appeal on notification (appeal_id) where appeal_id is not null;
-- Texts with a sum that nobody could read: few, and looked for by cabinet.
create index notification_unread_sum on notification (cabinet_id, heard_at)
  where outcome = 'unread' and names_sum and chosen_at is null;

-- Who is asked: an appeal that a trader opened is never theirs to confirm.
alter table appeal
  add column decided_by text not null default 'trader' check (decided_by in ('trader', 'merchant', 'operator'));

-- What a merchant lets traders do with an order when another sum has come.
alter table account
  add column other_sum_rule text not null default 'ask' check (other_sum_rule in ('never', 'down_to', 'ask')),
  -- Whole per cent of the order's sum that may be missing.
  add column missing_percent smallint check (missing_percent between 1 and 50),
  add constraint account_missing_percent check ((other_sum_rule = 'down_to') = (missing_percent is not null));

-- Phones with any application that can post: they prove themselves by a secret alone, so what is known of them is where they post from.
alter table device drop constraint device_kind_check;
alter table device
  add constraint device_kind_check check (kind in ('phone', 'sms_gateway', 'sms_forwarder', 'any_app'));

alter table cabinet
  -- Its phone's application signs nothing.
  add column is_unsigned          boolean not null default false,
  -- Where its posts come from, since when, and where they came from before.
  add column post_address         text,
  add column post_address_since   timestamptz,
  add column former_post_address  text,
  add constraint cabinet_post_address check ((post_address is null) = (post_address_since is null)
    and (former_post_address is null or post_address is not null));

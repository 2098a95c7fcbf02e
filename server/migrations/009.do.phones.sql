-- Phones: which of them speaks for a cabinet, and when it was last heard. Requisites that the clock switches. Lists whose
-- oldest rows are forgotten.

-- Who may speak for a cabinet. No key is kept: it is derived from the server's secret and the id (modules/device-api).
create table device (
  id           uuid primary key,
  cabinet_id   uuid not null references cabinet,
  kind         text not null check (kind in ('phone', 'sms_gateway', 'sms_forwarder')),
  -- The highest counter of a signed call, or the time of an application's last ping: what is not above it is a replay.
  last_counter bigint not null default 0 check (last_counter >= 0),
  created_at   timestamptz not null,
  ended_at     timestamptz
) with (fillfactor = 50);
-- One phone a cabinet: a new one ends the former.
create unique index device_in_force on device (cabinet_id) where ended_at is null;
create index device_cabinet on device (cabinet_id);

alter table cabinet
  -- When its phone was last heard, a few seconds less at most. Two minutes later the cabinet takes no orders.
  add column last_heard_at timestamptz,
  -- What the screens were told last. Nothing is decided by it: the truth is the time above.
  add column is_heard boolean not null default false,
  -- When its last ping was kept: of many pings one a minute is.
  add column last_ping_at timestamptz,
  add constraint cabinet_heard check (not is_heard or last_heard_at is not null);
-- Every ping writes here; none of what it writes is indexed, so that the new version stays on its page.
alter table cabinet set (fillfactor = 50);
create index cabinet_is_heard on cabinet (id) where is_heard;

-- When the clock switches the requisite next. Only with a schedule: without one the times do nothing.
alter table requisite add column switch_at timestamptz;
-- Until now nothing was switched by time: that is made up for once.
update requisite set switch_at = date_trunc('milliseconds', now()) where work_on_time and archived_at is null;
alter table requisite
  add constraint requisite_schedule check ((switch_at is not null) = (work_on_time and archived_at is null)),
  add constraint requisite_times check (not work_on_time or (time_up is not null and time_down is not null));
create index requisite_switch on requisite (switch_at) where switch_at is not null;

-- The number of the oldest row that is still there: rows are forgotten from the old end only, so a list stays dense.
alter table list_sequence
  add column first bigint not null default 1,
  add constraint list_sequence_first check (first between 1 and last + 1);

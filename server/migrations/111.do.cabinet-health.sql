-- The silences of a cabinet's phone that are over: from its last call (before the first: from the cabinet's making) to the next one,
-- more than two minutes later. A silence that lasts is told by the cabinet itself. Two days of them are kept.
create table cabinet_silence (
  cabinet_id uuid not null references cabinet,
  since      timestamptz not null,
  until      timestamptz not null,
  primary key (cabinet_id, since),
  check (since < until)
);

-- Of the last day, as far as pings tell: about one a minute is kept.
insert into cabinet_silence (cabinet_id, since, until)
select cabinet_id, before, created_at from (
  select cabinet_id, created_at, lag(created_at) over (partition by cabinet_id order by created_at) as before
  from device_ping where created_at > now() - interval '25 hours'
) as ping
where created_at > before + interval '2 minutes';

-- The charge of its phone in per cent, as its last ping told it.
alter table cabinet add column battery smallint check (battery between 0 and 100);

-- The number of the last of a trader's messages that came before a moment. They are numbered in the order in which they came.
create function notification_number_before(p_trader uuid, p_at timestamptz) returns bigint language plpgsql stable as $$
declare
  v_low    bigint;
  v_high   bigint;
  v_middle bigint;
  v_at     timestamptz;
begin
  select first - 1, last + 1 into v_low, v_high from list_sequence where owner_id = p_trader and list = 'notifications';
  if not found then return 0; end if;
  while v_high - v_low > 1 loop
    v_middle := (v_low + v_high) / 2;
    select created_at into v_at from notification where trader_id = p_trader and trader_seq = v_middle;
    if v_at < p_at then v_low := v_middle; else v_high := v_middle; end if;
  end loop;
  return v_low;
end $$;

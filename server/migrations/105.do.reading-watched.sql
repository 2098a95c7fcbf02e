-- How much of what banks write about money is read, by application and hour: folded with the other figures (088).

-- The text names a sum in roubles, read or not. Of messages that came before: not known, and not counted.
alter table notification add column names_sum boolean not null default false;

alter table message_hour
  -- The bank that speaks, as in the table of banks; null where nobody knows the sender.
  add column bank        text,
  -- Messages that name a sum, and those of them in which nothing was read.
  add column sums        bigint not null default 0,
  add column sums_unread bigint not null default 0,
  add constraint message_hour_sums check (0 <= sums_unread and sums_unread <= sums and sums <= n);
-- Which of the former named a sum is not known: all are taken for such, so that their share is less than it was, and never more.
update message_hour set sums = n, sums_unread = unread;
-- The usual share of one application.
create index message_hour_application on message_hour (application, hour) where sums > 0;

create or replace function figures_fold(p_last_xid xid8, p_last_id bigint) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into figure_minute as f (minute, figure, n, amount)
  select minute, figure, sum(n), sum(amount) from figures_unfolded(p_last_xid, p_last_id) group by 1, 2 order by 1, 2
  on conflict (minute, figure) do update set n = f.n + excluded.n, amount = f.amount + excluded.amount;

  insert into message_hour as m (hour, application, n, unread, bank, sums, sums_unread)
  select date_trunc('hour', notification.created_at), application, count(*), count(*) filter (where outcome = 'unread'),
    max(notification.bank), count(*) filter (where names_sum), count(*) filter (where names_sum and outcome = 'unread')
  from unfolded_event as event join notification on notification.id = event.object_id
  where event.kind = 'notification.new' and (event.xid, event.id) <= (p_last_xid, p_last_id)
  group by 1, 2 order by 1, 2
  on conflict (hour, application) do update set n = m.n + excluded.n, unread = m.unread + excluded.unread,
    bank = coalesce(excluded.bank, m.bank), sums = m.sums + excluded.sums, sums_unread = m.sums_unread + excluded.sums_unread;
end $$;

-- As before (088), but what a caller asks of the view stays outside its second part: a bound of (xid, id) that came in led a plan made
-- while the outbox was small through the whole index by position again.
create or replace view unfolded_event as
select id, xid, kind, object_id, owners, numbers, was, amount, created_at from outbox
where (xid, id) > (lists_place_xid(), lists_place_id())
union all
(
  select id, xid, kind, object_id, owners, numbers, was, amount, created_at from outbox
  where id > lists_place_high_id()
    -- Not by `<=`: that would lead the planner through all that was folded.
    and not (xid, id) > ((select xid from outbox_reader where name = 'lists'), (select id from outbox_reader where name = 'lists'))
  order by id
  offset 0
);

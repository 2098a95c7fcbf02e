-- The second part of the view looks for the few events above the highest that was folded. Planned while the outbox was small, it
-- went through the whole index by position, which knows ids only behind transactions; sorted by id, it is led to the one by id.
create or replace view unfolded_event as
select id, xid, kind, object_id, owners, numbers, was, amount from outbox
where (xid, id) > (lists_place_xid(), lists_place_id())
union all
(
  select id, xid, kind, object_id, owners, numbers, was, amount from outbox
  where id > lists_place_high_id()
    -- Not by `<=`: that would lead the planner through all that was folded.
    and not (xid, id) > ((select xid from outbox_reader where name = 'lists'), (select id from outbox_reader where name = 'lists'))
  order by id
);

-- A place in the outbox is a transaction's number, and those are numbered by each cluster (each initdb) for itself. So a reader
-- keeps the cluster too, and the highest row that it has handled: by both it finds its place in another cluster
-- (server/src/outbox/anchor.ts).
alter table outbox_reader
  -- Null: unknown.
  add column system_identifier bigint,
  add column high_id bigint not null default 0;

update outbox_reader as reader set
  high_id = greatest(reader.id, (
    select coalesce(max(outbox.id), 0) from outbox where (outbox.xid, outbox.id) <= (reader.xid, reader.id)
  )),
  -- A place of transactions that this cluster has yet to come to is of another.
  system_identifier = case when reader.xid <= pg_current_xact_id()
    then (select control.system_identifier from pg_control_system() as control) end;

-- On the new server, by a superuser, once its schema is there: what migrations have filled comes from the old one.
\set ON_ERROR_STOP on
\if :{?schema}
\else
  \set schema public
\endif
begin;
set local search_path = :"schema";
-- Rows that nobody may delete are kept by triggers.
set local session_replication_role = replica;
do $$
begin
  if exists (select from orders) then
    raise exception 'This database has orders: it is not the new one.';
  end if;
  execute (
    select 'truncate ' || string_agg(pg_class.oid::regclass::text, ', ') from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
  );
end $$;
commit;

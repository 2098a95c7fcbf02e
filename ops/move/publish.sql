-- On the old server, by a superuser, with wal_level = logical: everything that the new one is to have.
-- docs/operations.md, "To the next PostgreSQL".
\set ON_ERROR_STOP on
\if :{?schema}
\else
  \set schema public
\endif
begin;
set local search_path = :"schema";
-- A row without a key is found by all of its columns.
do $$
declare found record;
begin
  for found in
    select pg_class.oid::regclass as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)
  loop
    execute format('alter table %s replica identity full', found.name);
  end loop;
end $$;
create publication kantor_move for tables in schema :"schema";
commit;

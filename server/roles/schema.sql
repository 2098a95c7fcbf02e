-- A marketplace of its own in a schema beside others: its two roles and their schema, made and set right as often as one likes, by a
-- superuser in the database, who names it before:
--
--   psql -d kantor -c "set kantor.schema = 'north'" -f server/roles/schema.sql
--
-- north_owner changes the schema, north_app serves. By their names alone nothing is found but what is in it, also through a pooler.
-- Passwords are set by whoever runs this.
do $$
declare
  v_schema text := current_setting('kantor.schema');
  v_role text;
begin
  if v_schema !~ '^[a-z][a-z0-9_]{0,40}$' or v_schema = 'public' or v_schema like 'pg\_%' or v_schema like 'kantor%' then
    raise exception 'kantor.schema must be a name such as north, not %', v_schema;
  end if;
  foreach v_role in array array[v_schema || '_owner', v_schema || '_app'] loop
    if not exists (select from pg_roles where rolname = v_role) then
      execute format('create role %I login nosuperuser nocreatedb nocreaterole noreplication nobypassrls', v_role);
    end if;
    execute format('alter role %I in database %I set search_path = %I', v_role, current_database(), v_schema);
  end loop;
  execute format('create schema if not exists %I authorization %I', v_schema, v_schema || '_owner');
  execute format('grant usage on schema %I to %I', v_schema, v_schema || '_app');
  -- Nobody makes anything beside it, not even for a session; migrations do.
  execute format('revoke temporary, create on database %I from public', current_database());
  execute format('grant temporary on database %I to %I', current_database(), v_schema || '_owner');
  revoke create on schema public from public;
end $$;

-- The two roles of the product, made and set right as often as one likes, by a superuser in the product's database:
-- kantor_owner owns the database and changes its schema, kantor_app serves. What kantor_app may do is granted where the
-- schema is changed (server/src/db/grants.ts). Passwords are set by whoever runs this. Nothing that is kept changes.
do $$
declare
  r record;
begin
  if not exists (select from pg_roles where rolname = 'kantor_owner') then
    create role kantor_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'kantor_app') then
    create role kantor_app login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
  end if;

  -- A database that one role made and served until now changes hands.
  if (select datdba from pg_database where datname = current_database()) <> 'kantor_owner'::regrole then
    execute format('alter database %I owner to kantor_owner', current_database());
  end if;
  if (select nspowner from pg_namespace where nspname = 'public') not in ('pg_database_owner'::regrole, 'kantor_owner'::regrole) then
    alter schema public owner to pg_database_owner;
  end if;
  -- An identity column's sequence, an index and a row's type go with their table.
  for r in
    select oid::regclass as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') and relowner <> 'kantor_owner'::regrole
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
  loop
    execute format('alter table %s owner to kantor_owner', r.name);
  end loop;
  for r in
    select oid::regprocedure as name from pg_proc p
    where pronamespace = 'public'::regnamespace and proowner <> 'kantor_owner'::regrole
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter routine %s owner to kantor_owner', r.name);
  end loop;
  for r in
    select oid::regtype as name from pg_type t
    where typnamespace = 'public'::regnamespace and typtype in ('e', 'd') and typowner <> 'kantor_owner'::regrole
      and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
  loop
    execute format('alter type %s owner to kantor_owner', r.name);
  end loop;
end $$;

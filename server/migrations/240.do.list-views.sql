-- Named views of lists: the address of a list (filters, columns, page size) under a name, a person's own or shared within the account.
create table list_view (
  id         uuid primary key,
  account_id uuid not null references account,
  person_id  uuid not null references person,
  -- As contract/src/plain/views.ts names it.
  list       text not null check (length(list) between 1 and 50),
  name       text not null check (length(name) between 1 and 60),
  -- What stands behind `?`: nothing that leads to another page.
  query      text not null check (length(query) <= 2000 and query ~ '^[A-Za-z0-9_*.+%=&-]*$'),
  is_shared  boolean not null,
  created_at timestamptz not null,
  unique (account_id, list, id)
);
-- A person's own names of an account's list are unlike.
create unique index list_view_name on list_view (account_id, list, person_id, lower(name));

-- The one that opens when a person comes to a list from the menu.
create table list_view_default (
  account_id uuid not null,
  person_id  uuid not null references person,
  list       text not null,
  view_id    uuid not null,
  primary key (account_id, person_id, list),
  foreign key (account_id, list, view_id) references list_view (account_id, list, id) on delete cascade
);
create index list_view_default_view on list_view_default (account_id, list, view_id);

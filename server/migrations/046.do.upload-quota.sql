-- What each user has uploaded in the hour that began with their first upload after the one before: counted here, so that all
-- processes count together. A merchant's servers count with the merchant.
create table upload_quota (
  owner_id uuid primary key references users,
  since    timestamptz not null,
  uploads  integer not null check (uploads > 0),
  bytes    bigint not null check (bytes >= 0)
);

-- The mark of the folder that holds this database's files. It goes along with a dump; another database has another, and the
-- sweep of files without a row does not touch a folder with a mark that is not its own.
create table file_folder (
  only_one boolean primary key default true check (only_one),
  mark     uuid not null default gen_random_uuid()
);
insert into file_folder default values;

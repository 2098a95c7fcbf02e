-- Since when the server makes things with a secret (decision 134): what is older rests on the one before. Of a secret only a name that is
-- derived from it.
create table server_secret (
  name  text primary key,
  since timestamptz not null
);
-- Codes that are there were made before now.
alter table recovery_code add column made_at timestamptz not null default now();
